import type { Lexicon } from '../lexicon.ts'
import type { Token } from '../tokens/token.ts'
import { canBeVerb, isFiniteVerb, isLower, isNominal, OPENS_PHRASE, opensObject } from '../tokens/token-tests.ts'
import { type VerbForm, verbForm } from '../words/verb-forms.ts'
import { DOUBTING, POSSESSIVES, REPORTING, TIME_NOUNS, WEEKDAYS } from '../words/word-lists.ts'
import { wordSet } from '../words/word-set.ts'
import { retag, type TokenContext } from './tag-rule.ts'

/** Stretches that hold one clause at most: between punctuation, conjunctions and relative words. */
export function segments(tokens: readonly Token[], lexicon: Lexicon): [number, number][] {
  const found: [number, number][] = []
  let from = 0
  for (let i = 0; i <= tokens.length; i++) {
    const token = tokens[i]
    if (!token || separatesClauses(token)) {
      if (i > from) found.push([from, i])
      from = i + 1
    } else if (token.pos === 'VERB' && i > from && takesClause(token, tokens[i + 1], lexicon)) {
      found.push([from, i + 1])
      from = i + 1
    }
  }
  return found
}

const separatesClauses = ({ text, pos, lower }: Token): boolean =>
  /^[,;:.!?()"“”—–-]$/.test(text) ||
  pos === 'CCONJ' ||
  pos === 'SCONJ' ||
  /^(?:who|which|where|when|that|what|how|why)$/.test(lower)

/** "I think Boris lives in Perm": what such a verb takes is a clause of its own. */
function takesClause(verb: Token, next: Token | undefined, lexicon: Lexicon): boolean {
  const lemma = lexicon.lemma(verb.lower, 'VERB')
  return (REPORTING.has(lemma) || DOUBTING.has(lemma)) && /^(?:PROPN|PRON|DET)$/.test(next?.pos ?? '')
}

/** "enjoys baking bread and growing tomatoes", "is expanding the studio and offering classes". */
export function coordinatedGerund({ tokens, i, token, previous, next, lexicon }: TokenContext): void {
  if (!/ing$/.test(token.lower) || token.pos === 'VERB' || !isLower(token)) return
  if (previous!.pos !== 'CCONJ' || !opensObject(next)) return
  const parallel = tokens
    .slice(0, i - 1)
    .some((other, j) => /ing$/.test(other.lower) && (other.pos === 'VERB' || (j > 0 && tokens[j - 1]!.pos === 'VERB')))
  if (parallel && canBeVerb(token.lower, lexicon)) retag(token, 'VERB', 'gerund-after-and')
}

/** A noun that goes on where a verb form has gone before is a verb. */
export function coordinatedVerb(at: TokenContext): void {
  const { token, next, lexicon } = at
  if (token.pos !== 'NOUN' || !isLower(token) || !next || !canBeVerb(token.lower, lexicon)) return
  const form = verbForm(token, lexicon)
  if (form === 'base' && continuesBaseForm(at, next)) retag(token, 'VERB', 'base-form-after-and')
  if (form === 's' && continuesThirdPerson(at, next)) retag(token, 'VERB', 'third-person-after-and')
}

/** "you live in Bern and work as a chef" */
function continuesBaseForm({ tokens, i, previous, lexicon }: TokenContext, next: Token): boolean {
  if (previous!.pos !== 'CCONJ' || next.lower === 'of') return false
  if (next.pos !== 'ADP' && next.pos !== 'DET' && !(previous!.lower === 'but' && isNominal(next))) return false
  return tokens
    .slice(1, i)
    .some(
      (other, j) =>
        other.pos === 'VERB' && verbForm(other, lexicon) === 'base' && /^(?:i|you|we|they)$/.test(tokens[j]!.lower),
    )
}

/** "works at Fjord and lives in Bodø", "Marek, who works at Vodní, lives in Brno" */
function continuesThirdPerson({ tokens, i, previous, lexicon }: TokenContext, next: Token): boolean {
  if (!/^(?:ADP|DET|PRON|PROPN|NUM)$/.test(next.pos)) return false
  const finite = tokens.map((_, j) => isFiniteVerb(tokens, j, lexicon))
  if (previous!.pos === 'CCONJ')
    return tokens.slice(0, i).some((other, j) => finite[j] && (other.pos === 'AUX' || verbForm(other, lexicon) === 's'))
  const closesParenthesis = previous!.text === ',' && tokens.slice(0, i - 1).some((other) => other.text === ',')
  return closesParenthesis && !finite.includes(true, i + 1)
}

/** "The neighbour who plays the tuba lives upstairs": the noun before "who" still wants its verb after the relative clause has had its own. */
export function verbAfterRelative(tokens: readonly Token[], lexicon: Lexicon): void {
  const at = tokens.findIndex(
    (token, i) => i > 0 && /^(?:who|which|that)$/.test(token.lower) && isNominal(tokens[i - 1]),
  )
  if (at < 0 || tokens[at + 1]?.pos === 'PRON') return
  const finite = tokens.map((_, i) => isFiniteVerb(tokens, i, lexicon))
  const first = finite.indexOf(true)
  if (first < at || (tokens[first]!.pos !== 'AUX' && finite.includes(true, first + 1))) return
  const second = tokens.find((token, i) => i > first + 1 && isVerbAfterNoun(tokens, i, token, lexicon))
  if (second) retag(second, 'VERB', 'verb-after-relative-clause')
}

const isVerbAfterNoun = (tokens: readonly Token[], i: number, token: Token, lexicon: Lexicon): boolean =>
  token.pos === 'NOUN' &&
  isLower(token) &&
  isNominal(tokens[i - 1]) &&
  canBeVerb(token.lower, lexicon) &&
  verbForm(token, lexicon) === 's' &&
  tokens[i + 1] !== undefined &&
  (OPENS_PHRASE.has(tokens[i + 1]!.pos) || tokens[i + 1]!.pos === 'ADJ')

/** What can be a verb and in such a place hardly ever is: "new hearing aids", "road risks policy", "all samples back to ours". */
const SELDOM_VERBS = wordSet(
  `aids buses park risks papers cards sugar sugars monitor back off up out down except core till lot people guy guys fee fees rail home flat grey cake cakes
  wall room twins stall hill ginger bay jar board boards boots boot`,
)

/** Verbs that are hardly ever nouns without an article: in "bus fares rise to 3 euro" nothing else can be the verb. */
const SELDOM_BARE = wordSet(
  'rise start end drop fall shift move stop last cost change come go begin need open close run',
)

/** "coffee breaks start at ten": the noun in -s is the subject of the verb after it. */
const isBeforeItsVerb = (tokens: readonly Token[], i: number, lexicon: Lexicon): boolean => {
  const [verb, next] = [tokens[i + 1], tokens[i + 2]]
  return (
    verb !== undefined &&
    SELDOM_BARE.has(verb.lower) &&
    verbForm(tokens[i]!, lexicon) === 's' &&
    lexicon.canBe(lexicon.lemma(tokens[i]!.lower, 'NOUN'), 'NOUN') &&
    (next === undefined || next.pos === 'PUNCT' || OPENS_PHRASE.has(next.pos))
  )
}

/** A stretch with a subject and no verb at all: the word that can be a verb and stands where one is wanted is the verb. */
export function findMissingVerb(tokens: readonly Token[], from: number, to: number, lexicon: Lexicon): void {
  for (let i = from; i < to; i++) if (isFiniteVerb(tokens, i, lexicon)) return
  const coordinated = tokens[from - 1]?.pos === 'CCONJ' && isNominal(tokens[from - 2])
  const alone = !tokens.some((_, i) => (i < from || i >= to) && isFiniteVerb(tokens, i, lexicon))
  if (!alone && !/^(?:DET|PRON|PROPN)$/.test(tokens[from]!.pos)) return
  for (let i = from + 1; i < to; i++) {
    const token = tokens[i]!
    if (
      token.pos === 'VERB' ||
      !isLower(token) ||
      !canBeVerb(token.lower, lexicon) ||
      TIME_NOUNS.has(token.lower) ||
      WEEKDAYS.has(token.lower) ||
      SELDOM_VERBS.has(token.lower) ||
      isBeforeItsVerb(tokens, i, lexicon)
    )
      continue
    const subject = tokens[i - 1]!.pos === 'ADV' && i - 1 > from ? tokens[i - 2]! : tokens[i - 1]!
    if (!isNominal(subject) || POSSESSIVES.has(subject.lower) || (subject.pos === 'NUM' && !coordinated)) continue
    if (!agrees(verbForm(token, lexicon), subject, coordinated)) continue
    const last = i + 1 >= to
    if (last ? !alone : !opensObject(tokens[i + 1])) continue
    retag(token, 'VERB', 'clause-without-verb')
    token.guessed = true
    return
  }
}

function agrees(form: VerbForm, subject: Token, coordinated: boolean): boolean {
  if (form === 'ed' || form === 'past') return true
  const plural =
    (subject.pos === 'NOUN' && /[^s]s$/.test(subject.lower)) ||
    /^(?:people|men|women|(?:grand|god|step)?children)$/.test(subject.lower)
  // "I live in Bruges and my mother lives in Ostend": a third person is one, whatever is joined before.
  return form === 's' ? !plural || subject.pos === 'PROPN' : form === 'base' && (plural || coordinated)
}
