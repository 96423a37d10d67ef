import type { Clause } from '../../clauses/clause.ts'
import { isOfMe, isSaidOf } from '../../clauses/is-said-of.ts'
import { isSingular } from '../../clauses/subject-phrase.ts'
import { isBase } from '../../phrases/verb-group.ts'
import type { Token } from '../../tokens/token.ts'
import { verbForm } from '../../words/verb-forms.ts'
import { POSSESSIVES } from '../../words/word-lists.ts'
import { wordSet } from '../../words/word-set.ts'
import type { Reading } from '../reading.ts'
import type { SilentRule } from './silent-rule.ts'

/** What somebody is asked, advised or bound to do, and what for. */
export const REQUESTS: readonly SilentRule[] = [
  // "drummers please take your own snare home": they are asked to.
  {
    name: 'please-do-it',
    when: ({ subjectEnd, verb, sharesSubject }, { analysis: { tokens } }) =>
      !sharesSubject && tokens.slice(subjectEnd, verb.main).some(({ lower }) => /^(?:please|pls|plz)$/.test(lower)),
  },
  // "I don't need signed commits but do link the ticket": whoever reads it is to.
  {
    name: 'imperative-with-do',
    when: ({ verb, sharesSubject, objects }, { analysis: { tokens } }) =>
      sharesSubject &&
      tokens[verb.start]!.lower === 'do' &&
      verb.main > verb.start &&
      !verb.negated &&
      objects.some(({ np }) => np.determiner),
  },
  // "wash the cover with vinegar and leave a tray there": a base form does not agree with one thing, so somebody is told to do it.
  {
    name: 'does-not-agree',
    when: ({ verb, inherited, subjects }, { analysis: { tokens } }) =>
      isBase(verb, tokens) && !inherited && !verb.modal && subjects.length === 1 && isSingular(tokens, subjects[0]!.np),
  },
  // "you may want to settle for a yearly agreement": that is advice.
  {
    name: 'you-may',
    when: (clause, { analysis: { tokens } }) =>
      /^(?:may|might|could)$/.test(tokens[clause.verb.start]!.lower) && isSaidOf('you', clause, tokens),
  },
  // "check the scheme (you pay a fixed sum)": anybody does.
  {
    name: 'you-in-brackets',
    when: (clause, { analysis: { tokens } }) =>
      isSaidOf('you', clause, tokens) &&
      tokens.slice(0, clause.verb.start).findLast(({ text }) => text === '(' || text === ')')?.text === '(',
  },
  // "i gotta get a suit": there is none yet.
  {
    name: 'has-yet-to',
    when: ({ verb }, { analysis: { tokens } }) =>
      tokens[verb.start]!.lower === 'got' &&
      /^(?:to|ta)$/.test(tokens[verb.start + 1]?.lower ?? '') &&
      verb.main > verb.start,
  },
  // "lower the seat so your knee has room", "tell me so I don't forget": what is to be so, once it is done.
  { name: 'purpose', when: isPurpose },
]

/** What one is and does, and tells others to do seldom: "hate the cold so I drive", where "I" was left out. */
const STATES = wordSet(
  `need want love hate like have own know feel think work live miss prefer sound look mean guess hope keep play run study teach commute take eat drive
  share rent ride skip support walk cycle`,
)

/** Is the clause what somebody is asked to do something for? */
function isPurpose(clause: Clause, { analysis, lexicon }: Reading): boolean {
  const { marker, verb, subjectStart } = clause
  const { tokens, chunks, clauses } = analysis
  if (marker !== 'so' || verb.past || verb.perfect) return false
  const so = tokens.findLastIndex(({ lower }, i) => i < subjectStart && lower === 'so')
  const from = chunks.findLast(({ type, end }) => type === 'break' && end <= so)?.end ?? 0
  // "just so you know her name"
  if (tokens[so - 1]?.lower === 'just') return true
  const said = clauses.filter((other) => other.role === 'main' && other.verb.start >= from && other.verb.start < so)
  if (said.length > 0) return said.every((other) => isAdvice(other, tokens))
  const first = chunks.find(({ type, start }) => start >= from && type !== 'adv' && type !== 'comma')
  if (!first || first.start >= so || tokens[first.start + 1]?.lower === 'of') return false
  const word = tokens[first.start]!
  const next = tokens[first.start + 1]
  const isDone =
    first.type === 'vg'
      ? first.bare && !first.negated && !STATES.has(first.lemma)
      : word.pos === 'NOUN' &&
        verbForm(word, lexicon) === 'base' &&
        lexicon.canBe(word.lower, 'VERB') &&
        !STATES.has(word.lower) &&
        (next?.pos === 'DET' || POSSESSIVES.has(next?.lower ?? ''))
  // "take the bus so I read a lot": maybe I do.
  return isDone && (!isOfMe(clause, tokens) || tokens.slice(from, so).some(({ lower }) => /^(?:me|us)$/.test(lower)))
}

const NO_ADVICE = wordSet('know see say guess imagine hear tell understand love like do go prefer hate need want')

/** "you should take a fan", "I'd move the shelf" */
const isAdvice = (clause: Clause, tokens: readonly Token[]): boolean =>
  !clause.verb.negated &&
  !NO_ADVICE.has(clause.verb.lemma) &&
  ((isSaidOf('you', clause, tokens) && /^(?:should|could|might)$/.test(clause.verb.modal ?? '')) ||
    (isSaidOf('i', clause, tokens) && clause.verb.modal === 'would'))
