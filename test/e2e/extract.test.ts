import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { PROJECT_ROOT } from '../../scripts/project-root.ts'

const folder = mkdtempSync(join(tmpdir(), 'extract-'))
const file = join(folder, 'sentences.txt')
writeFileSync(file, 'I moved to Oslo in May.\n')
afterAll(() => rmSync(folder, { recursive: true }))

const extract = (...options: string[]): string =>
  execFileSync('npm', ['run', '-s', 'extract', '--', ...options], { cwd: PROJECT_ROOT, encoding: 'utf8' })

it('npm run extract prints what a sentence says in its own words', () => {
  expect(extract(file)).toBe('I moved to Oslo in May.\t0.90\tmoved to\tI\tOslo in May\n')
})

it('npm run extract -- --why tells which rules made a fact', () => {
  const lines = extract('--why', file).trimEnd().split('\n')
  expect(lines[0]).toBe('I moved to Oslo in May.')
  expect(lines).toContainEqual(expect.stringMatching(/^ {2}tag {5}May: NOUN → PROPN +month-of-may$/))
  expect(lines.at(-1)).toMatch(/^ {2}fact {4}user moved to Oslo in May \(lives_in\) +verb-and-preposition$/)
})

it('npm run extract -- --help says what --why prints', () => {
  expect(extract('--help')).toMatch(/--why {2}prints the facts .* and the rules that made them/)
})
