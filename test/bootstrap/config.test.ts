import { describe, expect, it } from 'vitest'
import { CONFIG_NAMES, parseConfig } from '../../src/bootstrap/config.ts'

describe('a configuration that would erase what was just stored', () => {
  const problemOf = (env: Record<string, string>) => {
    const config = parseConfig(env)
    return 'problem' in config ? config.problem : null
  }

  it.each(['1', '0.9', '0.51', 'NaN', 'Infinity', '1e999', '-0.1', 'half'])(
    'is refused: PRUNE_THRESHOLD=%s',
    (value) => {
      expect(problemOf({ PRUNE_THRESHOLD: value })).toContain('PRUNE_THRESHOLD')
    },
  )

  it.each(['0', '-7', '1e-9', 'NaN', 'Infinity', '1e999', '-Infinity'])(
    'is refused: DECAY_HALF_LIFE_DAYS=%s',
    (value) => {
      expect(problemOf({ DECAY_HALF_LIFE_DAYS: value })).toContain('DECAY_HALF_LIFE_DAYS')
    },
  )

  it('is refused where only both together do it', () => {
    expect(problemOf({ PRUNE_THRESHOLD: '0.5', DECAY_HALF_LIFE_DAYS: '0.001' })).toContain('within a minute')
    expect(problemOf({ PRUNE_THRESHOLD: '0.5' })).toBeNull()
    expect(problemOf({ DECAY_HALF_LIFE_DAYS: '0.001' })).toBeNull()
    expect(problemOf({ PRUNE_THRESHOLD: '0', DECAY_HALF_LIFE_DAYS: '0.001' })).toBeNull()
  })
})

describe('a variable that has another name now', () => {
  const delayOf = (env: Record<string, string>) => {
    const config = parseConfig(env)
    return 'problem' in config ? config.problem : config.roundTripDelayMs
  }

  it('is still read under the old one', () => {
    expect(delayOf({ CROSSING_DELAY_MS: '80' })).toBe(80)
    expect(CONFIG_NAMES).toContain('CROSSING_DELAY_MS')
  })

  it('goes by the new one where both are set', () => {
    expect(delayOf({ CROSSING_DELAY_MS: '80', ROUND_TRIP_DELAY_MS: '40' })).toBe(40)
    expect(delayOf({})).toBe(0)
  })
})
