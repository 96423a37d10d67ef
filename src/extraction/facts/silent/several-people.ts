import { isCopula } from '../../phrases/verb-group.ts'
import { isGivenName } from '../../words/given-names.ts'
import { kindOf } from '../mentions.ts'
import type { SilentRule } from './silent-rule.ts'

/** Something is said of several together, or of each something else, and the clause tells it of one. */
export const SEVERAL_PEOPLE: readonly SilentRule[] = [
  // "Tom works at Acme, Mia at Kestrel and Ben at Halden": the others share his verb, and not his place.
  {
    name: 'verb-left-out',
    when: ({ objects: direct, prepositions }, { analysis: { tokens } }) =>
      direct.length === 0 &&
      prepositions.some(
        ({ preposition, objects }, at) =>
          objects.length > 1 &&
          prepositions
            .slice(at + 1)
            .some(
              (later) =>
                later.preposition === preposition &&
                later.objects.some(({ np }) => !np.time && /^(?:PROPN|NUM)$/.test(tokens[np.head]!.pos)),
            ),
      ),
  },
  // "Dr. Serik is boss, Gulya cooks, Vitya drives", "and young Tess cooks": those who cook and drive are no boss.
  {
    name: 'list-of-who-does-what',
    when: ({ verb, objects }, { analysis: { tokens } }) =>
      isCopula(verb) &&
      objects.some(
        ({ np }, i) =>
          i > 0 &&
          np.head > np.core &&
          tokens[np.head - 1]!.pos === 'PROPN' &&
          /^[a-z]+[^s]s$/.test(tokens[np.head]!.text),
      ),
  },
  // "you get €92, Luca €118 and Paul €72": the others get theirs.
  {
    name: 'list-of-who-gets-what',
    when: ({ objects, second }, { analysis: { tokens } }) =>
      [...objects, ...second].some(
        ({ np }, i) =>
          i > 0 &&
          tokens[np.core]!.pos === 'PROPN' &&
          tokens.slice(np.core, np.end).some(({ text }) => /[$€£¥₹]/.test(text)),
      ),
  },
  // "Flatmates are Tunde and a quiet boy", "the boys are Tom, 9, and Ben, 6": one of them is not all.
  {
    name: 'many-are-one',
    when: ({ verb, subjects, objects }, { analysis: { tokens } }) => {
      const [subject, object] = [subjects[0]?.np, objects[0]]
      return (
        isCopula(verb) &&
        /^(?:are|were)$/.test(tokens[verb.start]!.lower) &&
        subjects.length === 1 &&
        !subject!.possessor &&
        !subject!.pronoun &&
        /^[a-z]+s$/.test(tokens[subject!.head]!.lower) &&
        object !== undefined &&
        tokens[object.np.head]!.pos === 'PROPN' &&
        !object.np.determiner &&
        !/s$/.test(tokens[object.np.head]!.lower) &&
        (isGivenName(tokens[object.np.head]!.lower) || /^(?:and|,)$/.test(tokens[object.end]?.lower ?? ''))
      )
    },
  },
  // "team is me, Dal and Kirsty": no one of them is the team.
  {
    name: 'is-me-and-others',
    when: ({ verb, objects }, { analysis: { tokens } }) =>
      isCopula(verb) && objects.some(({ np }) => /^(?:me|myself|us)$/.test(tokens[np.head]!.lower)),
  },
  // "Emre and Ada are finished", "the pavement and I are divorced": with each other, or in jest.
  {
    name: 'over-between-them',
    when: ({ verb, subjects, adjectives, prepositions }, reading) => {
      const { tokens } = reading.analysis
      const { lower } = tokens[adjectives[0]?.start ?? verb.main]!
      const isThing = subjects.some(
        ({ np }) =>
          tokens[np.head]!.pos === 'NOUN' &&
          reading.lexicon.knows(tokens[np.head]!.lower) &&
          kindOf(reading, np) === 'thing',
      )
      return (
        subjects.length > 1 &&
        ((/^(?:finished|done|even|through|over|quits)$/.test(lower) &&
          !isThing &&
          prepositions[0]?.preposition !== 'with') ||
          (/^(?:divorced|married|engaged|separated)$/.test(lower) && isThing))
      )
    },
  },
  // "Ada B. and Ada T. are different people": together they are, and neither is so alone.
  {
    name: 'compared-with-each-other',
    when: ({ subjects, verb, objects }, { analysis: { tokens } }) =>
      subjects.length > 1 &&
      isCopula(verb) &&
      objects.some(({ np }) => /^(?:different|same|similar|separate|two)$/.test(tokens[np.core]!.lower)),
  },
]
