import type { Chunk, Link } from '../phrases/chunks.ts'
import type { NounPhrase } from '../phrases/noun-phrase.ts'
import type { VerbGroup } from '../phrases/verb-group.ts'
import type { Token } from '../tokens/token.ts'

/** A noun phrase with what hangs on it by "of": the words of an argument. Token indices, `end` exclusive. */
export interface Argument {
  readonly np: NounPhrase
  readonly end: number
}

export interface PrepositionalPhrase {
  readonly preposition: string
  readonly start: number
  readonly end: number
  readonly objects: readonly Argument[]
  /** It stands straight after a noun phrase, on which it may hang ("a manager at Google"). */
  readonly afterNoun: boolean
}

/** What a clause says right of its verb. */
export interface Complements {
  readonly objects: readonly Argument[]
  /** Second object of "lent Bob a bike". */
  readonly second: readonly Argument[]
  readonly adjectives: readonly Link[]
  readonly prepositions: readonly PrepositionalPhrase[]
  readonly times: readonly NounPhrase[]
  readonly adverbs: readonly Link[]
  /** "enjoys hiking and swimming in lakes", "is good at cooking": -ing phrases as objects, with their preposition. */
  readonly gerunds: readonly { readonly start: number; readonly end: number }[]
  readonly gerundPreposition: string | null
  /** "wants Tom to leave": an infinitive follows the object, which is what somebody else would do. */
  readonly raised: boolean
  /** Where the clause's own words end, and where the words of its complement clauses end. */
  readonly end: number
  readonly fullEnd: number
}

export interface Clause extends Complements {
  readonly verb: VerbGroup
  readonly subjects: readonly Argument[]
  /** Tokens of the whole subject, coordination included; start === end when there is none. */
  readonly subjectStart: number
  readonly subjectEnd: number
  readonly role: 'main' | 'relative' | 'complement' | 'adverbial' | 'conditional'
  /** The word that binds it: because, when, that … */
  readonly marker: string | null
  /** The clause whose verb it completes ("You told me that …"). */
  readonly parent: Clause | null
  /** Its noun stands outside: "the house that I bought". */
  readonly antecedent: NounPhrase | null
  readonly sharesSubject: boolean
  /** The verb group whose modal or "to" it shares: "will cook and bake". */
  readonly inherited: VerbGroup | null
}

export interface ClauseSubject {
  /** Chunk indices of coordinated phrases. */
  readonly phrases: number[]
  /** First chunk of the subject, and the one after its last, modifiers included. */
  readonly from: number
  readonly to: number
  readonly role: Clause['role']
  readonly marker: string | null
  readonly parentChunk: number | null
  readonly antecedent: number | null
  readonly shared: boolean
  /** The chunk of the verb whose modal or "to" the verb shares. */
  readonly inherits?: number
}

/** A sentence while its clauses are being found. */
export interface ClauseSearch {
  readonly chunks: readonly Chunk[]
  readonly tokens: readonly Token[]
  /** By the chunk of their verb, in the order of the sentence. */
  readonly subjects: ReadonlyMap<number, ClauseSubject>
  /** The chunks where a subject begins; known once all subjects are. */
  readonly starts: ReadonlySet<number>
}
