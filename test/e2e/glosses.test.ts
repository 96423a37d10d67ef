import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { makeGlosses } from '../../scripts/glosses/make-glosses.ts'
import { PROJECT_ROOT } from '../../scripts/project-root.ts'
import { GLOSSES_ID } from '../../src/adapters/local-model/glosses-id.ts'

it('the committed glosses, and their id, are what the word lists give (npm run build:glosses)', () => {
  const committed = readFileSync(join(PROJECT_ROOT, 'assets/model/glosses.txt'), 'utf8')
  expect(committed === makeGlosses()).toBe(true)
  expect(createHash('sha256').update(committed).digest('hex').slice(0, 8)).toBe(GLOSSES_ID)
})
