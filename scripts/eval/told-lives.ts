import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Life, LifeQuestion } from './data-sets.ts'

const FOLDER = join(import.meta.dirname, '../model/lives')
const SOURCES: Readonly<Record<string, 'user' | 'assistant' | 'document'>> = {
  u: 'user',
  a: 'assistant',
  d: 'document',
}
/** So many steps may be needed where several memories answer together. */
const HOPS = 3

/** The third life of each file of scripts/model/lives (its README.md has the form): with the others the model was taught. */
export const loadToldLives = (): Life[] =>
  readdirSync(FOLDER)
    .filter((name) => name.endsWith('.txt'))
    .sort()
    .map((name) => {
      const third = readFileSync(join(FOLDER, name), 'utf8').split(/^## life /m)[3]!
      return toLife(third.split('\n'), name.replace('.txt', ''))
    })

function toLife([title = '', ...lines]: readonly string[], file: string): Life {
  const told = lines.flatMap((line) => {
    const match = /^M (\d+) ([uad]) (\S+) (\S+) \| (.+)$/.exec(line)
    return match ? [match] : []
  })
  const placeOf = new Map(told.map(([, number], at) => [number!, at]))
  return {
    name: `${file}/${title.split('|')[0]!.trim()}`,
    memories: told.map(([, , source, date, session, text]) => ({
      text: text!.replaceAll('\\n', '\n'),
      source: SOURCES[source!]!,
      ...(session === '-' ? {} : { session_id: session! }),
      metadata: { date: date! },
    })),
    questions: lines.flatMap((line) => toQuestion(line, placeOf) ?? []),
  }
}

function toQuestion(line: string, placeOf: ReadonlyMap<string, number>): LifeQuestion | null {
  const match = /^Q (\S+)(.*?) \| (.+)$/.exec(line)
  if (!match) return null
  const [, kind, marks, query] = match as unknown as [string, string, string, string]
  const marked = marks.trim().split(' ')
  const marking = (name: string) => marked.find((mark) => mark.startsWith(`${name}=`))?.slice(name.length + 1)
  const places = (name: string) => (marking(name)?.split(/[,;]/) ?? []).flatMap((number) => placeOf.get(number) ?? [])
  if (kind === 'absent') return { query, kind, absent: true }
  const session = marking('c')
  const expect = places('e')
  if (expect.length === 0) return null
  return {
    ...{
      query,
      kind,
      expect,
      stale: places('s').filter((place) => !expect.includes(place)),
      all: marked.includes('all'),
    },
    body: { ...(session ? { session_id: session } : {}), ...(kind === 'multihop' ? { max_hops: HOPS } : {}) },
  }
}
