import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { StateFolder } from '../state-folder.ts'
import type { WorkerSettings } from '../worker-settings.ts'
import type { WorkerModule } from './bundle.ts'

interface Parts {
  readonly folder: StateFolder
  readonly settings: WorkerSettings
  readonly modules: readonly WorkerModule[]
  /** Their values travel in the runtime's environment, so that no secret is written into a second file. */
  readonly variables: readonly string[]
  readonly address: string
  /** Webhooks may go to private addresses too. */
  readonly privateWebhooks?: boolean
  /** False where the modules lack the entrypoint of the local schedule. */
  readonly schedule?: boolean
}

/** Relative to the state folder, where the runtime runs: a socket's whole path may have some 100 characters only. */
export const SCHEDULE_SOCKET = 'schedule.sock'
/** Where the front of a started service reaches the runtime. */
export const HTTP_SOCKET = 'http.sock'

/** Writes the configuration of workerd: the Worker with its objects, assets, and two doors, one public and one in the state folder. */
export function writeRuntimeConfig(parts: Parts): string {
  const { folder, settings, modules, variables, address, privateWebhooks = false, schedule = true } = parts
  const bindings = [
    ...settings.objects.map(
      ({ binding, className }) => `(name = ${text(binding)}, durableObjectNamespace = ${text(className)})`,
    ),
    `(name = ${text(settings.assets.binding)}, service = "assets")`,
    '(name = "WEBHOOKS", service = "webhooks")',
    ...[...variables, 'DAMAGED_OBJECTS'].map((name) => `(name = ${text(name)}, fromEnvironment = ${text(name)})`),
  ]
  // The key names the folder of a class's objects and takes part in their ids: it must never change.
  const namespaces = settings.objects.map(
    ({ className }) =>
      `(className = ${text(className)}, uniqueKey = ${text(`${settings.name}-${className}`)}, enableSql = true)`,
  )
  const sockets = [
    `(name = "http", address = ${text(address)}, http = (), service = "brain")`,
    ...(schedule
      ? [
          `(name = "schedule", address = "unix:${SCHEDULE_SOCKET}", http = (), service = (name = "brain", entrypoint = "Schedule"))`,
        ]
      : []),
  ]
  const config = `using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [
    (name = "brain", worker = (
      modules = ${list(modules.map(({ name, kind }) => `(name = ${text(name)}, ${kind} = embed ${text(name)})`))},
      compatibilityDate = ${text(settings.compatibilityDate)},
      compatibilityFlags = ${list(settings.compatibilityFlags.map(text))},
      bindings = ${list(bindings)},
      durableObjectNamespaces = ${list(namespaces)},
      durableObjectStorage = (localDisk = "storage"),
    )),
    (name = "storage", disk = (path = ${text(folder.storage)}, writable = true)),
    (name = "assets", disk = (path = ${text(settings.assets.folder)})),
    # Stores and models that the operator configures may well be on this machine.
    (name = "internet", network = (allow = ["public", "private"], tlsOptions = (trustBrowserCas = true))),
    # What users name must not be, whatever their names resolve to.
    (name = "webhooks", network = (allow = ${list(privateWebhooks ? ['"public"', '"private"'] : ['"public"'])}, tlsOptions = (trustBrowserCas = true))),
  ],
  sockets = ${list(sockets)},
);
`
  const path = join(folder.worker, 'config.capnp')
  writeFileSync(path, config, { mode: 0o600 })
  return path
}

const text = (value: string) => JSON.stringify(value)
const list = (entries: readonly string[]) =>
  entries.length === 0 ? '[]' : `[\n        ${entries.join(',\n        ')},\n      ]`
