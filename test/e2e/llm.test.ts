import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startLlmServer } from '../fakes/llm-server.ts'
import { withKey } from './calls.ts'
import { newFolder, runToEnd, type StartedService, startService } from './service.ts'

describe('a service that is started with a language model', () => {
  let llm: Awaited<ReturnType<typeof startLlmServer>>
  let service: StartedService

  beforeAll(async () => {
    llm = await startLlmServer()
    service = await startService({
      env: { LLM: 'openai', LLM_BASE_URL: `${llm.url}/e2e/v1`, LLM_MODEL: 'scripted', LLM_API_KEY: 'sk-e2e' },
    })
  })
  afterAll(async () => {
    await service?.stop()
    await llm?.stop()
  })

  it('asks it, tells what that cost in a header and in the log, and logs nothing of what was said', async () => {
    const post = withKey(service, service.key())
    await post('ingest', { text: 'Emma works at Nordwind.' })
    await fetch(`${llm.url}/e2e`, {
      method: 'PUT',
      body: JSON.stringify([{ content: 'Nordwind [1].', tokens: [77, 8] }]),
    })
    const { status, body, headers } = await post('retrieve/graph-qa', { query: 'Who does Emma work for?' })
    expect([status, body]).toEqual([200, { answer: 'Nordwind [1].', facts_used: 1 }])
    expect(headers.get('x-llm-tokens')).toBe('in=77, out=8, calls=1')
    const asked = (await (await fetch(`${llm.url}/e2e`)).json()) as { path: string; authorization: string }[]
    expect(asked).toMatchObject([{ path: '/v1/chat/completions', authorization: 'Bearer sk-e2e' }])
    const log = readFileSync(join(service.folder, 'service.log'), 'utf8')
    const line = log.split('\n').find((text) => text.includes('llm_tokens_in'))!
    expect(JSON.parse(line.slice(line.indexOf('{')))).toMatchObject({
      llm_calls: 1,
      llm_tokens_in: 77,
      llm_tokens_out: 8,
      llm_each: '77/8',
    })
    expect(log).not.toMatch(/Nordwind|Emma|sk-e2e/)
  })

  it('is a 503 with a reason when the model is not there', async () => {
    const post = withKey(service, service.key())
    await fetch(`${llm.url}/e2e`, { method: 'PUT', body: JSON.stringify([{ status: 503 }, { drop: 'before' }]) })
    const { status, body, headers } = await post('retrieve/graph-qa', { query: 'Who does Emma work for?' })
    expect([status, headers.get('retry-after')]).toEqual([503, '10'])
    expect(body.detail).toContain('LLM provider')
  })

  it('does not start with half a configuration, and says what is missing', async () => {
    const args = ['--port', '0', '--state', newFolder()]
    const { code, stdout, stderr } = await runToEnd('scripts/start/start.ts', args, { LLM: 'openai', LLM_MODEL: 'm' })
    expect(code).not.toBe(0)
    expect(stdout + stderr).toContain('LLM is openai, which needs LLM_BASE_URL too.')
  })
})
