import { join } from 'node:path'
import type { StateFolder } from '../state-folder.ts'
import { readWorkerSettings } from '../worker-settings.ts'

/** Where the vaults' files are: one each, named by the object's id. */
export const vaultFolder = ({ storage }: StateFolder): string => join(storage, `${readWorkerSettings().name}-Vault`)
