import { describe, expect, it } from 'vitest'
import { createIsOfAnother } from '../../../src/domain/ranking/another-thing.ts'

const isOfAnother = (query: string, older: string, newer: string) => createIsOfAnother(query)(older, newer)

describe('a change of another thing than the one that is asked for', () => {
  it.each([
    ['where is the milk', 'The milk is in the cellar.', 'The eggs are in the fridge now.'],
    ["what's the wifi password?", 'The wifi password is blue7.', 'The Netflix password is now red9.'],
    ['when do the bins go out', 'Bins go out on Monday.', 'Recycling moved to Friday.'],
    ['when is gym', 'Gym is Mondays at 7.', 'Yoga was Tuesdays, it is Wednesdays now.'],
    ['which days is my gym', 'My gym is on Mondays', 'My choir is on Tuesdays now'],
    ['when does choir meet', 'Choir meets on Tuesday.', 'Book club meets on Friday now.'],
  ])('is none of that: %s', (query, older, newer) => {
    expect(isOfAnother(query, older, newer)).toBe(true)
  })

  it.each([
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
    ['a question for neither', 'where do we eat', 'The milk is in the cellar.', 'The eggs are in the fridge now.'],
  ])('may be one of that: %s', (_, query, older, newer) => {
    expect(isOfAnother(query, older, newer)).toBe(false)
  })
})
