/** Prints what becomes of orders and of their lookalikes in `context`: `npm run eval:orders`, with `-- --show` for the texts. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ContextFormat, formatContext } from '../../src/pipelines/retrieve/context.ts'
import type { Ranked } from '../../src/pipelines/search/rank.ts'
import { attacks } from '../../test/domain/injection/attacks.ts'
import { isLeftIn, type Line, readCorpus, wordsOf } from '../../test/domain/injection/corpus/read-corpus.ts'
import { harmless } from '../../test/domain/injection/harmless.ts'
import { liveMarkers } from '../../test/domain/injection/live-markers.ts'
import { PROJECT_ROOT } from '../project-root.ts'

const corpus = (name: string): Line[] =>
  readCorpus(readFileSync(join(PROJECT_ROOT, 'test/domain/injection/corpus', `${name}.txt`), 'utf8'))

const SETS: readonly (readonly [name: string, orders: readonly Line[], harmless: readonly Line[]])[] = [
  [
    'what the rules learned from',
    attacks.map(({ text, gone }) => ({ text, gone: gone[0] ?? null })),
    harmless.map((text) => ({ text, gone: null })),
  ],
  ['written when the rules were changed', corpus('orders'), corpus('harmless')],
  ['written after that by the same hand', corpus('later-orders'), corpus('later-harmless')],
  ['written when they were made narrower', [], corpus('narrowed-harmless')],
  ['written blind, once looked at', corpus('blind-orders'), corpus('blind-harmless')],
  ['written blind after that', corpus('second-blind-orders'), corpus('second-blind-harmless')],
]

const ranked = (fact: string): Ranked => ({
  ...{
    id: 'c1' as Ranked['id'],
    fact,
    date: null,
    score: 0.5,
    sourceType: 'episodic',
    statedAt: 0,
    createdAt: 0,
    source: 'document',
  },
  ...{ accessCount: 0, memory: 0, confidence: 1, strength: 1, metadata: null, why: {} },
  trust: { source: 'document', confirmed: 1 },
})
const lineOf = (text: string, format: ContextFormat): string =>
  formatContext([ranked(text)], format).split('\n')[format === 'quoted' ? 2 : 0]!

const LINE = /^- \[1970-01-01, document\] “[^“”]*” \(score: 0\.50, via: episodic\)$/

/** Whether the text stays in its own line, inside the fence, with nothing live in it. */
function staysInside(text: string): boolean {
  const context = formatContext(['Emma lives in Lyon.', text, 'Tom is 30.'].map(ranked), 'quoted')
  const [open, says, ...lines] = context.split('\n')
  const close = lines.pop()
  const code = /^<memories-(\w+)>$/.exec(open!)?.[1] ?? ''
  return (
    says !== undefined &&
    close === `</memories-${code}>` &&
    context.split(code).length === 3 &&
    lines.length === 3 &&
    lines.every((line) => LINE.test(line) && liveMarkers(line).length === 0)
  )
}

const show = process.argv.includes('--show')
for (const [name, orders, lookalikes] of SETS) {
  const changed = (format: ContextFormat) =>
    lookalikes.filter(({ text }) => !wordsOf(lineOf(text, format)).includes(wordsOf(text)))
  const found = {
    'orders left in plain': [orders.filter((order) => isLeftIn(lineOf(order.text, 'plain'), order)), orders],
    'orders that leave the fence in quoted': [orders.filter(({ text }) => !staysInside(text)), orders],
    'lookalikes that lose words in plain': [changed('plain'), lookalikes],
    'lookalikes that lose words in quoted': [changed('quoted'), lookalikes],
  } as const
  process.stdout.write(`${name}\n`)
  for (const [what, [some, all]] of Object.entries(found)) {
    process.stdout.write(`  ${String(some.length).padStart(4)} of ${String(all.length).padStart(3)}  ${what}\n`)
    if (show) for (const { text } of some) process.stdout.write(`        ${JSON.stringify(text)}\n`)
  }
}
