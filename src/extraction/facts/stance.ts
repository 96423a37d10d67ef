import type { Aspect } from '../../domain/statement/fact.ts'
import type { Analysis } from '../analyse.ts'
import type { Argument, Clause } from '../clauses/clause.ts'
import { isSaidOf } from '../clauses/is-said-of.ts'
import type { VerbGroup } from '../phrases/verb-group.ts'
import { isOfOthers } from '../text/attribution.ts'
import type { Token } from '../tokens/token.ts'
import { why } from '../why.ts'
import { DOUBTING, INTENTIONS, REPORTING, SAYING } from '../words/word-lists.ts'
import { wordSet } from '../words/word-set.ts'
import { mentionOf } from './mentions.ts'
import type { Reading } from './reading.ts'

/** How a clause is meant: whether it holds, held, may hold; null where it states nothing. */
export interface Stance {
  readonly aspect: Aspect
  readonly negated: boolean
  readonly certainty: number
}

/** Their past tense tells a state that is over: "I lived in Leeds". */
const STATES = wordSet(
  'live reside work own have belong dwell study teach speak smoke know cost date be weigh prefer play drive',
)
const FACTUAL_ADVERBIALS = wordSet('because bc cuz coz cos since although though while whereas after so')
const BORN = wordSet('boy girl baby son daughter twins triplets')
const TASTES = wordSet('like love prefer hate enjoy')

/** "I'm moving to Berlin next month" is a plan; "I'm working at Hooli" is not. */
const FUTURE =
  /\b(?:tomorrow|tonight|soon|next (?:week|weekend|month|year|spring|summer|autumn|fall|winter|\w+day|january|february|march|april|may|june|july|august|september|october|november|december)|in (?:a|an|one|two|three|four|five|six|\d+|a few|some) (?:days?|weeks?|months?|years?)|later this (?:week|month|year))\b/i
/** "is going to Oslo", "is flying to Rome", "is leaving": said of what is planned, whatever the time. */
const DEPARTURES = /^(?:(?:go|fly|come) (?:to|home)|(?:leave|marry) )/
const PERHAPS = /^(?:probably|possibly|maybe|perhaps|hopefully)$/

export function stanceOf(clause: Clause, reading: Reading): Stance | null {
  const { verb } = clause
  const { tokens } = reading.analysis
  const inVerb = (pattern: RegExp) => tokens.slice(verb.start, verb.end).some(({ lower }) => pattern.test(lower))
  const amongAdverbs = (pattern: RegExp) => clause.adverbs.some(({ start }) => pattern.test(tokens[start]!.lower))
  const role = roleCertainty(clause, reading)
  if (role === 0 || inVerb(/^(?:almost|nearly)$/) || choosesOne(clause, tokens)) return null
  if (isTakenBack(clause, tokens)) return null
  const perhaps = amongAdverbs(PERHAPS) || inVerb(PERHAPS)
  // "you'd want to book it": advice, and nobody's wish.
  if (verb.modal === 'would' && isSaidOf('you', clause, tokens)) return null
  const modal = perhaps ? 'may' : modalAspect(verb, reading.analysis)
  const chain = modal && chainAspect(verb, modal)
  if (!chain) return null
  const former = verb.former || (verb.negated && amongAdverbs(/^(?:any|more|anymore)$/))
  const past = former || endedState(clause, tokens) || (verb.past && verb.progressive)
  const little = inVerb(/^(?:hardly|barely|scarcely|rarely|seldom)$/)
  return {
    aspect:
      hadTo(verb) && FUTURE.test(reading.analysis.sentence)
        ? 'may'
        : chain.aspect === 'is' && past
          ? 'was'
          : chain.aspect,
    // "sits nowhere near Karol": and not near him.
    negated: (verb.negated || little || chain.negated || isNowhere(clause, tokens)) && !verb.former,
    certainty: role - (tokens.length > 30 ? 0.1 : 0) - (verb.modal === 'can' ? 0.1 : 0),
  }
}

const isNowhere = ({ verb, prepositions }: Clause, tokens: readonly Token[]): boolean =>
  prepositions.some(
    ({ start }) => start > verb.main && tokens[start - 1]!.lower === 'nowhere' && tokens[start]!.lower === 'near',
  )

/** "neither works": which of them is not said. */
const choosesOne = ({ subjects, objects, verb, end }: Clause, tokens: readonly Token[]): boolean =>
  [...subjects, ...objects].some(({ np }) => np.determiner === 'neither' || np.determiner === 'either') ||
  (!verb.negated && tokens.slice(verb.end, end + 1).some((_, i) => isChoice(tokens, verb.end + i)))

/** "needs a flatmate or a new place": one of them. */
const isChoice = (tokens: readonly Token[], i: number): boolean =>
  tokens[i]!.lower === 'or' && !(tokens[i - 1]?.pos === 'NUM' && tokens[i + 1]?.pos === 'NUM')

/** "looked at me like I'd kicked a seal", "not his fingers": what stands before the subject takes the clause back. */
const isTakenBack = ({ subjectStart, sharesSubject }: Clause, tokens: readonly Token[]): boolean =>
  !sharesSubject &&
  /^(?:like|not|n't|never|than|without|against|or|otherwise)$/.test(tokens[subjectStart - 1]?.lower ?? '')

/** What the modal makes of the clause; null where it only imagines ("could", "should"). */
function modalAspect(verb: VerbGroup, { sentence, tokens }: Analysis): Aspect | null {
  if (verb.modal === 'might' || verb.modal === 'may' || verb.modal === 'will') return 'may'
  const wish = verb.modal === 'would' && verb.chain.some((lemma) => TASTES.has(lemma) || lemma === 'want')
  if (wish || (verb.progressive && ((FUTURE.test(sentence) && !goesOn(verb, tokens)) || departs(verb, tokens))))
    return 'may'
  return verb.modal && verb.modal !== 'can' && verb.modal !== 'must' ? null : 'is'
}

/** "I am still doing 140 km in a week" */
const goesOn = ({ start, main }: VerbGroup, tokens: readonly Token[]): boolean =>
  tokens.slice(start, main).some(({ lower }) => lower === 'still')

const departs = ({ lemma, past, perfect, chain, end }: VerbGroup, tokens: readonly Token[]): boolean =>
  !past && !perfect && chain.length === 0 && DEPARTURES.test(`${lemma} ${tokens[end]?.lower}`)

interface ChainRule {
  readonly name: string
  readonly words: ReadonlySet<string>
  readonly when?: (verb: VerbGroup, at: number) => boolean
  readonly means: Aspect | 'negated' | 'nothing'
}

/** What the verbs before the main one make of the clause. */
const CHAIN_VERBS: readonly ChainRule[] = [
  { name: 'used-to', words: wordSet('use'), means: 'was' },
  { name: 'likes-to', words: TASTES, when: (verb) => !verb.modal, means: 'is' },
  { name: 'had-to', words: wordSet('have'), when: hadTo, means: 'is' },
  { name: 'intends-to', words: new Set(['go', 'have', ...INTENTIONS]), means: 'may' },
  { name: 'stopped', words: wordSet('stop quit cease'), means: 'was' },
  { name: 'refused-to', words: wordSet('refuse fail forget'), means: 'negated' },
  { name: 'seems-to', words: wordSet('seem appear'), when: (_, at) => at === 0, means: 'nothing' },
]

/** "I had to sell the car": and did. */
function hadTo({ past, negated, chain: [first, ...others] }: VerbGroup): boolean {
  return past && !negated && first === 'have' && others.length === 0
}

function chainAspect(verb: VerbGroup, modal: Aspect): Pick<Stance, 'aspect' | 'negated'> | null {
  let aspect = modal
  let negated = false
  for (const [i, lemma] of verb.chain.entries()) {
    const rule = CHAIN_VERBS.find(({ words, when }) => words.has(lemma) && (when?.(verb, i) ?? true))
    if (!rule || rule.means === 'is') continue
    why?.steps.push({ stage: 'clause', rule: rule.name, about: lemma })
    // "has gone to live with his aunt": and is there.
    if (rule.name === 'intends-to' && lemma === 'go' && verb.perfect) continue
    // "want to stop smoking", "cannot stop smoking": nothing has ended.
    // "was going to be a dancer": and was none.
    if (rule.name === 'intends-to' && lemma === 'go' && verb.past) return null
    if (rule.means === 'nothing' || (rule.name === 'stopped' && (aspect === 'may' || verb.negated))) return null
    if (rule.means === 'negated') negated = true
    else if (aspect !== 'was') aspect = rule.means
  }
  return { aspect, negated }
}

/** "was a nurse" and "lived in Leeds" are states that ended. */
const endedState = ({ verb, second, objects }: Clause, tokens: readonly Token[]): boolean =>
  verb.past &&
  // "Kenia had a boy"
  !(verb.lemma === 'have' && objects.some(({ np }) => BORN.has(tokens[np.head]!.lower))) &&
  ((verb.chain.length === 0 && !verb.perfect) || hadTo(verb)) &&
  !verb.passive &&
  !verb.progressive &&
  second.length === 0 &&
  STATES.has(verb.lemma)

function roleCertainty(clause: Clause, reading: Reading): number {
  switch (clause.role) {
    case 'main':
      return 0.95
    case 'relative':
      return 0.9
    case 'conditional':
      return 0
    case 'adverbial':
      // "hates it when the light goes off while she's tying shoes": at that moment, and not now.
      if (clause.marker === 'while' && (clause.verb.progressive || clause.verb.passive || clause.verb.lemma === 'be'))
        return 0
      return FACTUAL_ADVERBIALS.has(clause.marker ?? '') ? 0.85 : 0
    case 'complement':
      return reported(clause, reading)
  }
}

/**
 * "You told me that you work as a nurse" tells of the work; "I think", "I do not know that" and "she might say that" tell nothing. What
 * somebody else says is only taken from them where it is about themselves, and with less certainty.
 */
function reported({ parent, subjects }: Clause, reading: Reading): number {
  const { tokens } = reading.analysis
  if (parent?.role !== 'main') return 0
  const { negated, modal, chain, lemma } = parent.verb
  const verb = lemma.split(' ')[0]!
  if (negated || modal || chain.length > 0 || DOUBTING.has(lemma) || !REPORTING.has(verb)) return 0
  if (!SAYING.has(verb) || !isOfOthers(parent, tokens)) return 0.85
  const { np: who } = parent.subjects[0]!
  // "speech therapist Wanda says she has 60 words": a child has, of whom they talk.
  if (who.nameFrom !== null && who.possessor === null) return 0
  const teller = tokens[who.head]!.lower
  const self = (word: string) =>
    /^(?:he|she|they)$/.test(word) && (!/^(?:he|she|they)$/.test(teller) || word === teller)
  // "Grandad sailed for years, but Auntie Jean says he was a cook": he is not Jean.
  const by = mentionOf(reading, who)
  const isSomebody = by?.kind === 'person' || tokens[who.head]!.pos === 'PROPN'
  const isBy = (np: Argument['np']) => !by || !isSomebody || (mentionOf(reading, np) ?? by).name === by.name
  const isTeller = ({ np }: Argument) => self(tokens[np.head]!.lower) && isBy(np)
  return subjects.every(isTeller) ? 0.75 : 0
}
