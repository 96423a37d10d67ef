import { lazy } from './lazy.ts'

/**
 * A pattern with classes like \p{L}, made when it is first asked for. Written as a literal it would take some 40 µs a class in the start of every
 * isolate, even inside a function that never runs: the engine builds the set of characters to see whether the class exists.
 */
export const pattern = (source: string, flags: string): (() => RegExp) => lazy(() => new RegExp(source, flags))

export const CAPITAL_FIRST = pattern(String.raw`^\p{Lu}`, 'u')
export const LETTER = pattern(String.raw`\p{L}`, 'u')
export const LETTER_OR_DIGIT = pattern(String.raw`[\p{L}\p{N}]`, 'u')
export const WORD_RUNS = pattern(String.raw`[\p{L}\p{N}]+`, 'gu')
export const BETWEEN_WORDS = pattern(String.raw`[^\p{L}\p{N}]+`, 'gu')
export const MARKS = pattern(String.raw`\p{M}+`, 'gu')
