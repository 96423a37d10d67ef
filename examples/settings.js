import { existsSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

/** Where a local service keeps its key: `npm start` in this clone, or `npx edge-brain`. */
const KEYS = [join(import.meta.dirname, '../.brain/key'), join(homedir(), '.edge-brain/key')]

const environment = process.env

export const brainUrl = environment.BRAIN_URL ?? 'http://127.0.0.1:8787'
export const brainKey = environment.BRAIN_API_KEY ?? localKey()

/** Any OpenAI-compatible model; Ollama's address unless another is given. */
export const llm = {
  baseUrl: environment.LLM_BASE_URL ?? 'http://127.0.0.1:11434/v1',
  model: environment.LLM_MODEL ?? 'llama3.2',
  apiKey: environment.LLM_API_KEY ?? 'none',
}

function localKey() {
  const found = KEYS.find(existsSync)
  if (found) return readFileSync(found, 'utf8').trim()
  throw new Error('There is no key: start the service with npm start, or set BRAIN_URL and BRAIN_API_KEY.')
}
