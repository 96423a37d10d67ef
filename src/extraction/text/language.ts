import { CAPITAL_FIRST, pattern } from '../../runtime/pattern.ts'
import type { Lexicon } from '../lexicon.ts'
import { wordSet } from '../words/word-set.ts'

/** Little words of English that the other languages below do not have. */
const ENGLISH = wordSet(
  `the and is are i i'm i've i'll i'd it it's my you your he she we they his her their our us of to that this these those with for from at by not but or
  if been being be have had has did does don't didn't doesn't isn't aren't can can't won't will would could should what when where who which how why
  because about into than then there out up down over after before just now some any all only still got get gets went goes its that's he's she's we're
  they're you're were very too much many more most other back off again im ive dont pls`,
)

/** Little words of German, Spanish, French, Italian, Portuguese, Dutch, Swedish, Danish, Polish, Turkish and some others that English does not have. */
const ELSEWHERE = wordSet(
  `und der das ist nicht ich wir ihr auf für fuer von vom kommt zum zur dem ein eine einen einem einer eines auch aber oder wenn weil dass noch schon nur sehr
  mein meine meinen meiner dein deine seine kein keine keinen haben habe hatte wird werden wurde kann muss soll bitte heute gestern jetzt immer bei nach
  über ueber durch ohne sich mich dich euch mir dir sind diese dieser dieses beim seit zwischen
  el los las del una unos unas que por para pero porque como muy más mis tus sus está este esto soy eres estoy están fue también tambien cuando donde
  quien hoy ayer mañana ahora siempre nunca hasta desde tengo tiene llega
  des est une dans pas qui avec mais où je nous vous ils elles mes tes leur leurs cette ces sont suis avons ont été être avoir chez très aussi demain
  hier à depuis c'est j'ai n'est d'un d'une qu'il au aux
  gli della dello delle dei degli nel nella sono abbiamo hanno che più anche dove oggi ieri domani sempre mio
  uma não nao eu você voce ele ela meu minha seu sua são foi já hoje ontem amanhã agora dos
  het een niet ik jij hij zij wij zijn mijn jouw naar voor maar ook nog geen deze wordt heb heeft hebben uit vandaag morgen gisteren
  och att det som på är inte jag från mitt ett og ikke jeg fra
  nie się jest że jak mój tylko dla przez jutro dziś
  bir bu için değil çok ile
  se ek vir hulle hai nahi kya mera meri aur yang tidak saya untuk ang mga ng és hogy nem și sunt pentru že jsem että olen mutta
  dey wey abeg una wetin kena`,
)

/** Words of dialects and pidgins whose grammar is another one: a sentence with one of them is read wrongly as often as not. */
const DIALECT = wordSet(
  `fae frae tae dae dinnae didnae cannae wasnae isnae havnae havenae wouldnae couldnae shouldnae doesnae arenae willnae nae noo oot aboot doon hame hoose
  masel mebbe mair anymair deid heid cawd ain wi wha whit yer aff oan intae wae ye yous youse dat dem dis mi wah lah leh lor liao dun oso na sef
  thass thissen missen summat`,
)

const WORDS = pattern(String.raw`[\p{L}\p{M}'’]+`, 'gu')
const ACCENTED = pattern(String.raw`[^\p{ASCII}’]`, 'u')
const OTHER_SCRIPT = pattern(String.raw`[^\P{L}\p{Script=Latin}]`, 'gu')
/** So much of a text tells its language. */
const LANGUAGE_CHARS = 600
const BEYOND_ASCII = /[^ -~]/
/** So much of a sentence in another script is more than a name. */
const OTHER_SCRIPT_SHARE = 0.2

/**
 * Is the sentence English? One foreign word or a foreign name leaves it so; half a sentence of another language does not. Where it has no
 * little word that tells, it is in the language of its text.
 */
export function isEnglish(sentence: string, lexicon: Lexicon, text: string = sentence): boolean {
  const otherScript = BEYOND_ASCII.test(sentence) ? (sentence.match(OTHER_SCRIPT())?.length ?? 0) : 0
  if (otherScript > sentence.length * OTHER_SCRIPT_SHARE) return false
  const words = sentence.match(WORDS()) ?? []
  let english = 0
  let elsewhere = 0
  for (const [i, written] of words.entries()) {
    const word = written.toLowerCase().replaceAll('’', "'")
    if (ENGLISH.has(word)) english++
    else if (DIALECT.has(word) && written === word) elsewhere += 2
    // "Uma Sethi" is a name, and in "Casa de los Abuelos" what follows a name may belong to it.
    else if (ELSEWHERE.has(word) && !(written !== word && CAPITAL_FIRST().test(words[i + 1] ?? '')))
      elsewhere += written === word && CAPITAL_FIRST().test(words[i - 1] ?? '') ? 0.5 : 1
  }
  if (elsewhere > 1 && elsewhere * 2 >= english) return false
  if (english > 0) return true
  if (elsewhere > 0 || !isKnown(words, lexicon)) return false
  return text === sentence || isEnglish(text.slice(0, LANGUAGE_CHARS), lexicon)
}

/** Without little words that tell the language, most words in small letters have to be English ones. */
function isKnown(words: readonly string[], lexicon: Lexicon): boolean {
  const small = words.filter((word) => word === word.toLowerCase())
  const unknown = small.filter(
    (word) => word.length > 3 && !lexicon.knows(word) && !lexicon.knows(lexicon.lemma(word, 'NOUN')),
  )
  const weight = unknown.length + unknown.filter((word) => ACCENTED().test(word)).length
  return weight < 2 || weight * 3 < small.length
}
