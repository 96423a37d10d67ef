import { type Answer, withKey } from '../e2e/calls.ts'
import { type StartedService, startService } from '../e2e/service.ts'

const running: StartedService[] = []

export async function start(folder: string, env: Record<string, string>): Promise<StartedService> {
  const service = await startService({ folder, env })
  running.push(service)
  return service
}

/** With the service's own key. */
export const call = (service: StartedService, path: string, body: unknown): Promise<Answer> =>
  withKey(service, service.key())(path, body)

/** Ends whatever a test file started. */
export const stopAll = () => Promise.all(running.map((service) => service.stop()))
