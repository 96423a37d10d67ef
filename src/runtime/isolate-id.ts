import { lazy } from './lazy.ts'

/** A name for this isolate, made up when it is first asked for: at its start the platform gives no random numbers. */
export const isolateId = lazy(() => crypto.randomUUID())
