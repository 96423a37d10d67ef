/** `current`, `superseded`, `invalidated`: told by its word, and by its colour beside. */
export const Tag = ({ state }: { state: string }) => <span class={`tag ${state}`}>{state}</span>
