// Word pieces of the texts on standard input, as the service cuts them.
// usage: node list-tokens.mjs < texts.json > tokens.json
import { readFileSync } from 'node:fs'
import { readModelFile } from '../../src/adapters/local-model/model-file.ts'
import { createWordpiece } from '../../src/adapters/local-model/wordpiece.ts'

const file = readFileSync(new URL('../../assets/model/encoder.bin', import.meta.url))
const { vocabulary } = readModelFile(file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength))
const tokenize = createWordpiece(vocabulary)
const texts = JSON.parse(readFileSync(0, 'utf8'))
process.stdout.write(JSON.stringify(texts.map(tokenize)))
