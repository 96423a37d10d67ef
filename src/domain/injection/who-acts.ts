import { lazy } from '../../runtime/lazy.ts'
import { pattern } from '../../runtime/pattern.ts'

/** Who is to act in a sentence of folded text: somebody it tells of, or whoever reads it. */

const SENTENCE_END = /[.!?](?=$|[\s"'”’)\]*_<])|[。！？\n]/
/** A new thought begins after these, so that what stands before no longer says who acts. */
const CLAUSE_START = /[.!?:;"“”‘«»(){}[\]<>\n–—|*#=~`]|(?<=\s)-(?=\s)|,/g
const SENTENCE_START = /[.!?:;"“”«»(){}[\]<>\n–—|*#=~`]/g

const PERSON =
  'dad|daddy|mum|mom|mother|father|sister|brother|boss|wife|husband|son|daughter|friends?|teacher|doctor|kids?|children|uncle|aunt|grand\\p{L}+|neighbou?rs?|colleagues?|manager|coach|team|family|cat|dog|parents|students?|professor|partner|girlfriend|boyfriend|cousin|landlord|flatmates?|roommates?|class|puppy'
const somebodyIn = lazy(
  () =>
    new RegExp(
      `(?<![\\p{L}])(?:i|we|he|she|they|who|(?:people|everyone|everybody|someone|somebody|nobody|kids|children|drivers|students|players|friends|neighbou?rs)(?!\\s+(?:must|should|shall|has to|have to|needs? to))|(?:my|his|her|our|their|the) (?:\\p{L}+ )?(?:${PERSON}))(?:['’](?:d|ll|ve|m|re|s))?(?![\\p{L}])`,
      'u',
    ),
)
const ADDRESSED = pattern(
  String.raw`(?<![\p{L}])(?:you|your|assistant|ai|model|chat ?bot|llm|bot|chatgpt|gpt|agent)(?![\p{L}])`,
  'u',
)
const CHOSE_TO = pattern(
  String.raw`(?:decided|chose|wanted|wants|tends?|tended|tried|tries|likes|liked|learned|learnt|used|prefers?|preferred|refused|began|started|managed|happened|agreed|plans|planned|hates|hated|loves|loved|forgot|remembered|(?:told|asked|advised|taught|allowed|helped|wants|wanted|forced|encouraged) (?:me|him|her|us|them|my \p{L}+))\s+(?:not\s+)?to\s*$`,
  'u',
)
const DENIED =
  /(?:(?:do|does|did|should|must|can|could|would|will)\s*(?:not|n'?t)|never|cannot|not to|can'?t|won'?t)\s+(?:ever\s+|simply\s+|just\s+)?$/
const LEADER =
  /(?:^|[\s,])(?:please|pls|kindly|now|and|then|but|so|also|just|first|next|instead|always|immediately|simply|or|must|should|shall|only|finally|hereby|again|ok|okay|sure|assistant|ai|model|llm|bot|chatgpt|you|you'll|you will|will|let'?s|never|do not|don'?t|henceforth|afterwards|thereafter|rather|secretly|quietly|silently|carefully|strictly|directly)\s*$/
/** Who sets a program up tells of it. */
const SET_UP =
  /(?:configured?|set(?:\s+up)?|programm?(?:ed)?|trained?|built|build|told|asked)\s+(?:the|our|my)\s+(?:\w+\s+)?(?:bot|chat ?bot|assistant|ai|model)\s+to\s*$/
/** "Our bot must answer in German" says what was built. */
const SOMEBODYS = /\b(?:our|my|their|his|her|whose)\s+(?:\w+\s+){0,2}(?:assistant|bot|model|ai|chat ?bot|agent)s?\s/
const LEADING_TO =
  /(?:you|assistant|ai|model|llm|bot|agent|need|needs|have|has|required|ordered|instructed|supposed|important|essential|critical|vital|necessary|remember|sure|want|wish|order|is|are|be|crucial|imperative|mandatory|urgent)\s+(?:now\s+|always\s+)?to\s*$/

/** Nobody's sentence is longer, and without a bound a long text without an end would be read again for every order in it. */
const REACH = 600

function lastAfter(pattern: RegExp, text: string, end: number): number {
  const from = Math.max(0, end - REACH)
  let start = from
  for (const { index } of text.slice(from, end).matchAll(pattern)) start = from + index + 1
  return start
}
export const clauseStart = (text: string, at: number): number => lastAfter(CLAUSE_START, text, at)

export function sentenceEnd(text: string, at: number): number {
  const found = text.slice(at, at + REACH).search(SENTENCE_END)
  return found < 0 ? Math.min(text.length, at + REACH) : at + found + 1
}

/** Somebody is said to do it: "she forgot the earlier rules". To whom "you" or a model is put in between, it is an order after all. */
export function isTold(text: string, at: number): boolean {
  if (isDenied(text, at)) return true
  const clause = text.slice(clauseStart(text, at), at)
  if (/(?:\b(?:and|then|please|now|but|so|also)|,)\s*$/.test(clause)) return false
  return (CHOSE_TO().test(clause) && !ADDRESSED().test(clause)) || isAboutSomebody(clause)
}

function isAboutSomebody(before: string): boolean {
  const somebody = somebodyIn().exec(before)
  return somebody !== null && !ADDRESSED().test(before.slice(somebody.index + somebody[0].length))
}

/** "Never ignore the instructions" asks for the opposite. */
export const isDenied = (text: string, at: number): boolean =>
  DENIED.test(text.slice(Math.max(0, at - 24), at)) && !/^(?:do|don|never|no)/.test(text.slice(at, at + 5))

export function isOrdered(text: string, at: number): boolean {
  const clause = text.slice(clauseStart(text, at), at)
  const sentence = text.slice(lastAfter(SENTENCE_START, text, at), at)
  if (clause.trim() === '')
    return !/,\s*$/.test(sentence) || !isAboutSomebody(sentence) || !/\b(?:and|or)\b/.test(text.slice(at, at + 40))
  if (isDenied(text, at)) return false
  if (isAboutSomebody(sentence) || SET_UP.test(clause) || SOMEBODYS.test(clause)) return false
  return LEADER.test(clause) || (LEADING_TO.test(clause) && !CHOSE_TO().test(clause))
}
