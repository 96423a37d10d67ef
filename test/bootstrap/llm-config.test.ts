import { describe, expect, it } from 'vitest'
import { parseConfig } from '../../src/bootstrap/config.ts'

const llmOf = (env: Record<string, string>) => {
  const config = parseConfig(env)
  return 'problem' in config ? config.problem : config.llm
}
const BASE = { LLM: 'openai', LLM_BASE_URL: 'http://127.0.0.1:1234/v1/', LLM_MODEL: 'tiny' }

describe('the configuration of a language model', () => {
  it('is none by default', () => {
    expect(llmOf({})).toEqual({ provider: 'none' })
    expect(llmOf({ LLM_MODEL: 'tiny', LLM_BASE_URL: 'http://127.0.0.1' })).toEqual({ provider: 'none' })
  })

  it('takes any compatible endpoint, with a key or without', () => {
    expect(llmOf(BASE)).toEqual({
      provider: 'openai',
      baseUrl: 'http://127.0.0.1:1234/v1',
      model: 'tiny',
      apiKey: null,
    })
    expect(llmOf({ ...BASE, LLM_API_KEY: 'sk-1' })).toMatchObject({ apiKey: 'sk-1' })
    expect(llmOf({ LLM: 'workers-ai', LLM_MODEL: '@cf/meta/tiny' })).toEqual({
      provider: 'workers-ai',
      model: '@cf/meta/tiny',
    })
  })

  it.each([
    [{ LLM: 'openai' }, 'LLM is openai, which needs LLM_MODEL and LLM_BASE_URL too'],
    [{ ...BASE, LLM_MODEL: '' }, 'needs LLM_MODEL too'],
    [{ LLM: 'workers-ai' }, 'LLM is workers-ai, which needs LLM_MODEL too'],
    [{ ...BASE, LLM_BASE_URL: 'api.example.com' }, 'LLM_BASE_URL: must be an absolute http or https URL'],
    [{ ...BASE, LLM_BASE_URL: 'file:///etc/passwd' }, 'LLM_BASE_URL: must be an absolute http or https URL'],
    [{ LLM: 'gpt' }, 'LLM: must be one of none, openai, workers-ai'],
    [{ ...BASE, LLM_TIMEOUT_MS: 'soon' }, 'LLM_TIMEOUT_MS: must be a number from 100 to 120000'],
  ])('says what is wrong with %o', (env, problem) => {
    expect(llmOf(env as Record<string, string>)).toContain(problem)
  })
})
