/** Tells a running service what the cases of a file say, asks it what they ask, and prints what it got wrong. */
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

const USAGE = `usage: node scripts/eval/semantics.ts --key KEY [--base URL] [--only WORDS] [FILE]

FILE (default: test/e2e/semantics.json) is a list of cases. Each has a persona of its own:
  says          texts to ingest in order, with source and persona where they differ
  ask           the query; mode "semantic" looks at graph facts alone, "all" at everything
  any, none     patterns of which each matches some fact, or none does
  facts, chunks how many of them all that was said may store
  confidence, max_score, context_none, hops
Exits 1 if a case fails.`

interface Statement {
  readonly text: string
  readonly source?: string
  readonly persona?: string
}

interface Case {
  readonly name: string
  readonly says: readonly Statement[]
  readonly ask: string
  readonly mode: 'semantic' | 'all'
  readonly any: readonly string[]
  readonly none: readonly string[]
  readonly facts?: number
  readonly chunks?: number
  readonly confidence?: number
  readonly max_score?: number
  readonly context_none?: readonly string[]
  readonly hops?: number
}

interface Retrieved {
  readonly facts: readonly { readonly fact: string; readonly confidence: number; readonly score: number }[]
  readonly context: string
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    base: { type: 'string', default: process.env.BRAIN_URL ?? 'http://127.0.0.1:8787' },
    key: { type: 'string', default: process.env.BRAIN_API_KEY ?? '' },
    only: { type: 'string', default: '' },
    help: { type: 'boolean', short: 'h', default: false },
  },
})
if (values.help || !values.key) {
  console.log(USAGE)
  process.exit(values.help ? 0 : 2)
}

async function call<Reply>(path: string, body: object): Promise<Reply> {
  const response = await fetch(new URL(path, values.base), {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': values.key },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${(await response.text()).slice(0, 200)}`)
  return (await response.json()) as Reply
}

const pattern = (source: string): RegExp => new RegExp(source.replace(/^\(\?i\)/, ''), 'i')

/** A persona that no other run has used, so that cases see nothing but what they say. */
const runId = Date.now().toString(36)
const personaOf = (own: string, { persona }: Statement): string =>
  persona === undefined ? own : persona === 'shared' ? 'shared' : `${own}-${persona}`

async function problemsOf(subject: Case, own: string): Promise<string[]> {
  let stored = { facts: 0, chunks: 0 }
  for (const statement of subject.says) {
    const reply = await call<{ facts_ingested: number; episodic_chunks: number }>('/brain/ingest', {
      ...statement,
      persona: personaOf(own, statement),
    })
    stored = { facts: stored.facts + reply.facts_ingested, chunks: stored.chunks + reply.episodic_chunks }
  }
  const { facts, context } = await call<Retrieved>('/brain/retrieve', {
    query: subject.ask,
    persona: own,
    k: 20,
    min_score: 0,
    ...(subject.mode === 'semantic' ? { include_episodic: false, include_working: false } : {}),
    ...(subject.hops ? { max_hops: subject.hops } : {}),
  })
  const lines = facts.map(({ fact }) => fact)
  const matching = (source: string) => lines.find((line) => pattern(source).test(line))
  const problems = [
    ...subject.any.filter((source) => matching(source) === undefined).map((source) => `nothing matches /${source}/`),
    ...subject.none
      .filter((source) => matching(source) !== undefined)
      .map((source) => `"${matching(source)}" matches /${source}/`),
    ...(subject.context_none ?? [])
      .filter((source) => pattern(source).test(context))
      .map((source) => `the context matches /${source}/`),
  ]
  for (const count of ['facts', 'chunks'] as const) {
    if (subject[count] !== undefined && subject[count] !== stored[count])
      problems.push(`${stored[count]} ${count} stored instead of ${subject[count]}`)
  }
  const { confidence, max_score: ceiling } = subject
  if (
    confidence !== undefined &&
    !facts.some((fact) => pattern(subject.any[0] ?? '').test(fact.fact) && fact.confidence === confidence)
  ) {
    problems.push(`no match has confidence ${confidence}`)
  }
  const loud = ceiling === undefined ? undefined : facts.find(({ score }) => score >= ceiling)
  if (loud) problems.push(`"${loud.fact}" scores ${loud.score}`)
  return problems.length > 0 ? [...problems, `found ${JSON.stringify(lines.slice(0, 5))}`] : []
}

const file = positionals[0] ?? `${import.meta.dirname}/../../test/e2e/semantics.json`
const cases = (JSON.parse(readFileSync(file, 'utf8')) as Case[]).filter(({ name }) => name.includes(values.only))
let failed = 0
for (const [index, subject] of cases.entries()) {
  const problems = await problemsOf(subject, `semantics-${runId}-${index}`).catch((error: unknown) => [String(error)])
  if (problems.length === 0) continue
  failed++
  console.log(`✗ ${subject.name}\n${problems.map((problem) => `    ${problem}`).join('\n')}`)
}
console.log(`${cases.length - failed} of ${cases.length} cases hold`)
process.exit(failed > 0 ? 1 : 0)
