import { describe, expect, it } from 'vitest'
import { wordsOfWhatStays } from '../../../src/domain/ranking/what-stays.ts'

describe('what a text says stays as it is', () => {
  it.each([
    ['free tier is cut to 40 a minute, paid plan stays as is', ['paid', 'plan']],
    ['Dad sees Dr Nasser now. Mam as before', ['mam']],
    ['everybody moves to channel 7, callsign stays', ['callsign']],
    ['Leanne bought a caravan park. Kaz same as ever.', ['kaz']],
    ['adult fee is $840. Saturday surcharge unchanged.', ['saturdai', 'surcharg']],
  ])('%s', (text, words) => {
    expect([...wordsOfWhatStays(text)]).toEqual(words)
  })

  it.each([
    'planning moved to Wednesday, same hour',
    'Roz stays planner',
    'she stays with us until May',
    'the rent is 910',
  ])('nothing: %s', (text) => {
    expect(wordsOfWhatStays(text).size).toBe(0)
  })
})
