import { entityKey, entityLookupKeys } from '../../domain/entity/entity-name.ts'
import { pattern } from '../../runtime/pattern.ts'
import type { EntityRecord } from '../records.ts'
import type { ParkedPiece } from './parked.ts'

/** What is kept of a memory that is out of retrieval, and that states nothing therefore. */
export interface Hidden {
  readonly text: string
  readonly parked: readonly Omit<ParkedPiece, 'vectors'>[]
}

const BETWEEN_WORDS = pattern(String.raw`[^\p{L}\p{M}\p{N}'’.&+#@%$€£°/_]+`, 'u')
/** Scripts that have no spaces between words. */
const UNSPACED = pattern(String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]`, 'u')

/** One is the other, or a part of it that it goes by; two with the same first name are not. */
const isSame = (one: string, other: string): boolean =>
  entityLookupKeys(one).includes(entityKey(other)) || entityLookupKeys(other).includes(entityKey(one))

/** The name, and the others of those who are known by it. */
export function namesFor(name: string, known: readonly EntityRecord[]): string[] {
  const others = known
    .map((entity) => [entity.name, ...entity.aliases.flatMap((alias) => (alias.apart ? [] : alias.name))])
    .filter((names) => names.some((one) => isSame(one, name)))
  return [...new Set([name, ...others.flat()])]
}

/** Whether it would state a fact of somebody or something of these names. Where its facts were not kept, its text tells. */
export function isAbout(names: readonly string[], { text, parked }: Hidden): boolean {
  const facts = parked.flatMap((piece) => piece.facts)
  const said = facts.flatMap(({ subject, object }) => [subject.name, ...(object.kind === 'value' ? [] : [object.name])])
  if (said.some((one) => names.some((name) => isSame(one, name)))) return true
  const rest = withoutPieces(
    text,
    parked.filter((piece) => piece.facts.length > 0),
  )
  return names.some((name) => isMentioned(name, rest))
}

function withoutPieces(text: string, parked: Hidden['parked']): string {
  const pieces = parked.map(({ chunk }) => chunk).sort((a, b) => b.start - a.start)
  return pieces.reduce((rest, { start, end }) => `${rest.slice(0, start)}\n${rest.slice(end)}`, text)
}

function isMentioned(name: string, text: string): boolean {
  if (UNSPACED().test(name)) return text.normalize('NFKC').includes(name.normalize('NFKC').trim())
  const key = entityKey(name)
  const length = key.split(' ').length
  const words = text.split(BETWEEN_WORDS()).filter((word) => word !== '')
  return words.some((word, at) => mayBegin(word, key) && entityKey(words.slice(at, at + length).join(' ')) === key)
}

/** A key begins as its name does: of texts of a hundred thousand characters few words are looked at further. */
function mayBegin(word: string, key: string): boolean {
  const letter = word[0]!.toLowerCase()
  return letter < 'a' || letter > 'z' || letter === key[0]
}
