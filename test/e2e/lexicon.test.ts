import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { makeLexicon } from '../../scripts/lexicon/make-lexicon.ts'
import { PROJECT_ROOT } from '../../scripts/project-root.ts'

it('the committed lexicon is what the installed packages give (npm run build:lexicon)', () => {
  const committed = readFileSync(join(PROJECT_ROOT, 'assets/model/lexicon.bin'))
  expect(committed.equals(makeLexicon())).toBe(true)
})
