import type { TestProject } from 'vitest/node'
import { startLlmServer } from './llm-server.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    llmServerUrl: string
  }
}

/** The tests run in workerd, which cannot listen: the scripted model runs beside it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startLlmServer()
  project.provide('llmServerUrl', server.url)
  return server.stop
}
