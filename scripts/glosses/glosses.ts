/** Writes assets/model/glosses.txt, common words of other languages and what they mean, and the id that vectors are known by. */
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT_ROOT } from '../project-root.ts'
import { makeGlosses } from './make-glosses.ts'

const text = makeGlosses()
const id = createHash('sha256').update(text).digest('hex').slice(0, 8)
writeFileSync(join(PROJECT_ROOT, 'assets/model/glosses.txt'), text)
writeFileSync(
  join(PROJECT_ROOT, 'src/adapters/local-model/glosses-id.ts'),
  `/** Of assets/model/glosses.txt; written by scripts/glosses/glosses.ts. */\nexport const GLOSSES_ID = '${id}'\n`,
)
process.stdout.write(`assets/model/glosses.txt: ${Buffer.byteLength(text)} bytes, ${id}\n`)
