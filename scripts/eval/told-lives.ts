import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Life, LifeQuestion } from './data-sets.ts'

const MODEL = join(import.meta.dirname, '../model')
const SOURCES: Readonly<Record<string, 'user' | 'assistant' | 'document'>> = {
  u: 'user',
  a: 'assistant',
  d: 'document',
}
/** So many steps may be needed where several memories answer together. */
const HOPS = 3

/** The third life of each file of scripts/model/lives (its README.md has the form): with the others the model was taught. */
export const loadToldLives = (): Life[] => livesIn('lives').filter(({ place }) => place === 2)

/** Short lives in which most questions are about something that changed; the model was not taught with them. */
export const loadChanges = (): Life[] => livesIn('changes')

const livesIn = (folder: string): (Life & { readonly place: number })[] =>
  readdirSync(join(MODEL, folder))
    .filter((name) => name.endsWith('.txt'))
    .sort()
    .flatMap((name) => {
      const [, ...lives] = readFileSync(join(MODEL, folder, name), 'utf8').split(/^## life /m)
      return lives.map((life, place) => ({ ...toLife(life.split('\n'), name.replace('.txt', '')), place }))
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
