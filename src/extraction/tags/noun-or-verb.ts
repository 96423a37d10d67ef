import { IRREGULAR_BOTH } from '../../domain/statement/past-forms.ts'
import { LETTER } from '../../runtime/pattern.ts'
import type { Token } from '../tokens/token.ts'
import { isFiniteVerb, isLower, isNominal, opensObject } from '../tokens/token-tests.ts'
import { isBe, isDo, isHave, isModal, type VerbForm, verbForm } from '../words/verb-forms.ts'
import { POSSESSIVES, SUBJECT_PRONOUNS } from '../words/word-lists.ts'
import { wordSet } from '../words/word-set.ts'
import { type TokenContext, tagAs, tagBy } from './tag-rule.ts'

interface WordContext extends TokenContext {
  readonly form: VerbForm | undefined
  readonly canVerb: boolean
  readonly canNoun: boolean
}
interface GovernedWord extends WordContext {
  /** The word before, over adverbs and negations. */
  readonly governor: Token
}
interface WordAfter extends WordContext {
  readonly previous: Token
  /** It stands where a noun phrase has begun: "the run", "Tom's run", "a long run". */
  readonly inNounPhrase: boolean
}

const TAKES_GERUND = wordSet('stop start quit keep begin finish continue enjoy love like hate avoid prefer dislike')

const isParticiple = (form: VerbForm | undefined): boolean => form === 'ed' || form === 'en'

/** What one does, and hardly ever a verb after an emphatic "do": "she does field GPS", "I do water aerobics". */
const DONE = wordSet(
  'water field motion spin floor ground table body figure speed line garden school paper stage voice nail tap stock circuit weight core barre pole fiddle ward time inventory',
)

/** The word before says that a verb follows. */
const tagAfterGovernor = tagAs<GovernedWord>('VERB', {
  'base-form-after-modal': ({ governor, form }) =>
    (isModal(governor) || isDo(governor)) && form === 'base' && governor.pos === 'AUX',
  'participle-after-have': ({ governor, form, token, next }) =>
    isHave(governor) && (isParticiple(form) || token.lower === 'been') && !isNominal(next),
  'irregular-participle-after-have': ({ governor, form }) => isHave(governor) && form === 'en',
  'past-after-and': ({ governor, form, next }) =>
    governor.pos === 'CCONJ' && form === 'ed' && opensObject(next) && next?.pos !== 'NOUN' && next?.pos !== 'ADJ',
  'gerund-after-enjoy': ({ governor, previous, form, next, lexicon }) =>
    governor.pos === 'VERB' &&
    form === 'ing' &&
    TAKES_GERUND.has(lexicon.lemma(governor.lower, 'VERB')) &&
    opensObject(next) &&
    governor === previous,
  'progressive-after-be': ({ governor, form, token }) => isBe(governor) && form === 'ing' && token.pos !== 'ADJ',
  'passive-after-be': ({ governor, form, next }) => isBe(governor) && isParticiple(form) && next?.pos === 'ADP',
  'verb-after-subject-pronoun': agreesWithPronoun,
})

const opensOwnObject = ({ next }: WordContext): boolean =>
  next !== undefined && (next.pos === 'DET' || POSSESSIVES.has(next.lower))

/** An -ing form with an object is a verb. */
const tagGerund = tagAs<WordContext>('VERB', {
  // "Juggling two jobs is hard": a sentence that opens with a doing and its object.
  'gerund-at-start': (word) => word.i === 0 && opensOwnObject(word),
  // "dreams of opening a café": after a preposition, -ing with an object is a doing.
  'gerund-after-preposition': (word) => word.previous?.pos === 'ADP' && opensOwnObject(word),
})

/** The word before says that it is no verb. */
const tagAfterWord = tagBy<WordAfter>([
  {
    name: 'what-one-does',
    after: wordSet('do does did'),
    words: DONE,
    when: (word) =>
      isNominal(word.tokens[word.i - 2]) && !opensOwnObject(word) && !/^(?:PRON|NUM)$/.test(word.next?.pos ?? ''),
    tag: 'NOUN',
  },
  // "does nails in gel", "we do mostly chairs": after "do" no verb has an -s.
  {
    name: 'things-that-one-does',
    when: ({ tokens, i, form, canNoun }) => form === 's' && canNoun && isEmphaticDo(governorOf(tokens, i)),
    tag: 'NOUN',
  },
  // "has swimming on Mondays"
  {
    name: 'doing-after-have',
    when: ({ previous, form, next }) =>
      form === 'ing' && /^(?:have|has|had)$/.test(previous.lower) && !opensObject(next),
    tag: 'NOUN',
  },
  {
    name: 'participle-before-noun',
    when: ({ inNounPhrase, form, next }) =>
      inNounPhrase &&
      (form === 'ing' || isParticiple(form)) &&
      next !== undefined &&
      /^(?:NOUN|PROPN|ADJ)$/.test(next.pos),
    tag: 'ADJ',
  },
  {
    name: 'participle-as-noun',
    when: ({ inNounPhrase, form, canNoun }) => inNounPhrase && (form === 'ing' || (isParticiple(form) && canNoun)),
    tag: 'NOUN',
  },
  // "the minutes of failed calls", "with fried onions"
  {
    name: 'participle-after-preposition',
    when: ({ previous, form, next }) =>
      previous.pos === 'ADP' && previous.lower !== 'to' && form === 'ed' && next?.pos === 'NOUN',
    tag: 'ADJ',
  },
  { name: 'participle-as-adjective', when: ({ inNounPhrase, form }) => inNounPhrase && isParticiple(form), tag: 'ADJ' },
  { name: 'noun-after-determiner', when: ({ inNounPhrase, canNoun }) => inNounPhrase && canNoun, tag: 'NOUN' },
  { name: 'nothing-but-a-verb', when: ({ inNounPhrase }) => inNounPhrase, tag: 'VERB' },
  { name: 'end-of-compound', when: endsCompound, tag: 'NOUN' },
  {
    name: 'noun-after-preposition',
    when: ({ previous, form, canNoun }) =>
      previous.pos === 'ADP' && (previous.lower !== 'to' || form === 's') && form !== 'ing' && canNoun,
    tag: 'NOUN',
  },
  {
    name: 'noun-after-number',
    when: ({ previous, form, canNoun }) => previous.pos === 'NUM' && canNoun && form !== 'ed',
    tag: 'NOUN',
  },
  // "have type 2 diabetes": neither "have" nor "be" takes a base form.
  {
    name: 'noun-after-have-or-be',
    when: ({ tokens, i, form, canNoun, token }) =>
      canNoun && form === 'base' && !IRREGULAR_BOTH.has(token.lower) && followsHaveOrBe(tokens, i),
    tag: 'NOUN',
  },
  // "I have wrapping paper"
  {
    name: 'thing-that-one-has',
    when: ({ tokens, i, form, previous }) =>
      form === 'ing' && /^(?:have|has|had)$/.test(previous.lower) && tokens[i + 1]?.pos === 'NOUN',
    tag: 'NOUN',
  },
  {
    name: 'adjective-after-be',
    when: ({ tokens, i, form, token, lexicon }) =>
      form === 'base' &&
      lexicon.canBe(token.lower, 'ADJ') &&
      followsHaveOrBe(tokens, i) &&
      // "have set 4519 to courier"
      !(IRREGULAR_BOTH.has(token.lower) && tokens[i + 1]?.pos === 'NUM'),
    tag: 'ADJ',
  },
  {
    name: 'lexicon-knows-no-verb',
    when: ({ previous, form, canVerb, canNoun, token, lexicon }) =>
      !canVerb && canNoun && previous.pos !== 'TO' && lexicon.knows(token.lower) && form === 'base',
    tag: 'NOUN',
  },
])

const tagPhraseEnd = tagBy<WordContext>([
  // "our flat has", "the spare key is": where a noun phrase must end, what can be a noun is one.
  {
    name: 'noun-where-phrase-ends',
    when: ({ token, canNoun, tokens, i, previous, next }) =>
      token.pos === 'ADJ' && canNoun && previous !== undefined && closesPhrase(next) && isOpened(tokens, i),
    tag: 'NOUN',
  },
  {
    name: 'her-without-noun',
    words: wordSet('her'),
    when: ({ next }) => next !== undefined && !isNominal(next) && next.pos !== 'ADJ',
    tag: 'PRON',
  },
])

/** Settles what can be a noun, an adjective or a verb by the words around it. */
export function tagNounOrVerb(at: TokenContext): void {
  const { tokens, i, token, previous, lexicon } = at
  if (token.pos === 'AUX' || !LETTER().test(token.text)) return
  const canVerb = lexicon.canBe(token.lower, 'VERB')
  if (!canVerb && token.pos !== 'VERB' && token.pos !== 'ADJ' && token.lower !== 'her') return
  const form = canVerb || token.pos === 'VERB' ? verbForm(token, lexicon) : undefined
  const word: WordContext = { ...at, form, canVerb, canNoun: lexicon.canBe(token.lower, 'NOUN') }
  const governor = governorOf(tokens, i)
  if (token.pos !== 'VERB' && canVerb && governor && isLower(token)) tagAfterGovernor({ ...word, governor })
  if (token.pos !== 'VERB' && form === 'ing') tagGerund(word)
  if (token.pos === 'VERB' && previous && form !== 'modal')
    tagAfterWord({ ...word, previous, inNounPhrase: isInNounPhrase(tokens, i, previous) })
  if (token.pos === 'ADJ' || token.lower === 'her') tagPhraseEnd(word)
}

function governorOf(tokens: readonly Token[], i: number): Token | undefined {
  let k = i - 1
  while (k >= 0 && (tokens[k]!.pos === 'ADV' || tokens[k]!.pos === 'NEG')) k--
  return tokens[k]
}

/** "is now face id": over adverbs too. */
function followsHaveOrBe(tokens: readonly Token[], i: number): boolean {
  const governor = governorOf(tokens, i)
  return governor?.pos === 'AUX' && (isHave(governor) || isBe(governor))
}

function agreesWithPronoun({ governor, form, token }: GovernedWord): boolean {
  const { lower } = governor
  if (governor.pos !== 'PRON' || !(SUBJECT_PRONOUNS.has(lower) || lower === 'which')) return false
  const thirdPerson = /^(?:he|she|it|who|which)$/.test(lower)
  if (form === 'base') return (!thirdPerson || lower === 'who') && token.pos !== 'ADJ'
  return form === 'ed' || form === 'past' || (form === 's' && thirdPerson)
}

const isEmphaticDo = (governor: Token | undefined): boolean => governor?.pos === 'AUX' && isDo(governor)

function isInNounPhrase(tokens: readonly Token[], i: number, previous: Token): boolean {
  if (previous.pos === 'DET') return !/^(?:this|that|these|those|all|both)$/.test(previous.lower)
  if (previous.pos === 'POSS') return true
  if (POSSESSIVES.has(previous.lower) && previous.lower !== 'her') return true
  const first = previous.pos === 'ADJ' ? tokens[i - 2] : undefined
  return first !== undefined && (/^(?:DET|ADJ|ADP)$/.test(first.pos) || POSSESSIVES.has(first.lower))
}

const closesPhrase = (next: Token | undefined): boolean =>
  next === undefined ||
  /^[.!?,;]$/.test(next.text) ||
  (/^(?:AUX|VERB|ADP|NEG)$/.test(next.pos) && !/(?:ing|ed)$/.test(next.lower))

function isOpened(tokens: readonly Token[], i: number): boolean {
  const opens = (token: Token | undefined) =>
    token !== undefined && (token.pos === 'POSS' || POSSESSIVES.has(token.lower) || /^(?:the|a|an)$/.test(token.lower))
  const before = tokens[i - 1]!
  return (
    opens(before) ||
    ((before.pos === 'ADJ' || before.pos === 'PROPN' || before.text.includes('-')) && opens(tokens[i - 2]))
  )
}

/** "a 5K charity run for": a base form at the end of a singular noun phrase, after the clause has had its verb. */
function endsCompound({ tokens, i, previous, form, canNoun, lexicon }: WordAfter): boolean {
  if (!canNoun || form !== 'base' || previous.pos !== 'NOUN') return false
  let k = i - 1
  while (k >= 0 && /^(?:NOUN|ADJ|NUM|X|PROPN)$/.test(tokens[k]!.pos)) k--
  const opener = tokens[k]
  if (!opener || (opener.pos !== 'DET' && !POSSESSIVES.has(opener.lower))) return false
  return (
    /^(?:a|an)$/.test(opener.lower) || (k > 0 && tokens.slice(0, k).some((_, j) => isFiniteVerb(tokens, j, lexicon)))
  )
}
