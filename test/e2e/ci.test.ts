import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')

/** What the gate says and returns with these suites in the place of its own. */
function gate(suites: string, allSeconds = 0) {
  const script = `ALL_SECONDS=${allSeconds}; . scripts/ci/suites.sh; ${suites}; finish`
  const { status, stdout } = spawnSync('bash', ['-c', script], { cwd: ROOT, encoding: 'utf8' })
  return { status, stdout, last: stdout.trimEnd().split('\n').at(-1) }
}

const long = (...args: string[]) => spawnSync('bash', ['scripts/ci/long.sh', ...args], { cwd: ROOT, encoding: 'utf8' })

describe('the gate', () => {
  it('adds the counts of its suites, in whichever way they tell them', () => {
    const suites = `suite one 10 echo '3 passed, 0 failed'; suite two 10 echo '      Tests  4 passed | 1 skipped (5)'`
    expect(gate(suites)).toMatchObject({ status: 0, last: '7 passed, 0 failed' })
  })

  it('fails where a suite tells of failures, whatever its exit code says', () => {
    expect(gate(`suite one 10 echo '      Tests  2 failed | 4 passed (6)'`)).toMatchObject({
      status: 1,
      last: '4 passed, 2 failed',
    })
  })

  it('fails where a suite ends badly after counts that are good', () => {
    expect(gate(`suite one 10 sh -c 'echo 3 passed, 0 failed; exit 1'`)).toMatchObject({
      status: 1,
      last: '3 passed, 1 failed',
    })
  })

  it('fails where a suite ends well and tells no counts', () => {
    const { status, stdout, last } = gate(`suite quiet 10 echo 'all is well'; suite good 10 echo '1 passed, 0 failed'`)
    expect({ status, last }).toEqual({ status: 1, last: '1 passed, 1 failed' })
    expect(stdout).toContain('quiet ended well without a count')
    expect(stdout).toContain('Not as they should be: quiet')
  })

  it('fails where figures are missing, though the command ended well', () => {
    const suites = (line: string) => `figures kill 10 '^5 kills: [0-9]+ acknowledged, 0 lost' echo '${line}'`
    expect(gate(suites('5 kills: 80 acknowledged, 0 lost'))).toMatchObject({ status: 0, last: '1 passed, 0 failed' })
    expect(gate(suites('5 kills: 80 acknowledged, 1 lost'))).toMatchObject({ status: 1, last: '0 passed, 1 failed' })
    expect(gate(`figures bench 10 minutes false`)).toMatchObject({ status: 1, last: '0 passed, 1 failed' })
  })

  it('ends a suite that takes longer than it may, and every suite once all time is spent', () => {
    expect(gate('suite slow 1 sleep 30').stdout).toContain('slow took longer than 1 s.')
    expect(gate('suite slow 60 sleep 30', 1)).toMatchObject({ status: 1, last: '0 passed, 1 failed' })
  })

  it('runs suites side by side, tells whose every line is, and adds what they told', () => {
    const two = `one() { suite first 10 sh -c 'sleep 1; echo 3 passed, 0 failed'; suite second 10 echo '2 passed, 1 failed'; }
      other() { suite third 10 sh -c 'sleep 1; echo 4 passed, 0 failed'; suite quiet 10 true; }`
    const { status, stdout, last } = gate(`${two}\nsuite before 10 echo '1 passed, 0 failed'; side_by_side one other`)
    expect({ status, last }).toEqual({ status: 1, last: '10 passed, 2 failed' })
    expect(stdout).toContain('one | ── first: 3 passed, 0 failed')
    expect(stdout).toContain('Not as they should be: second quiet')
    expect(stdout.indexOf('other | ── third ──')).toBeLessThan(stdout.indexOf('one | ── first: '))
  })

  it('does not pass without any suite', () => {
    expect(gate(':')).toMatchObject({ status: 1, last: '0 passed, 0 failed' })
  })
})

describe('the long run', () => {
  it('runs whole what the gate has a short form of', () => {
    const run = readFileSync(join(ROOT, '.ci/run'), 'utf8')
    const inGate = [...run.matchAll(/^ *(?:[A-Z]+=\S+ )*(?:suite|figures) (\S+)/gm)].map(([, name]) => name!)
    const whole = new Set(/separated by commas: (.+)/.exec(long('--help').stdout)![1]!.split(', '))
    expect(inGate.filter((name) => !/(?:^|-)install$|-size$/.test(name) && !whole.has(name))).toEqual([])
  })

  it('tells its options, and refuses what it does not know before it starts', () => {
    expect(long('--help').stdout).toContain('npm run ci:long')
    for (const wrong of [['--fast'], ['--only', 'everything'], ['--kills', 'many'], ['--locomo', 'no-such-file']])
      expect(long(...wrong)).toMatchObject({ status: 2, stdout: '', stderr: expect.stringContaining('--help') })
  })
})
