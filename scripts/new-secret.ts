import { randomBytes } from 'node:crypto'

/** 256 bits, in characters that need no quoting anywhere. */
export const newSecret = (): string => randomBytes(32).toString('base64url')
