import { describe, expect, it } from 'vitest'
import { isSampled, newSpanId, newTraceId, parseTraceparent, traceHeaders } from '../../src/runtime/trace-context.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const SPAN = '00f067aa0ba902b7'

describe('traceparent', () => {
  it('is taken with its flag, and tracestate is kept as it is', () => {
    expect(parseTraceparent(`00-${TRACE}-${SPAN}-01`, 'vendor=a:b, other=1')).toEqual({
      ...{ traceId: TRACE, spanId: SPAN, sampled: true, state: 'vendor=a:b, other=1' },
    })
    expect(parseTraceparent(`00-${TRACE}-${SPAN}-00`, null)).toMatchObject({ sampled: false, state: null })
    expect(parseTraceparent(` 00-${TRACE}-${SPAN}-03 `, null)).toMatchObject({ sampled: true })
  })

  it('of a later version is taken as far as it is known', () => {
    expect(parseTraceparent(`cc-${TRACE}-${SPAN}-01-more`, null)).toMatchObject({ traceId: TRACE })
  })

  it.each([
    ['nothing', null],
    ['empty', ''],
    ['a forbidden version', `ff-${TRACE}-${SPAN}-01`],
    ['more than its version says', `00-${TRACE}-${SPAN}-01-more`],
    ['a trace of zeros', `00-${'0'.repeat(32)}-${SPAN}-01`],
    ['a span of zeros', `00-${TRACE}-${'0'.repeat(16)}-01`],
    ['capitals', `00-${TRACE.toUpperCase()}-${SPAN}-01`],
    ['a short id', `00-${TRACE.slice(1)}-${SPAN}-01`],
    ['something else', `<script>${'a'.repeat(100_000)}`],
  ])('with %s is ignored, and so is its state', (_, header) => {
    expect(parseTraceparent(header, 'vendor=1')).toBeNull()
  })

  it('drops a state that is too long to be passed on', () => {
    expect(parseTraceparent(`00-${TRACE}-${SPAN}-01`, 'a'.repeat(5_000))?.state).toBeNull()
  })

  it('is passed on with the span of ours', () => {
    const context = { traceId: TRACE, spanId: SPAN, sampled: false, state: 'a=1' }
    expect(traceHeaders(context)).toEqual({ traceparent: `00-${TRACE}-${SPAN}-00`, tracestate: 'a=1' })
    expect(traceHeaders(null)).toEqual({})
  })
})

it('ids have the length of the protocol', () => {
  expect(newTraceId()).toMatch(/^[\da-f]{32}$/)
  expect(newSpanId()).toMatch(/^[\da-f]{16}$/)
})

it('samples by the parent where that is wanted, and else by the trace, always the same', () => {
  const parent = (sampled: boolean) => ({ traceId: TRACE, spanId: SPAN, sampled, state: null })
  expect(isSampled({ byParent: true, ratio: 0 }, parent(true), TRACE)).toBe(true)
  expect(isSampled({ byParent: true, ratio: 1 }, parent(false), TRACE)).toBe(false)
  expect(isSampled({ byParent: false, ratio: 0 }, parent(true), TRACE)).toBe(false)
  expect(isSampled({ byParent: true, ratio: 1 }, null, TRACE)).toBe(true)
  expect(isSampled({ byParent: true, ratio: 0 }, null, `${TRACE.slice(0, 18)}${'f'.repeat(14)}`)).toBe(false)
  const ids = Array.from({ length: 4_000 }, newTraceId)
  const chosen = ids.filter((id) => isSampled({ byParent: true, ratio: 0.25 }, null, id))
  expect(chosen.length / ids.length).toBeGreaterThan(0.2)
  expect(chosen.length / ids.length).toBeLessThan(0.3)
  expect(chosen.every((id) => isSampled({ byParent: true, ratio: 0.5 }, null, id))).toBe(true)
})
