/** Prints what the extractor reads in each line of a file, in surface words, for measuring open information extraction. */
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { createLexicon } from '../src/adapters/wink/lexicon.ts'
import { analyse } from '../src/extraction/analyse.ts'
import { toTuples } from '../src/extraction/tuples.ts'
import { readModel } from './eval/model-files.ts'

const USAGE = `usage: npm run -s extract -- FILE

FILE has one sentence a line. Prints one line for each statement found:
sentence <TAB> confidence <TAB> predicate <TAB> argument 1 <TAB> argument 2 …
in the words of the sentence.`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { help: { type: 'boolean', short: 'h' } },
})
const [file] = positionals
if (values.help || !file) {
  console.log(USAGE)
  process.exit(values.help ? 0 : 2)
}
const lexicon = createLexicon(await readModel('lexicon.bin'))
for (const line of readFileSync(file, 'utf8').split('\n')) {
  const sentence = line.trim()
  if (!sentence) continue
  for (const tuple of toTuples(analyse(sentence, lexicon))) {
    process.stdout.write(`${[sentence, tuple.confidence.toFixed(2), tuple.predicate, ...tuple.arguments].join('\t')}\n`)
  }
}
