import { describe, expect, it } from 'vitest'
import type { About } from '../../../src/domain/question/about-whom.ts'
import { type QuestionReading, readQuestion } from '../../../src/domain/question/read-question.ts'

const user: About = { kind: 'user' }
const reference: About = { kind: 'reference' }
const name = (...names: string[]): About => ({ kind: 'name', names })
const role = (what: string): About => ({ kind: 'role', role: what })

describe('whom a question is about', () => {
  it.each<[string, About | null]>([
    ['Which city is my home now?', user],
    ['gift ideas for me?', user],
    ['Where did I work before Kestrel?', user],
    ['Which Kubernetes cluster do we use?', user],
    ['remind me what Tom is allergic to', name('Tom')],
    ['What is Tom allergic to?', name('Tom')],
    ['Who is Inés?', name('Inés')],
    ['who is inés', name('inés')],
    ["In which city does Kiran's father live?", name('Kiran')],
    ["in which city does kiran's father live", name('kiran')],
    ['what did Tess say about my ex?', name('Tess')],
    ['How did it end with Callum?', name('Callum')],
    ['are Pilar and Paz leaving us', name('Pilar', 'Paz')],
    ['when is the operation by Mr Whitcombe', name('Mr Whitcombe')],
    ['is PROJ-142 done?', name('PROJ-142')],
    ['which port does billing-api use', name('billing-api')],
    ['Where does my sister live?', role('sister')],
    ['Does my mother still need the walking frame?', role('mother')],
    ["mum's latest test score", role('mum')],
    ['did the landlord pay?', role('landlord')],
    ["what does my sister's husband do?", role("sister's husband")],
    ['who is my mother in law', role('mother in law')],
    ['and his brother?', reference],
    ['and when is she coming to see me?', reference],
    ['what about then?', reference],
    ['did that help?', reference],
    ['minimum coverage for the package', null],
    ['What is the capital of Peru?', name('Peru')],
    ['', null],
  ])('%s', (question, about) => {
    expect(readQuestion(question).about).toEqual(about)
  })
})

describe('what a question asks for', () => {
  it.each<[string, string[], QuestionReading['wants']]>([
    ['Which city is my home now?', ['lives_in'], 'place'],
    ["who's my employer at the moment?", ['works_at'], 'person'],
    ['where does Ana work', ['works_at'], 'place'],
    ['What does she do for a living?', ['works_as'], null],
    ['How much do I earn these days?', ['earns'], 'amount'],
    ['what dose of my antidepressant am I supposed to take currently', ['takes', 'dose'], 'amount'],
    ['What is Tom allergic to?', ['allergic_to'], null],
    ['how old is Bruma', ['age'], 'amount'],
    ['What is the name of my dentist?', ['name', 'has_dentist'], 'person'],
    ['Who is our lawyer?', ['has_lawyer'], 'person'],
    ['who was late, if I may believe my dentist', [], 'person'],
    ['Am I seeing anybody, and who?', ['dates'], 'person'],
    ["what's her phone number?", ['phone'], null],
    ['which node version should I use here?', ['uses', 'version'], null],
    ['When is our weekly check-in?', ['happens_on'], 'time'],
    ['and when is she coming', [], 'time'],
    ['until when is my passport valid', ['happens_on', 'ends_on'], 'time'],
    ['why did we leave the yard', [], 'reason'],
    ['How do I ship the API?', [], 'manner'],
    ['Do I still take iron supplements?', ['takes'], 'choice'],
    ['the engineer', [], null],
  ])('%s', (question, relations, wants) => {
    const read = readQuestion(question)
    expect([...read.relations].sort()).toEqual([...relations].sort())
    expect(read.wants).toBe(wants)
  })
})

describe('which time a question asks for', () => {
  it.each<[string, QuestionReading['time']]>([
    ['Which city is my home now?', 'now'],
    ['Does my mother still need the walking frame?', 'now'],
    ['his latest result in maths', 'now'],
    ['Where does my sister live?', 'present'],
    ['who runs Helix?', 'present'],
    ['Where did I work before Kestrel?', 'past'],
    ['Where did I live?', 'past'],
    ['what did I use to drive, my previous car', 'past'],
    ['What was originally excluded?', 'past'],
    ['why was he tired in October?', 'past'],
    ['old gate code', 'past'],
    ['who was my former boss', 'past'],
    ['who sleeps in the former office', 'present'],
    ['Which came first, the breakup or the offer?', 'past'],
    ['am I allowed a bonfire in January', 'present'],
    ['cell count in August', 'past'],
    ['which crib will he sleep in', 'future'],
    ['what did Tess say', 'any'],
    ['current density in the cold', 'any'],
    ['what do I need before Friday', 'present'],
  ])('%s', (question, time) => {
    expect(readQuestion(question).time).toBe(time)
  })
})

it('gathers names, identifiers, numbers and dates as evidence', () => {
  expect(readQuestion('Did Anjali fix PROJ-142 in v2.3 on the 12th of January for £89?').names).toEqual([
    'Anjali',
    'PROJ-142',
    'v2.3',
    '12th',
    'January',
    '£89',
  ])
  expect(readQuestion('Wann wird das am 23. abgeholt?')).toMatchObject({ about: null, names: ['23'] })
})

it('reads no more of a long text than its beginning', () => {
  expect(readQuestion(`Where does Tom live? ${'and so on '.repeat(2000)} Anna Bell?`).names).toEqual(['Tom'])
})
