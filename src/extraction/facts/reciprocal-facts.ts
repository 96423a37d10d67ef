import { relationByPhrase } from '../../domain/statement/relations.ts'
import type { Clause } from '../clauses/clause.ts'
import { isCopula } from '../phrases/verb-group.ts'
import { verbKey } from './objects.ts'
import type { Draft, Reading } from './reading.ts'
import type { Stance } from './stance.ts'
import type { Subject } from './subjects.ts'

const WITH = ['from', 'with', 'to']

/** "Fergus and I got divorced": what two do with each other, the one does with the other. */
export function reciprocalFacts(reading: Reading, clause: Clause, subjects: Subject[], stance: Stance): Draft[] {
  const [one, other] = [...subjects].sort((a, b) => Number(isUser(b)) - Number(isUser(a)))
  if (subjects.length !== 2 || !one?.mention || !other?.mention || !one.personal) return []
  if (clause.objects.length > 0 || clause.prepositions.some(({ objects }) => !objects[0]?.np.time)) return []
  const { tokens } = reading.analysis
  // Of "my wife and I" it is not said who she is.
  if (tokens[other.argument.np.head]!.pos !== 'PROPN') return []
  const state = isCopula(clause.verb) ? clause.adjectives[0] : undefined
  if (isCopula(clause.verb) && !state) return []
  const word = state && tokens[state.start]!.lower
  const verb = word ? `be ${word}` : verbKey(reading, clause)
  const preposition = WITH.find((each) => relationByPhrase(`${verb} ${each}`)?.object === 'person')
  if (!preposition) return []
  const relation = `${one.verbWords}${word ? ` ${word}` : ''} ${preposition}`
  return [
    {
      subject: one.mention,
      predicate: relationByPhrase(`${verb} ${preposition}`)!.id,
      relation,
      object: { ...other.mention, kind: 'person' },
      text: `${one.text} ${relation} ${other.text}`,
      ...stance,
    },
  ]
}

const isUser = ({ mention }: Subject): boolean => mention?.kind === 'user'
