import { installation } from '#installation'
import { Problem } from '../problem.ts'
import { createServiceClient, type ServiceClient } from '../service-client.ts'
import type { StateFolder } from '../state-folder.ts'

const DEFAULT_URL = 'http://127.0.0.1:8787'

export interface Connection {
  operator(): ServiceClient
  user(): ServiceClient
  anyone(): ServiceClient
  /** Where the service is and with which key, for whoever speaks to it otherwise. */
  caller(): { readonly url: string; readonly key: string }
}

/** The service that the environment names, or the local one. What belongs to the local one is never sent to another. */
export function connection(environment: NodeJS.ProcessEnv, folder: StateFolder): Connection {
  const elsewhere = environment.BRAIN_URL
  const url = elsewhere ?? folder.read('url') ?? DEFAULT_URL
  if (!URL.canParse(url)) throw new Problem(`BRAIN_URL: ${url} is not a URL.`)

  function secret(variable: 'BRAIN_API_KEY' | 'BRAIN_ADMIN_TOKEN', file: 'key' | 'admin-token'): string {
    const found = environment[variable] ?? (elsewhere ? null : folder.read(file))
    if (found) return found
    throw new Problem(
      elsewhere
        ? `BRAIN_URL is set, so that ${variable} has to be set too.`
        : `There is no ${file} in ${folder.path}: start the service once with ${installation.start}, or set BRAIN_URL and ${variable}.`,
    )
  }

  return {
    operator: () => createServiceClient(url, { token: secret('BRAIN_ADMIN_TOKEN', 'admin-token') }),
    user: () => createServiceClient(url, { key: secret('BRAIN_API_KEY', 'key') }),
    anyone: () => createServiceClient(url, {}),
    caller: () => ({ url, key: secret('BRAIN_API_KEY', 'key') }),
  }
}
