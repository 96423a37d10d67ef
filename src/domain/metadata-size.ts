const MOST_BYTES = 16 * 1024
const utf8 = new TextEncoder()

/** Whether the metadata of a memory is more than it may have. */
export const isTooLarge = (metadata: object): boolean => utf8.encode(JSON.stringify(metadata)).length > MOST_BYTES
