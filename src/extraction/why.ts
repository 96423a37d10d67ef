/** Something that a rule decided: a tag, a phrase, a clause's subject, a sentence that states nothing. */
export interface Step {
  /** `sentence` is what is read from here on; it has no rule. */
  readonly stage: 'sentence' | 'tag' | 'phrase' | 'clause' | 'silent'
  readonly rule: string
  /** The words that it decided about, with what came of it. */
  readonly about: string
}

/** Why a text was read as it was: the rules that decided, in their order, and those that made each fact. */
export interface Why {
  readonly steps: Step[]
  /** By fact, or by the draft of one: the names of its rules, the outermost first. */
  readonly makers: WeakMap<object, readonly string[]>
}

/** Set while somebody asks for the reasons. Reading is synchronous, so one is enough, and a reading that nobody asks about only looks here. */
export let why: Why | null = null

/** Does the work, and tells which rules decided in it. */
export function explain<T>(work: () => T): { readonly result: T; readonly why: Why } {
  const asked: Why = { steps: [], makers: new WeakMap() }
  why = asked
  try {
    return { result: work(), why: asked }
  } finally {
    why = null
  }
}
