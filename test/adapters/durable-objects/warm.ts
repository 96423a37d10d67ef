/// <reference types="@cloudflare/vitest-plugin/types" />
import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'

/** Modules are made ready at the first use of an object: that takes longer than a vault lets anybody wait. */
export const warmUp = (): Promise<unknown> => runInDurableObject(env.VAULT.getByName('warm'), () => null)
