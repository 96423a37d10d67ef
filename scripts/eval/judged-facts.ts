/** Tells what a change of the rules does to facts that were judged by hand. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createWinkExtractor } from '../../src/adapters/wink/extractor.ts'
import type { ExtractedFact } from '../../src/domain/statement/fact.ts'
import type { Source } from '../../src/domain/statement/source.ts'
import { readModel } from './model-files.ts'

const USAGE = `usage: node scripts/eval/judged-facts.ts [--all]

Reads 13,672 facts of scripts/eval/data/judged-facts.txt anew, and counts by their verdicts how many are read as they were, with another date or
object, or not in these words any more. The rules have been developed on these texts: what is right here says nothing of others.

--all   prints each fact that is not read as it was

In the file a line "M source date | text" is a message, where \\n is a line break. Behind it stand its facts, as 0.20.0 read them: a verdict (. right, w wrong, c cut
so that it says something else, n of no use without the message), the characters of its sentence, its date or -, the fact, its object, and why it is
not right.`

const { values } = parseArgs({
  options: { all: { type: 'boolean', default: false }, help: { type: 'boolean', short: 'h', default: false } },
})
if (values.help) {
  console.log(USAGE)
  process.exit(0)
}

const VERDICTS = { '.': 'right', w: 'wrong', c: 'cut', n: 'of no use' } as const
type Verdict = keyof typeof VERDICTS

interface Judged {
  readonly verdict: Verdict
  readonly start: number
  readonly date: string | null
  readonly fact: string
  readonly object: string
  readonly why: string
}

interface Message {
  readonly source: Source
  readonly now: number
  readonly text: string
  readonly facts: Judged[]
}

function readMessages(): Message[] {
  const messages: Message[] = []
  for (const line of readFileSync(join(import.meta.dirname, 'data/judged-facts.txt'), 'utf8').split('\n')) {
    const message = /^M (user|assistant|document) (\S+) \| (.*)$/.exec(line)
    if (message) {
      const [, source, date, text] = message
      messages.push({
        source: source as Source,
        now: Date.parse(date!),
        text: text!.replaceAll('\\n', '\n'),
        facts: [],
      })
      continue
    }
    const judged = /^([.wcn]) (\d+)-\d+ (\S+) \| (.*)$/.exec(line)
    if (!judged) continue
    const [, verdict, start, date, said] = judged
    const [fact = '', object = '', why = ''] = said!.split(' | ')
    messages.at(-1)!.facts.push({
      verdict: verdict as Verdict,
      start: Number(start),
      date: date === '-' ? null : date!,
      fact,
      object,
      why,
    })
  }
  return messages
}

/** Without the dates that stand in brackets: they may be what changed. */
const bare = (fact: string): string => fact.replaceAll(/ \([^)]*\)/g, '')

const WAYS = ['the same', 'another date', 'another object', 'not in these words'] as const

function howReadNow({ object, date }: Judged, now: ExtractedFact | undefined): (typeof WAYS)[number] {
  if (!now) return 'not in these words'
  if (now.object.name !== object) return 'another object'
  return (now.date ?? null) === date ? 'the same' : 'another date'
}

const messages = readMessages()
const extractor = createWinkExtractor({ fetchLexicon: () => readModel('lexicon.bin') })
const extractions = await extractor.extract(messages)
const counts = new Map<string, number>()
for (const [at, { text, facts }] of messages.entries())
  for (const judged of facts) {
    const read = extractions[at]!.facts.filter(({ start }) => start === judged.start)
    const alike = read.filter((fact) => bare(fact.text) === bare(judged.fact))
    const now = alike.find(({ object }) => object.name === judged.object) ?? alike[0]
    const way = howReadNow(judged, now)
    const key = `${judged.verdict} ${way}`
    counts.set(key, (counts.get(key) ?? 0) + 1)
    if (!values.all || way === 'the same') continue
    const then = `${judged.fact} [${judged.object}, ${judged.date ?? 'no date'}]`
    const since = now ? ` → ${now.text} [${now.object.name}, ${now.date ?? 'no date'}]` : ''
    const sentence = text.slice(judged.start, judged.start + 160).replaceAll('\n', ' / ')
    console.log(
      `${VERDICTS[judged.verdict]}, ${way}: ${then}${since}\n     ${sentence}${judged.why && ` (${judged.why})`}`,
    )
  }
console.log(['', ...WAYS].map((head) => head.padStart(20)).join(''))
for (const [verdict, name] of Object.entries(VERDICTS))
  console.log(
    [name.padEnd(20), ...WAYS.map((way) => String(counts.get(`${verdict} ${way}`) ?? 0).padStart(20))].join(''),
  )
