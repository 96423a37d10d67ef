import type { Token } from '../tokens/token.ts'
import { isBe, isDo, isHave, isModal } from '../words/verb-forms.ts'

/** A verb with its auxiliaries, negation, adverbs and the verbs that only colour it ("would like to move"). `end` exclusive. */
export interface VerbGroup {
  readonly type: 'vg'
  readonly start: number
  readonly end: number
  /** The verb that carries the meaning. */
  readonly main: number
  /** Its base form, with a particle: "give up". */
  readonly lemma: string
  readonly kind: 'finite' | 'to' | 'ing' | 'en' | 'imperative'
  readonly negated: boolean
  /** "no longer" */
  readonly former: boolean
  readonly modal: string | null
  readonly passive: boolean
  /** "got married", "get hired" */
  readonly getPassive: boolean
  readonly perfect: boolean
  readonly past: boolean
  readonly progressive: boolean
  /** Base forms of the verbs before the main one that are no auxiliaries: want, start, use. */
  readonly chain: readonly string[]
  readonly particle: boolean
  /** A base form alone, which may be an infinitive that shares its "to" or modal with the verb before ("will cook and bake"). */
  readonly bare: boolean
}

export const isCopula = (group: VerbGroup): boolean => group.lemma === 'be' && !group.passive

/** "leave", "stop eating", "do not mix" */
export const isBase = ({ bare, chain, start }: VerbGroup, tokens: readonly Token[]): boolean =>
  bare || tokens[start]!.lower === 'do' || (chain.length > 0 && tokens[start]!.lower === chain[0])

/** "do you", "have you": verbs that open a question when nothing stands before them. */
export const isInvertible = (token: Token): boolean => isBe(token) || isHave(token) || isDo(token) || isModal(token)
