import { ensureConsole } from '../../scripts/console/build-console.ts'

/** The pages of the console are files that have to be made first. */
export const setup = (): Promise<void> => ensureConsole()
