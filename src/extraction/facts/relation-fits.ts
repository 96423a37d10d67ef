import type { Mention } from '../../domain/statement/fact.ts'
import { type Relation, relationByNoun } from '../../domain/statement/relations.ts'
import type { NounPhrase } from '../phrases/noun-phrase.ts'
import type { ClauseReading } from './fact-rule.ts'
import { isPlural, roleNoun } from './mentions.ts'

interface RelationUse extends ClauseReading {
  readonly verb: string
  readonly np: NounPhrase
  readonly mention: Mention
}

const isNamed = ({ tokens }: ClauseReading, np: NounPhrase): boolean => tokens[np.head]!.pos === 'PROPN'

const isPast = ({ clause: { verb } }: ClauseReading): boolean => verb.past || verb.perfect

/**
 * Verbs that mean the relation only of some subjects and objects: who offers 20,000 or a hand sells none, and a price that is raised has no
 * parents. By relation; where a verb does not fit, the fact keeps the verb for its relation.
 */
const FITS: Readonly<Record<string, (use: RelationUse) => boolean>> = {
  sells: ({ verb, clause, subject, np, mention }) =>
    verb !== 'offer' ||
    (clause.second.length === 0 && mention.kind !== 'value' && !np.determiner && !np.possessor && !subject.personal),
  painted: ({ subject, mention }) => subject.personal && mention.kind !== 'value',
  parent_of: ({ reading, verb, np, mention }) =>
    verb !== 'raise' || mention.kind === 'person' || relationByNoun(roleNoun(reading, np)) !== undefined,
  // What "we" left is seldom an employer.
  left_employer: ({ tokens, subject, verb, mention }) =>
    verb !== 'leave' || (mention.kind !== 'person' && tokens[subject.argument.np.head]!.lower !== 'we'),
  // Who starts in September does not take place then.
  happens_on: ({ subject }) => !subject.personal,
  // "insurance covers 50 %"
  has_size: ({ verb, mention }) => verb !== 'cover' || !/%|per ?cent/.test(mention.name),
  founded: (use) =>
    !/^(?:set up|establish)$/.test(use.verb) || isNamed(use, use.np) || use.mention.kind === 'organisation',
  published: ({ verb }) => verb !== 'put out',
  cooks: ({ verb }) => verb !== 'prepare',
  misses: (use) => !isPast(use),
  collects: (use) => !isPast(use),
  reads: ({ subject }) => subject.personal,
  located_in: ({ verb, subject }) => !(/^(?:stand|sit|lie)$/.test(verb) && subject.personal),
  visited: (use) => !/^(?:go|fly)$/.test(use.verb) || isPast(use) || use.subject.personal || isNamed(use, use.np),
  // "the engineer came from Kolkata" today, and may be of Leeds.
  from: (use) => use.verb !== 'come' || (!isPast(use) && (use.subject.personal || isNamed(use, use.np))),
  left_school: (use) =>
    isNamed(use, use.np) || /^(?:school|college|university|uni)$/.test(use.tokens[use.np.head]!.lower),
  lives_in: movesThere,
  left_place: movesThere,
}

/** "Marc moved to platform", "the bakery moves to QuickBooks", "poetry has moved to Mondays": nobody lives there. */
function movesThere(use: RelationUse): boolean {
  const { reading, tokens, verb, subject, np } = use
  if (!/^(?:move|settle|relocate)/.test(verb)) return true
  const who = subject.argument.np
  const noun = reading.lexicon.canBe(tokens[who.head]!.lower, 'NOUN')
  if (!subject.personal && !isNamed(use, who) && !who.possessor && noun) return false
  const word = tokens[np.head]!.lower
  const common = !isNamed(use, np) && np.core === np.head && !np.determiner && !np.possessor
  return !/\d/.test(word) && !(common && (isPlural(reading, np) || reading.lexicon.canBe(word, 'NOUN')))
}

/** The relation, where what the clause says fits it. */
export const whereItFits = (relation: Relation | undefined, use: RelationUse): Relation | undefined =>
  relation && (FITS[relation.id]?.(use) ?? true) ? relation : undefined
