import type { Draft } from './reading.ts'

/** "acts for Mrs": whoever that is. */
const TITLE_ALONE = /^(?:mr|mrs|ms|miss|mme|dr|sir|madam)\.?$/i

/** A fact about nothing, of something with itself, or of a "you" whom nobody knows, is none. */
export const isSound = ({ subject, predicate, object, text }: Draft): boolean =>
  subject.name.length > 1 &&
  object.name !== '' &&
  !subject.name.includes('=') &&
  !/^(?:next|same|other|rest)$/.test(object.name) &&
  !TITLE_ALONE.test(subject.name) &&
  !TITLE_ALONE.test(object.name) &&
  subject.name !== object.name &&
  object.name.length <= 160 &&
  text.length <= 400 &&
  !/\b(?:you|your|yours|yourself)\b|\b(?:that|this|these|those)$/i.test(text) &&
  (/^(?:named|called)$/.test(predicate) || !/\b(?:it|him|them|mine|hers)\b/i.test(text))
