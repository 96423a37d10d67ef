/** Writes assets/model/lexicon.bin: what the extractor needs of wink's English model, as numbers and text instead of JavaScript. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT_ROOT } from '../project-root.ts'
import { makeLexicon } from './make-lexicon.ts'

const bytes = makeLexicon()
writeFileSync(join(PROJECT_ROOT, 'assets/model/lexicon.bin'), bytes)
process.stdout.write(`assets/model/lexicon.bin: ${bytes.length} bytes\n`)
