/** Prints what the extractor reads in each line of a file, in surface words for measuring open information extraction, or with the reasons. */
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { createLexicon } from '../src/adapters/wink/lexicon.ts'
import { analyse } from '../src/extraction/analyse.ts'
import type { Lexicon } from '../src/extraction/lexicon.ts'
import { readText } from '../src/extraction/read-text.ts'
import { toTuples } from '../src/extraction/tuples.ts'
import { explain } from '../src/extraction/why.ts'
import { readModel } from './eval/model-files.ts'

const USAGE = `usage: npm run -s extract -- [--why] FILE

FILE has one sentence a line. Prints one line for each statement found:
sentence <TAB> confidence <TAB> predicate <TAB> argument 1 <TAB> argument 2 …
in the words of the sentence.

--why  prints the facts that a memory would keep of each line, as a user says it, and the rules that made them:
       tag     a word whose part of speech was corrected, and the rule that did it
       phrase  the words of each phrase, what it is (np: noun phrase, vg: verb group, prep: preposition …), and its rule
       clause  each verb with its subject, and the rule that found it
       silent  what was left out, and the rule that says that it states nothing
       fact    each fact as a line, and its rules, the outermost first
       The rules stand in tables under src/extraction, where their names lead to them.`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { why: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
})
const [file] = positionals
if (values.help || !file) {
  console.log(USAGE)
  process.exit(values.help ? 0 : 2)
}

function tupleLines(sentence: string, lexicon: Lexicon): string[] {
  return toTuples(analyse(sentence, lexicon)).map((tuple) =>
    [sentence, tuple.confidence.toFixed(2), tuple.predicate, ...tuple.arguments].join('\t'),
  )
}

function reasonLines(text: string, lexicon: Lexicon): string[] {
  const { result, why } = explain(() => readText({ text, source: 'user', now: Date.now() }, lexicon))
  const line = (stage: string, about: string, rule: string) => `  ${stage.padEnd(8)}${about.padEnd(50)}  ${rule}`
  return [
    ...why.steps.map(({ stage, about, rule }) => (stage === 'sentence' ? about : line(stage, about, rule))),
    ...result.facts.map((fact) =>
      line('fact', `${fact.text} (${fact.predicate})`, (why.makers.get(fact) ?? []).join(' › ')),
    ),
  ]
}

const lexicon = createLexicon(await readModel('lexicon.bin'))
const linesOf = values.why ? reasonLines : tupleLines
for (const line of readFileSync(file, 'utf8').split('\n')) {
  const sentence = line.trim()
  if (sentence) for (const found of linesOf(sentence, lexicon)) process.stdout.write(`${found}\n`)
}
