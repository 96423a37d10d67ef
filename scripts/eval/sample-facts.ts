/** Prints a random sample of the facts that the extractor reads in dialogues or texts, for a person to judge. */
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { createWinkExtractor } from '../../src/adapters/wink/extractor.ts'
import { readModel } from './model-files.ts'

const USAGE = `usage: node scripts/eval/sample-facts.ts [--turns 1000] [--count 100] [--seed 1] FILE

FILE is JSON with turns anywhere in it: objects with "speaker" and "text" (LoCoMo's files are). They are read as "Speaker: text" from a
document; where nobody speaks, what has no other "source" is a user's. Or it is a .txt file with one text of a user a line, where \\n is a line break and what somebody else said begins with "Assistant:" or "Document:".
Reads the first turns or lines and prints a seeded sample of the facts with their sentences.`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    turns: { type: 'string', default: '1000' },
    count: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    help: { type: 'boolean', short: 'h', default: false },
  },
})
const [file] = positionals
if (values.help || !file) {
  console.log(USAGE)
  process.exit(values.help ? 0 : 2)
}

interface Turn {
  readonly speaker?: string
  readonly source?: string
  readonly text: string
}

function* turnsIn(value: unknown): Generator<Turn> {
  if (typeof value !== 'object' || value === null) return
  const { speaker, source, text } = value as Partial<Turn>
  if (typeof text === 'string' && (speaker !== undefined || (source ?? 'user') === 'user'))
    yield speaker === undefined ? { text } : { speaker, text }
  else for (const inner of Object.values(value)) yield* turnsIn(inner)
}

/** A linear congruential generator: the same seed gives the same sample anywhere. */
function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state * 1664525 + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

/** Line by line what a user told, unless the line says who else did, or turn by turn what speakers said. */
function textsIn(path: string): { readonly source: 'user' | 'assistant' | 'document'; readonly text: string }[] {
  const content = readFileSync(path, 'utf8')
  if (!path.endsWith('.txt'))
    return [...turnsIn(JSON.parse(content))].map(({ speaker, text }) =>
      speaker === undefined ? { source: 'user', text } : { source: 'document', text: `${speaker}: ${text}` },
    )
  return content
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const label = /^(?:Assistant|Document): /.exec(line)?.[0] ?? ''
      const source = label.startsWith('A') ? 'assistant' : label ? 'document' : 'user'
      return { source, text: line.slice(label.length).replaceAll('\\n', '\n') }
    })
}

const texts = textsIn(file).slice(0, Number(values.turns))
const extractions = await createWinkExtractor({ fetchLexicon: () => readModel('lexicon.bin') }).extract(
  texts.map(({ source, text }) => ({ text, source, now: Date.now() })),
)
const facts = extractions.flatMap(({ facts }, i) =>
  facts.map((fact) => ({ fact, sentence: texts[i]!.text.slice(fact.start, fact.end) })),
)
const random = randomOf(Number(values.seed))
const sample = facts
  .map((entry) => ({ entry, at: random() }))
  .sort((a, b) => a.at - b.at)
  .slice(0, Number(values.count))
console.log(`${facts.length} facts in ${texts.length} texts`)
for (const [i, { entry }] of sample.entries()) {
  const { fact, sentence } = entry
  console.log(
    `${i + 1}. ${fact.text}  [${fact.predicate}: ${fact.object.name}, ${fact.aspect}${fact.negated ? ', not' : ''}]\n     ${sentence}`,
  )
}
