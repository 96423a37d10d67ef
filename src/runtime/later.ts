/** Takes work that is to be done after the answer. */
export type Later = (work: () => Promise<unknown>) => void
