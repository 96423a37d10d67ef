import { lazy } from '../../runtime/lazy.ts'
import { pattern } from '../../runtime/pattern.ts'
import { mark } from './wordpiece.ts'

/** The text as the encoder should read it: sentences of other languages word by word in English, all others as they are. */
export type Gloss = (text: string) => string

interface Language {
  readonly name: string
  /** Words with what they mean; an empty string for those that English has no word for. Read when the language is first met. */
  readonly words: () => ReadonlyMap<string, string>
  /** The same by stem, for forms that are not listed. */
  readonly stems: () => ReadonlyMap<string, string>
  /** Letters that it has, and hardly another. */
  readonly letters: RegExp | undefined
}

const LETTERS: Readonly<Record<string, RegExp>> = {
  de: /ß/,
  es: /[ñ¿]/,
  hi: /[\u0900-\u097f]/,
  no: /[æø]/,
  pl: /[ąćęłńśźż]/,
  pt: /[ãõ]/,
  ru: /[а-яё]/,
  tr: /[ğış]/,
  uk: /[а-щьюяіїєґ]/,
}

const ENGLISH = 'en'
/** Its nouns have capitals. */
const GERMAN = 'de'
/** They put words together without a space. */
const COMPOUNDING: ReadonlySet<string> = new Set([GERMAN, 'nl', 'sv', 'no'])
/** Written without spaces. */
const JAPANESE = 'ja'
const CHINESE = 'zh'

const SENTENCE = /[^.!?\n…。！？]+[.!?\n…。！？]*/g
/** "l'eau" is two words. */
const word = pattern(String.raw`[\p{L}\p{M}]+(?:['’](?=\p{L}))?`, 'gu')
const otherScript = pattern(String.raw`[^\P{L}\p{Script=Latin}]`, 'u')
const unspaced = pattern(String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+`, 'gu')
const kana = pattern(String.raw`[\p{Script=Hiragana}\p{Script=Katakana}]`, 'u')
const BEYOND_ASCII = /[^ -~\s]/

/**
 * What the lines of `assets/model/glosses.txt` say: a line "#de" begins a language, each other line is a word and, after a tab, what it means. A
 * word that English has too is marked by "~": it is no sign of the language. The commonest come first.
 */
export function createGloss(file: string): Gloss {
  const { languages, english, signs } = readFile(file)
  const named = new Map(languages.map((language) => [language.name, language]))

  /** Whose words the sentence has; null where it is English or cannot be told. */
  function languageOf({ words, signs: telling }: ReadSentence): Language | null {
    const counts = new Array<number>(languages.length).fill(0)
    for (const one of telling) {
      if (english.has(one)) continue
      const of = (signs.get(one) ?? 0) | lettersOf(one)
      for (let rest = of, at = 0; rest > 0; rest >>= 1, at++) counts[at]! += rest & 1
    }
    const most = Math.max(...counts)
    if (most <= 0) return null
    const known = (language: Language) => words.reduce((sum, one) => sum + Number(language.words().has(one)), 0)
    const best = languages
      .filter((_, at) => counts[at] === most)
      .reduce((best, one) => (known(one) > known(best) ? one : best))
    const inEnglish = words.filter((one) => english.has(one) && !best.words().has(one)).length
    if (inEnglish > 0 && most <= inEnglish) return null
    // One word that tells it is enough where nearly all the others fit.
    const share = known(best) / words.length
    return share >= (most > 1 ? KNOWN_SHARE : SURE_SHARE) && words.length > 1 ? best : null
  }

  /** Languages, a bit for each, that the word shows itself to be of by a letter that few others have. */
  function lettersOf(one: string): number {
    if (!BEYOND_ASCII.test(one)) return 0
    let of = 0
    for (const [at, { letters }] of languages.entries()) if (letters?.test(one)) of |= 1 << at
    return of
  }

  function glossSentence(sentence: string, language: Language): string {
    // In most languages a capital within a sentence begins a name.
    const hasNames = language.name !== GERMAN && sentence !== sentence.toUpperCase()
    return sentence.replace(word(), (written, at: number) => {
      const isName = hasNames && at > 0 && written !== written.toLowerCase()
      if (isName) return written
      const meaning = meaningOf(lowerCase(written), language)
      if (meaning === null) return transliterated(written)
      return APOSTROPHE.test(written) ? `${meaning} ` : meaning
    })
  }

  return (text) => {
    if (!BEYOND_ASCII.test(text) && !mayBeForeign(text, english)) return text
    const inOtherScript = otherScript().test(text)
    const spaced = inOtherScript ? glossUnspaced(text, named) : text
    const sentences = (spaced.match(SENTENCE) ?? []).map((sentence) => {
      const read = readSentence(sentence)
      return { sentence, words: read.words, language: languageOf(read) }
    })
    const main = mainOf(sentences)
    return sentences
      .map(({ sentence, words, language }) => {
        // What could be of any language is of that of the others.
        const read = language ?? (main && !words.some((one) => english.has(one)) ? main : null)
        return read ? glossSentence(sentence, read) : sentence
      })
      .join('')
  }
}

interface ReadSentence {
  readonly words: readonly string[]
  /** Those by which the language may be told: not what may be a name. */
  readonly signs: readonly string[]
}

function readSentence(sentence: string): ReadSentence {
  const written = sentence.match(word()) ?? []
  const isLoud = sentence === sentence.toUpperCase()
  const words = written.map(lowerCase)
  const isSmall = (at: number) => isLoud || words[at] === written[at]
  // A first word has its capital anyway, unless it is followed by another: "Uma Sethi".
  return { words, signs: words.filter((_, at) => isSmall(at) || (at === 0 && isSmall(1))) }
}

const APOSTROPHE = /['’]$/

const KNOWN_SHARE = 1 / 3
const SURE_SHARE = 0.6
const lowerCase = (written: string): string => written.toLowerCase().replace('’', "'")

/** A text with so much of a language is in it. */
const MAIN_SHARE = 4

function mainOf(
  sentences: readonly { readonly sentence: string; readonly language: Language | null }[],
): Language | null {
  const lengths = new Map<Language, number>()
  let [told, all] = [0, 0]
  for (const { sentence, language } of sentences) {
    all += sentence.length
    if (!language) continue
    told += sentence.length
    lengths.set(language, (lengths.get(language) ?? 0) + sentence.length)
  }
  if (told === 0 || told * MAIN_SHARE < all) return null
  return [...lengths].reduce((best, one) => (one[1] > best[1] ? one : best))[0]
}

/** A quick look at texts in plain letters: nearly all are English, and show it. */
function mayBeForeign(text: string, english: ReadonlySet<string>): boolean {
  let [known, all] = [0, 0]
  for (const one of text.split(PLAIN_BREAKS, QUICK_WORDS)) {
    if (one === '') continue
    all++
    if (english.has(one.toLowerCase())) known++
  }
  return known * QUICK_SHARE < all
}
const PLAIN_BREAKS = /[^A-Za-z]+/
const QUICK_WORDS = 120
/** One word in four is a common one in hardly any other language. */
const QUICK_SHARE = 4

function readFile(file: string) {
  const languages: Language[] = []
  const english = new Set<string>()
  /** By word: the languages that have it, a bit for each. */
  const signs = new Map<string, number>()
  for (const section of file.split(/^#/m).slice(1)) {
    const end = section.indexOf('\n')
    const name = section.slice(0, end)
    if (name === ENGLISH) for (const one of section.slice(end + 1).split('\n')) english.add(one)
    else {
      for (const line of section.split('\n', SIGNS).slice(1)) {
        const one = line.slice(0, Math.max(0, line.indexOf('\t')))
        // A letter may be anything.
        if (one.length < 2 || line.startsWith(IN_ENGLISH_TOO)) continue
        signs.set(one, (signs.get(one) ?? 0) | (1 << languages.length))
      }
      const words = lazy(() => wordsOf(section.slice(end + 1)))
      languages.push({ name, words, stems: lazy(() => stemsOf(words())), letters: LETTERS[name] })
    }
  }
  return { languages, english, signs }
}
/** A language's first words are its commonest, and it is known by them. */
const SIGNS = 1_500
const IN_ENGLISH_TOO = '~'

const wordsOf = (lines: string): Map<string, string> =>
  new Map(
    lines.split('\n').flatMap((line) => {
      const tab = line.indexOf('\t')
      return tab < 0 ? [] : [[line.slice(line.startsWith(IN_ENGLISH_TOO) ? 1 : 0, tab), line.slice(tab + 1)] as const]
    }),
  )

/** What it means, by itself, by its stem or by its parts; nothing where that is not known. */
function meaningOf(one: string, language: Language): string | null {
  const exact = language.words().get(one)
  if (exact !== undefined) return exact
  if (one.length > LONGEST) return null
  const plain = withoutAccents(one)
  for (let cut = 0; cut <= MOST_CUT && plain.length - cut >= SHORTEST_STEM; cut++) {
    const meaning = language.stems().get(plain.slice(0, plain.length - cut))
    if (meaning !== undefined) return meaning
  }
  return COMPOUNDING.has(language.name) ? partsOf(one, language) : null
}
const LONGEST = 40
const MOST_CUT = 3
const SHORTEST_STEM = 4
const withoutAccents = (one: string): string => one.normalize('NFD').replace(mark(), '')

function stemsOf(words: ReadonlyMap<string, string>): Map<string, string> {
  const stems = new Map<string, string>()
  const add = (stem: string, meaning: string) => {
    if (!stems.has(stem)) stems.set(stem, meaning)
  }
  const plain = [...words].map(([one, meaning]) => [withoutAccents(one), meaning] as const)
  for (const [one, meaning] of plain) add(one, meaning)
  for (let cut = 1; cut <= 2; cut++)
    for (const [one, meaning] of plain)
      if (one.length - cut > SHORTEST_STEM) add(one.slice(0, one.length - cut), meaning)
  return stems
}

/** "Schulaufführung" is a performance of a school: the longest last part that is known, and what comes before it. */
function partsOf(one: string, language: Language): string | null {
  const words = language.words()
  for (let at = SHORTEST_PART; at <= one.length - SHORTEST_PART; at++) {
    const last = words.get(one.slice(at))
    if (last === undefined) continue
    const before = one.slice(0, at)
    const first = LINKS.map((link) =>
      before.endsWith(link) ? words.get(before.slice(0, before.length - link.length)) : undefined,
    )
    const meaning = first.find((found) => found !== undefined)
    if (meaning !== undefined) return `${meaning} ${last}`
  }
  return null
}
const SHORTEST_PART = 3
/** What stands between the parts of a compound. */
const LINKS = ['', 's', 'n', 'en', 'es', 'er', 'e']

/** Runs of characters in which words are not set apart: the longest known word first. */
function glossUnspaced(text: string, named: ReadonlyMap<string, Language>): string {
  const language = named.get(kana().test(text) ? JAPANESE : CHINESE)
  if (!language) return text
  const words = language.words()
  return text.replace(unspaced(), (run) => {
    const out: string[] = []
    let unknown = ''
    const flush = () => {
      if (unknown) out.push(transliterated(unknown))
      unknown = ''
    }
    for (let at = 0; at < run.length; ) {
      let length = Math.min(LONGEST_UNSPACED, run.length - at)
      while (length > 0 && !words.has(run.slice(at, at + length))) length--
      if (length === 0) unknown += run[at++]
      else {
        flush()
        out.push(words.get(run.slice(at, at + length))!)
        at += length
      }
    }
    flush()
    return ` ${out.filter((one) => one !== '').join(' ')} `
  })
}
const LONGEST_UNSPACED = 8

/** Names in other letters, as they are written in Latin ones. */
function transliterated(written: string): string {
  return otherScript().test(written)
    ? [...written.toLowerCase()].map((letter) => latin().get(letter) ?? letter).join('')
    : written
}

const latin = lazy(
  (): ReadonlyMap<string, string> =>
    new Map(
      [
        'а a б b в v г g д d е e ё yo ж zh з z и i й y к k л l м m н n о o п p р r с s т t у u ф f х kh ц ts ч ch ш sh щ shch ы y э e ю yu я ya і i ї yi є ye ґ g',
        'α a β v γ g δ d ε e ζ z η i θ th ι i κ k λ l μ m ν n ξ x ο o π p ρ r σ s ς s τ t υ y φ f χ ch ψ ps ω o',
        'ア a イ i ウ u エ e オ o カ ka キ ki ク ku ケ ke コ ko サ sa シ shi ス su セ se ソ so タ ta チ chi ツ tsu テ te ト to ナ na ニ ni ヌ nu ネ ne ノ no',
        'ハ ha ヒ hi フ fu ヘ he ホ ho マ ma ミ mi ム mu メ me モ mo ヤ ya ユ yu ヨ yo ラ ra リ ri ル ru レ re ロ ro ワ wa ヲ o ン n',
        'ガ ga ギ gi グ gu ゲ ge ゴ go ザ za ジ ji ズ zu ゼ ze ゾ zo ダ da ヂ ji ヅ zu デ de ド do バ ba ビ bi ブ bu ベ be ボ bo パ pa ピ pi プ pu ペ pe ポ po',
      ].flatMap((row) => {
        const parts = row.split(' ')
        return parts.flatMap((letter, at) => (at % 2 === 0 ? [[letter, parts[at + 1]!] as const] : []))
      }),
    ),
)
