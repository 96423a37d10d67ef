import { isSaidOf } from '../../clauses/is-said-of.ts'
import { isCopula } from '../../phrases/verb-group.ts'
import { WEEKDAYS } from '../../words/word-lists.ts'
import type { SilentRule } from './silent-rule.ts'

/** It holds only at some time, only after something else, or since a time that is not told. */
export const ONLY_THEN: readonly SilentRule[] = [
  // "I'm a single parent when Tom's on nights": only then.
  {
    name: 'only-at-such-times',
    when: ({ verb, role, end }, { analysis: { clauses, tokens } }) =>
      role === 'main' &&
      isCopula(verb) &&
      clauses.some(
        ({ marker, subjectStart }) =>
          /^(?:when|whenever)$/.test(marker ?? '') &&
          subjectStart >= end &&
          !tokens.slice(end, subjectStart).some(({ pos }) => pos === 'PUNCT'),
      ),
  },
  // "I start radiotherapy once the wound has healed": not before.
  {
    name: 'only-once-that-is-done',
    when: ({ verb, role, end }, { analysis: { chunks, tokens } }) => {
      const next = chunks.find(({ start }) => start >= end)
      return (
        role === 'main' && !verb.past && !verb.perfect && next?.type === 'sc' && tokens[next.start]!.lower === 'once'
      )
    },
  },
  // "second jab on 2 August – we're in Grado then", "the kiosk is shut by then": and not now.
  {
    name: 'at-that-time',
    when: ({ verb, end, prepositions }, { analysis: { tokens } }) =>
      isCopula(verb) &&
      !verb.past &&
      [end - 1, end, end + 1].some(
        (i) =>
          tokens[i]?.lower === 'then' &&
          (i + 1 >= tokens.length || tokens[i + 1]!.pos === 'PUNCT') &&
          (/^(?:by|before|until|till?)$/.test(tokens[i - 1]?.lower ?? '') || (i <= end && prepositions.length > 0)),
      ),
  },
  // "the rest comes after you upload the certificate", "I'd call after I talk to my wife": nobody has yet.
  {
    name: 'only-after-it',
    when: (clause, { analysis: { clauses, tokens } }) =>
      clause.role === 'adverbial' &&
      /^(?:after|once|before|until|till?)$/.test(clause.marker ?? '') &&
      !clause.verb.past &&
      !clause.verb.perfect &&
      (isSaidOf('you', clause, tokens) ||
        (isSaidOf('i', clause, tokens) && (clauses[clauses.indexOf(clause) - 1]?.verb.modal ?? null) !== null)),
  },
  // "after the review the soup goes on every table": where nothing else is stated, "after" opened no clause.
  {
    name: 'after-without-main-clause',
    when: ({ role, marker }, { analysis: { clauses } }) =>
      role === 'adverbial' &&
      /^(?:after|since|while)$/.test(marker ?? '') &&
      clauses.every((other) => other.role !== 'main'),
  },
  // "a nurse since she was 21", "we've been together six years": it tells since when, or with whom, and not what one is.
  {
    name: 'since-or-together',
    when: ({ verb, marker, end }, { analysis: { tokens } }) =>
      isCopula(verb) &&
      ((marker === 'since' && verb.past) ||
        /^(?:together|apart)$/.test(tokens[verb.end]?.lower ?? tokens[end]?.lower ?? '')),
  },
  // "is on the larder door, and has been since 1988": what it has been was said before.
  {
    name: 'has-been-so-since',
    when: ({ verb }, { analysis: { tokens } }) => isCopula(verb) && tokens[verb.end]?.lower === 'since',
  },
  // "stopped HRT in March, back on it since Monday": nothing has ended.
  {
    name: 'began-again',
    when: ({ verb, end }, { analysis: { tokens } }) =>
      /^(?:stop|quit|give up)$/.test(verb.lemma) &&
      tokens
        .slice(end)
        .some(
          ({ lower }, i, rest) =>
            /^(?:restarted|resumed|relapsed)$/.test(lower) || (lower === 'back' && rest[i + 1]?.lower === 'on'),
        ),
  },
  // "it is now thursday": today is, and not what was spoken of.
  {
    name: 'it-is-a-weekday',
    when: (clause, { analysis: { tokens } }) =>
      isCopula(clause.verb) &&
      clause.verb.modal === null &&
      isSaidOf('it', clause, tokens) &&
      clause.objects.some(({ np }) => WEEKDAYS.has(tokens[np.head]!.lower) && !tokens[np.head]!.lower.endsWith('s')),
  },
]
