import { describe, expect, it } from 'vitest'
import { namesInCommon } from '../../../src/domain/question/names-in-common.ts'

describe('names that a text has in common with the question', () => {
  it.each<[string[], string, number]>([
    [['Anjali'], 'my sister anjali moved', 1],
    [['Anjali'], 'my sister moved', 0],
    [['Anjali', 'Toronto'], 'anjali moved', 0.5],
    [['José'], 'Jose called', 1],
    [['Amara Obi'], 'the vet is Dr. Obi', 1],
    [['PROJ-142'], 'proj-142 is fixed', 1],
    [['Ann'], 'the annual meeting', 0],
    [['Ann'], 'her annual leave suits ann', 1],
    [['Ann'], 'année: Ann', 1],
    [['Ana Bell'], 'bell, ana', 1],
    [['Ana Bell'], 'the bellboy and bananas', 0],
    [['Al Bo'], 'al and bo', 0],
    [['Al Bo'], 'al bo came', 1],
    [["Joan d'Arc"], 'the d arc estate', 1],
    [[], 'whatever', 1],
  ])('%j in "%s": %d', (names, text, share) => {
    expect(namesInCommon(names)(text)).toBe(share)
  })

  it('does not take a part of a code for the code', () => {
    expect(namesInCommon(['PROJ-142'])('proj-1423 is closed')).toBe(0)
    expect(namesInCommon(['PROJ-142'])('PROJ-142 is open')).toBe(1)
  })
})
