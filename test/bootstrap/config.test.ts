import { describe, expect, it } from 'vitest'
import { CONFIG_NAMES, parseConfig } from '../../src/bootstrap/config.ts'

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
