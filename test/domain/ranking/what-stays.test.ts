import { describe, expect, it } from 'vitest'
import { whatStays } from '../../../src/domain/ranking/what-stays.ts'

describe('what a text says stays as it is', () => {
  it.each([
    ['free tier is cut to 40 a minute, paid plan stays as is', ['paid', 'plan']],
    ['Dad sees Dr Nasser now. Mam as before', ['mam']],
    ['everybody moves to channel 7, callsign stays', ['callsign']],
    ['Leanne bought a caravan park. Kaz same as ever.', ['kaz']],
    ['adult fee is $840. Saturday surcharge unchanged.', ['saturdai', 'surcharg']],
    ['nia wears it in a belt now. microwave one stays where it is', ['microwav']],
  ])('%s', (text, words) => {
    expect([...whatStays(text)!.staying]).toEqual(words)
  })

  it('is told from what else it says', () => {
    const { staying, other } = whatStays('My phone number is 777 now, work number unchanged')!
    expect([...staying]).toEqual(['work', 'number'])
    expect([...other]).toEqual(['phone', 'number', '777', 'now'])
  })

  it.each([
    'planning moved to Wednesday, same hour',
    'Roz stays planner',
    'she stays with us until May',
    'the rent is 910',
    'I live in Lyon now as it was closer to work',
    'I switched my dentist to Dr Roy as it is nearer',
    'My rent is not the same as before',
    'No changes to the retro except that it is at 4 now',
    'The retro stays the same day but moves to 4',
    'I sold the Volvo as is and bought a Skoda',
    'The Ibis is now the hotel where Mia stays',
  ])('nothing: %s', (text) => {
    expect(whatStays(text)).toBeNull()
  })
})
