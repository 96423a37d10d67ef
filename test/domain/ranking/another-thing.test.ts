import { describe, expect, it } from 'vitest'
import { createIsOfAnother, saidIn } from '../../../src/domain/ranking/another-thing.ts'

const isOfAnother = (query: string, older: string, newer: string) =>
  createIsOfAnother(query)(saidIn(older), saidIn(newer))

describe('a change of another thing than the one that is asked for', () => {
  it.each([
    ['where is the milk', 'The milk is in the cellar.', 'The eggs are in the fridge now.'],
    ["what's the wifi password?", 'The wifi password is blue7.', 'The Netflix password is now red9.'],
    ['when do the bins go out', 'Bins go out on Monday.', 'Recycling moved to Friday.'],
    ['when is gym', 'Gym is Mondays at 7.', 'Yoga was Tuesdays, it is Wednesdays now.'],
    ['which days is my gym', 'My gym is on Mondays', 'My choir is on Tuesdays now'],
    ['where are the spare keys', 'The spare keys are in the bowl.', 'I moved the passports to the drawer.'],
    ['gym days', 'i go to the gym on Tuesdays', 'i switched my swimming to Wednesdays'],
    ['budget for the wedding', 'For the wedding we put aside 12,000.', 'For the honeymoon we now spend 4,500.'],
    ['when does choir meet', 'Choir meets on Tuesday.', 'Book club meets on Friday now.'],
    ['how much do I owe Sam', 'I owe Sam 40 euros.', 'I owe Kim 15 euros now.'],
    ['when do I go to the gym', 'I go to the gym on Mondays.', 'I go to yoga on Wednesdays now.'],
    ['what do we use for billing', 'We use Postgres for billing.', 'We use Redis for sessions now.'],
    ['what does my son play', 'My son plays chess.', 'My daughter plays tennis now.'],
    ['who sits next to Tom', 'Lena sits next to Tom.', 'Kai sits next to Mia now.'],
    ['who is the oat milk for', 'Oat milk is for Pia.', 'The soy milk is for Jon now.'],
    ['when is the report due', 'The deadline for the report is 3 May.', 'The deadline for the budget moved to 9 June.'],
  ])('is none of that: %s', (query, older, newer) => {
    expect(isOfAnother(query, older, newer)).toBe(true)
  })

  it.each([
    ['another word for it', "what's my phone number", 'my phone number is 07700 900123', 'I have a new mobile number'],
    ['the same thing', 'when is gym', 'Gym is Mondays at 7.', 'Gym is Tuesdays now.'],
    ['a thing told without its name', 'when is gym', 'Gym is Mondays at 7.', 'It is Tuesdays now.'],
    ['who speaks', 'which plot have I', 'My plot is number 17.', 'Committee has moved me down to 4.'],
    ['what is raised by somebody', 'how much is the rent', 'Rent is 900.', 'The landlord wants 950 now.'],
    ['what is named besides', 'where is the milk', 'The milk is in the cellar.', 'The eggs are with the milk now.'],
    ['who it is', 'who is my boss', 'My boss is Ann.', 'Ben is in charge now.'],
    ['which it is', 'which tracker do we use', 'The tracker is Asana.', 'Linear is in use now.'],
    ['what stands for it', 'what is our tracker', 'The tracker is Asana.', 'Linear is what we use now.'],
    [
      'what is longer',
      'where is the milk',
      'The milk is in the cellar.',
      'The eggs are in the fridge. So is all the rest.',
    ],
    [
      'where somebody lives',
      'where does my sister Emma live',
      'My sister Emma lives in Lyon.',
      'My sister Emma moved to Oslo.',
    ],
    ['what one does', 'where do I work', 'I work at Halden.', 'I quit Halden, I am at Kestrel now.'],
    [
      'whether it still is so',
      'do I still use Asana for tickets',
      'I use Asana for tickets.',
      'I use Linear for tickets now.',
    ],
    ['a value alone', 'which password manager do I use', 'i use LastPass for my passwords', 'i switched to Bitwarden'],
    [
      'what somebody does',
      'what dose of sertraline do I take',
      'I take sertraline 50 mg.',
      'Doctor raised me to 100 mg.',
    ],
    [
      'a word of the family',
      'when do I see my therapist',
      'I see my therapist on Mondays.',
      'Therapy is Thursdays from now on.',
    ],
    ['a pronoun', 'where do I keep my passport', 'I keep the passport in the desk.', 'I keep it in the safe now.'],
    [
      'the same in fewer words',
      "what's the wifi password",
      'The wifi password is blue7.',
      'They changed the password.',
    ],
    ['another value', 'what car do I drive', 'I drive a Golf.', 'Sold the Golf, got a Corolla.'],
    ['a question for neither', 'where do we eat', 'The milk is in the cellar.', 'The eggs are in the fridge now.'],
  ])('may be one of that: %s', (_, query, older, newer) => {
    expect(isOfAnother(query, older, newer)).toBe(false)
  })
})
