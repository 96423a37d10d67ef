import { lazy } from '../../runtime/lazy.ts'
import { LETTER, pattern } from '../../runtime/pattern.ts'
import { words } from '../word-lists.ts'
import { INVISIBLE } from './printable.ts'

const LATIN_LETTERS = pattern(String.raw`\p{Script=Latin}`, 'gu')
const LETTERS = pattern(String.raw`\p{L}`, 'gu')
const MARK = pattern(String.raw`\p{M}`, 'u')
const ALIKE_SCRIPTS = pattern(String.raw`[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]+`, 'gu')
const LATIN = pattern(String.raw`\p{Script=Latin}`, 'u')
const NOT_LATIN = pattern(String.raw`[\p{Script=Cyrillic}\p{Script=Greek}]`, 'u')
const NOT_LETTERS = pattern(String.raw`[^\p{L}]`, 'gu')
const LETTERS_APART = pattern(String.raw`(?<![\p{L}\p{N}])\p{L}(?:[ \t]\p{L}(?!\p{L}))+`, 'gu')

/**
 * A text as a reader would read it aloud, for recognising what it says: one case, no accents, no invisible or look-alike characters, no
 * digits for letters. `at[i]` is the place in the original of the folded character i, so that what is found can be cut out of the original.
 */
export interface Folded {
  readonly text: string
  /** null: every character stands where it stood. */
  readonly at: readonly number[] | null
  /** Where the original ends. */
  readonly end: number
}

const UNSEEN = pattern(INVISIBLE, 'u')
const ASCII_ONLY = /^[\n\r\t -~]*$/

/** By each sign, what it stands for: the first of its group. */
const disguises = (groups: string): (() => ReadonlyMap<string, string>) =>
  lazy(() => new Map([...words(groups)].flatMap(([meant, ...signs]) => signs.map((sign) => [sign, meant!]))))

/** Letters of other scripts, and odd ones of our own, that look like a Latin letter. */
const LOOKALIKES = disguises(`
  aаαɑᴀƛλ bьвβʙƀɓ cсϲᴄƈ¢ dԁɗᴅđ eеёєεᴇɛəǝ℮ fꜰƒ gɡɢցǥɠ hһʜнհħ iіїιɪıį¡ jјᴊϳ
  kкκᴋƙ lⅼʟłӏ| mмᴍϻ nпηɴոŋ oоοσᴏøօө pрρᴘþ qԛգ rгʀяɾ sѕꜱʂ tтτᴛŧ
  uυᴜսʋμ vѵνᴠ wԝωᴡшщ xхχ yуγʏүұ zᴢƶ '‘’ʼ´ "“”„
`)
/** Signs that look like a bracket, a bar or a stroke. Quotation marks of any language are not among them. */
const SIGNS = disguises('<‹˂ᐸ❮⟨〈〈≺⋖⧼ >›˃ᐳ❯⟩〉〉≻⋗⧽ |ǀ∣│❘❙¦︱⏐⎸ [【〔⟦〖❲ ]】〕⟧〗❳ (❨⟮⸨ )❩⟯⸩ _▁‿ /⁄∕⧸')
const LEET = disguises('o0 i1! e3 a4@ s5$ t7 b8 l|')

export function fold(text: string): Folded {
  const folded = ASCII_ONLY.test(text) ? foldAscii(text) : foldAny(text)
  const plain = /[a-z][0-9@$!|]|[0-9@$!|][a-z]/.test(folded.text) ? unleet(folded.text) : folded.text
  return { ...folded, text: unmix(plain) }
}

const foldAscii = (text: string): Folded => ({
  text: text.toLowerCase(),
  at: null,
  end: text.length,
})

function foldAny(text: string): Folded {
  const mostlyLatin = count(text, LATIN_LETTERS()) * 2 >= count(text, LETTERS())
  const at: number[] = []
  let out = ''
  let offset = 0
  for (const character of text) {
    const here = offset
    offset += character.length
    if (character < '\u0080') {
      out += character.toLowerCase()
      at.push(here)
      continue
    }
    if (UNSEEN().test(character)) continue
    for (const letter of plainLetter(character)) {
      if (MARK().test(letter)) continue
      // In a Russian or Greek text its letters are themselves; between Latin ones they are in disguise.
      out += mostlyLatin ? (LOOKALIKES().get(letter) ?? letter) : letter
      for (let i = 0; i < letter.length; i++) at.push(here)
    }
  }
  return { text: mostlyLatin ? out : unmixed(out), at, end: text.length }
}

/** What a sign beyond ASCII looks like; nothing, where it is only an accent. */
export function lookalike(character: string): string {
  let out = ''
  for (const letter of plainLetter(character)) {
    if (letter < '\u0080') out += letter
    else out += SIGNS().get(letter) ?? LOOKALIKES().get(letter) ?? (MARK().test(letter) ? '' : letter)
  }
  return out
}

/** Letters in squares, circles and flags have no decomposition. */
function plainLetter(character: string): string {
  const code = character.codePointAt(0)!
  for (const first of [0x1f130, 0x1f150, 0x1f170, 0x1f1e6]) {
    if (code >= first && code < first + 26) return String.fromCharCode(97 + code - first)
  }
  // Kana and Hangul would fall apart into marks that mean something.
  const form = code >= 0x3000 && code <= 0xd7ff ? 'NFKC' : 'NFKD'
  return character.normalize(form).toLowerCase()
}

/** A word of two scripts is in disguise even in a text of the other script. */
const unmixed = (text: string): string =>
  text.replace(ALIKE_SCRIPTS(), (word) =>
    LATIN().test(word) && NOT_LATIN().test(word)
      ? Array.from(word, (letter) => LOOKALIKES().get(letter) ?? letter).join('')
      : word,
  )

/** "1gn0re" is read as "ignore"; "16gb" and "b2b" turn into nothing that means anything. */
const unleet = (text: string): string =>
  text.replace(/[a-z0-9@$!|]+/g, (word) => {
    if (!/[a-z]/.test(word) || !/[0-9@$!|]/.test(word)) return word
    const ending = /(?<![!|])[!|]+$/.exec(word)?.[0] ?? ''
    return word.slice(0, word.length - ending.length).replace(/[0-9@$!|]/g, (sign) => LEET().get(sign) ?? sign) + ending
  })

/** Words that orders are made of. Whoever mixes up the letters inside them is read all the same. */
const MIXED_UP = lazy(
  () =>
    new Map(
      'ignore previous instructions instruction disregard forget override prompt system reveal guidelines pretend everything rules earlier directives respond'
        .split(' ')
        .map((word) => [inOrder(word), word]),
    ),
)

const SHAPES = lazy(() => new Set([...MIXED_UP().values()].map((word) => word.charCodeAt(0) * 16 + word.length)))

function inOrder(word: string): string {
  return `${word[0]}${[...word.slice(1)].sort().join('')}`
}

/** The letters are the same, so that every place stays what it was. */
const unmix = (text: string): string =>
  text.replace(/(?<![a-z])[ipdforsgre][a-z]{4,11}(?![a-z])/g, (word) =>
    SHAPES().has(word.charCodeAt(0) * 16 + word.length) ? (MIXED_UP().get(inOrder(word)) ?? word) : word,
  )

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0

const SPELLED_OUT = pattern(String.raw`(?<![\p{L}\p{N}])\p{L}(?:[ \t]\p{L}(?!\p{L})){3}`, 'u')

const SEPARATED = pattern(String.raw`(?<!\p{L})\p{L}{1,40}(?:[-_*~\x60.·•+/\\^]{1,3}\p{L}{1,40})+`, 'gu')

/**
 * The same text without what was put between the letters of a word ("ig-nore", "i g n o r e", "**ig**nore"), or null where nothing is. Words
 * that become one of which no order is made ("well-known") stay as they are.
 */
export function withoutSeparators(folded: Folded, isTelling: (word: string) => boolean): Folded | null {
  const { text, at } = folded
  const drop = new Set<number>()
  for (const { 0: run, index } of text.matchAll(SEPARATED())) {
    if (!isTelling(run.replace(NOT_LETTERS(), ''))) continue
    for (let i = 0; i < run.length; i++) if (!LETTER().test(run[i]!)) drop.add(index + i)
  }
  // Emphasis and tags show in print, not in the words.
  for (const mark of text.matchAll(/[*`~]+|<\/?[a-z][^<>\n]{0,80}>/g)) {
    for (let i = mark.index; i < mark.index + mark[0].length; i++) drop.add(i)
  }
  // Letters one by one; wider gaps are the spaces between words.
  if (SPELLED_OUT().test(text)) {
    for (const run of text.matchAll(LETTERS_APART())) {
      for (let i = run.index; i < run.index + run[0].length; i++) if (/\s/.test(text[i]!)) drop.add(i)
    }
  }
  if (drop.size === 0) return null
  const kept = [...text].length === text.length ? [...text] : text.split('')
  return {
    text: kept.filter((_, i) => !drop.has(i)).join(''),
    at: kept.flatMap((_, i) => (drop.has(i) ? [] : at ? at[i]! : i)),
    end: folded.end,
  }
}
