import { describe, expect, it } from 'vitest'
import { resetSessions } from '../../../src/pipelines/revise/reset-sessions.ts'
import type { Ports } from '../../../src/ports/ports.ts'
import { createTrace } from '../../../src/runtime/trace.ts'

describe('sessions that heard what was erased', () => {
  it('fail no erasure that is done, though neither they nor the store can be reached', async () => {
    const asked: string[] = []
    const down = (what: string) => async () => {
      asked.push(what)
      throw new Error('down')
    }
    const ports = {
      clock: () => 0,
      accounts: { listKeys: async () => [] },
      sessions: { reset: down('reset') },
      revisions: { noteReset: down('note') },
    } as unknown as Ports
    const trace = createTrace()
    await resetSessions(ports, trace, 'E1', ['one'])
    expect(asked).toEqual(['reset'])
    expect(trace.notes.get('sessions')).toBe('not reset')
  })
})
