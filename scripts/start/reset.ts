import { confirm } from '../confirm.ts'
import { forgetEverything, type StateFolder } from '../state-folder.ts'

/** Forgets everything, after asking: there is no way back from it. */
export async function reset(folder: StateFolder, yes: boolean): Promise<void> {
  if (!yes) await confirm(`This deletes every memory, account and key in ${folder.path}.`)
  forgetEverything(folder)
}
