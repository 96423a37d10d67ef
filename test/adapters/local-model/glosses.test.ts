import { beforeAll, describe, expect, it } from 'vitest'
import { createGloss, type Gloss } from '../../../src/adapters/local-model/glosses.ts'
import { fetchGlosses } from './encoder.ts'

let gloss: Gloss
beforeAll(async () => {
  gloss = createGloss(new TextDecoder().decode(await fetchGlosses()))
})

describe('a text of another language', () => {
  it.each([
    ['Wie heißt mein Chef?', 'how is called my boss?'],
    ['Verschoben auf Montag, 26. Oktober, gleiche Uhrzeit.', 'postponed on Monday, 26. October, same time.'],
    ['la roja llegó!! mamá feliz. gracias <3', 'the red arrived!! mum happy. thanks <3'],
  ])('is put into English word by word: %s', (text, english) => {
    expect(gloss(text)).toBe(english)
  })

  it.each([
    ['Le duele el hombro derecho.', 'shoulder'],
    ['Combien de couverts a le restaurant ?', 'how many'],
    ['il lievito madre va rinfrescato ogni mattina alle 9', 'morning'],
    ['geen heuveltraining tot eind mei', 'may'],
    ['Klucze zostawiłam u sąsiadki', 'key'],
    ['hvem bekreftet nøkkelen på telefon', 'key'],
    ['nani anatengeneza madirisha', 'who'],
    ['amanhã não vou à reunião', 'meeting'],
    ['toplantı yarın saat dokuzda', 'tomorrow'],
    ['Где мои ключи?', 'key'],
    ['会议改到星期四', 'meeting'],
    ['会議は金曜日に変更になりました', 'friday'],
  ])('keeps what it is about: %s', (text, word) => {
    expect(gloss(text).toLowerCase()).toContain(word)
  })

  it('is taken apart where it is put together', () => {
    expect(gloss('Der Deutschkurs ist am Montag.')).toContain('German course')
  })

  it('keeps names and numbers', () => {
    const read = gloss('Nota de Marisol: Emrys no quiso cenar, solo sopa, pedido CF-21177.')
    expect(read).toContain('Marisol')
    expect(read).toContain('Emrys')
    expect(read).toContain('CF-21177')
    expect(gloss('ナカガワの納期は5月です').toLowerCase()).toContain('nakagawa')
    expect(gloss('Наташа живёт в Киеве')).toMatch(/natasha/i)
  })

  it('leaves the English that stands beside it', () => {
    expect(gloss('Fundi ni Otieno. He takes 1,400 for the day.')).toContain('He takes 1,400 for the day.')
  })
})

describe('English', () => {
  it.each([
    'I quit Halden, I am at Kestrel now.',
    "Odd Erik's birthday is on Midsummer's Eve.",
    'die cast parts, man hours, boot sale, bald tyre, gift for the kind rat',
    'Tue 4pm at Hoxha’s',
    'prod is on PG 16 now. took 22 min downtime, Yusuf says sorry',
    'pain au chocolat from the café on rue de Rivoli is what she likes best',
    'S1:1',
    'BR-112: login loop, Safari only',
    'Uma Sethi and José Núñez met at Casa de los Abuelos.',
    '',
    '!!!',
  ])('stays as it is: %s', (text) => {
    expect(gloss(text)).toBe(text)
  })
})

it('ends on any text', () => {
  for (const unit of ['a', 'der ', "l'", '. ', 'é', 'ア', '漢', 'und. ', "'", '\n', 'sch', 'Ж'])
    expect(gloss(unit.repeat(8_000 / unit.length)).length, unit).toBeGreaterThan(0)
})
