import { lazy } from '../../runtime/lazy.ts'
import { isClock, isDate } from './dates.ts'
import { isNumber } from './numbers.ts'
import { phraseAt, phrasesOf } from './phrases.ts'
import { PERIODS, PRONOUNS_AND_DETERMINERS, SYNONYMS, UNITS } from './same-statement.data.ts'

const REPLACED = lazy(() => phrasesOf(SYNONYMS().keys()))

/** Words and phrases that say the same become one. */
export function rewriteSynonyms(tokens: readonly string[]): string[] {
  const rewritten: string[] = []
  for (let i = 0; i < tokens.length; ) {
    const phrase = phraseAt(REPLACED(), tokens, i)
    if (phrase === undefined) rewritten.push(tokens[i++]!)
    else {
      rewritten.push(...SYNONYMS().get(phrase.join(' '))!.split(' '))
      i += phrase.length
    }
  }
  return rewritten
}

/** Small words that grammar lets vary: approximation before a number, "a year" after an amount, "that" after "said", "no longer". */
export function rewriteGrammar(tokens: readonly string[]): string[] {
  const out: string[] = []
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!
    const [previous, next] = [out.at(-1) ?? '', tokens[i + 1] ?? '']
    const numeric = isPoint(next)
    if (numeric && APPROXIMATELY.test(token)) out.push('approx')
    else if (numeric && (token === 'over' || (token === 'than' && previous === 'more'))) {
      if (token === 'than') out.pop()
      out.push('over')
    } else if (numeric && (token === 'under' || (token === 'than' && /^(?:less|fewer)$/.test(previous)))) {
      if (token === 'than') out.pop()
      out.push('under')
    } else if (numeric && token === 'between' && tokens[i + 2] === 'and' && isPoint(tokens[i + 3])) {
      out.push(next, 'to')
      i += 2
    } else if (FOR.test(previous) && /^an?$/.test(token) && UNITS().has(`${next}s`)) {
      out.push('1', UNITS().get(`${next}s`)!)
      i++
    } else if (numeric && token === 'from' && tokens.slice(i, i + 6).includes('to')) continue
    else if (token === 'that' && REPORTS.test(previous) && PRONOUNS_AND_DETERMINERS.has(next)) continue
    else if (
      /^(?:have|has)$/.test(token) &&
      next === 'to' &&
      !/^(?:be|have)$/.test(tokens[i + 2] ?? '') &&
      !MODAL.test(previous)
    ) {
      out.push('must')
      i++
    } else if (PER.test(token) && PERIODS.has(next) && isNumber(out.at(-2)) && previous !== '') out.push('per')
    else if (token === 'name' && next === 'is' && previous === "'s") {
      out.splice(-1, 1, 'is', 'called')
      i++
    } else if (token === 'grey') out.push(COLOURED.test(previous) ? 'gray' : 'grey')
    else if (token === 'once' && PER.test(next)) out.push('1', 'time')
    else if (token === 'twice') out.push('2', 'time')
    // A synonym may begin with another sound: "a lift", "an elevator".
    else out.push(token === 'an' ? 'a' : token)
  }
  return noLonger(out)
}

const isPoint = (token: string | undefined): boolean => isNumber(token) || isClock(token) || isDate(token)

const APPROXIMATELY = /^(?:about|around|roughly|approx|circa|ca|~)$/
/** "For an hour" is one hour; "twice an hour" is not. */
const FOR = /^(?:for|in|within|after|takes|took|take|lasts|lasted|approx)$/
const REPORTS =
  /^(?:say|says|said|think|thinks|thought|believe|believes|believed|know|knows|knew|hope|hopes|hoped|me|us)$/
const MODAL = /^(?:not|will|would|might|may|could|should|can|did|does|do|had|used|never)$/
const PER = /^(?:a|an|per|each|every|\/)$/
/** Gray is also a surname, which another spelling would change. */
const COLOURED = /^(?:a|the|my|your|his|her|our|their|is|are|was|were|dark|light|pale|painted|of|with|wear|wears)$/

/** "I do not smoke any more" is "I no longer smoke". */
function noLonger(tokens: string[]): string[] {
  const not = tokens.indexOf('not')
  if (not < 1 || tokens.at(-1) !== 'anymore' || tokens.indexOf('not', not + 1) > 0) return tokens
  const before = tokens[not - 1]!
  if (before === 'did') return tokens
  const verb = tokens[not + 1] ?? ''
  const rest = tokens.slice(not + 2, -1)
  if (before === 'do') return [...tokens.slice(0, not - 1), 'no', 'longer', verb, ...rest]
  if (before === 'does') return [...tokens.slice(0, not - 1), 'no', 'longer', thirdPerson(verb), ...rest]
  return [...tokens.slice(0, not), 'no', 'longer', verb, ...rest]
}

const thirdPerson = (verb: string): string =>
  verb === 'have'
    ? 'has'
    : /(?:s|x|z|ch|sh|o)$/.test(verb)
      ? `${verb}es`
      : /[^aeiou]y$/.test(verb)
        ? `${verb.slice(0, -1)}ies`
        : `${verb}s`

const IS_HOST = /^(?:he|she|it|that|there|what|who|where|here|how|this|everything|everyone|someone|nobody|name)$/
const AFTER_HAS = /^(?:been|got|had|become)$/
const AFTER_IS =
  /^(?:a|an|the|not|in|at|on|here|there|now|my|our|your|his|still|always|very|too|from|allergic|married)$/

/** 's is "is", "has" or a possessive; 'd is "would" or "had". What follows tells; a possessive keeps its mark. */
export function resolveEndings(tokens: readonly string[]): string[] {
  return tokens.map((token, i) => {
    const next = tokens[i + 1] ?? ''
    if (token === "'d") return /^(?:been|better|had|gone|already)$/.test(next) ? 'had' : 'would'
    if (token !== "'s") return token
    if (AFTER_HAS.test(next)) return 'has'
    if (IS_HOST.test(tokens[i - 1] ?? '')) return 'is'
    const doing =
      next.length > 4 &&
      next.endsWith('ing') &&
      (/^(?:to|for|with|by|home|away|back)$/.test(tokens[i + 2] ?? 'to') || AFTER_IS.test(tokens[i + 2] ?? ''))
    return (AFTER_IS.test(next) && tokens[i - 2] !== 'of') || (doing && next !== '') ? 'is' : token
  })
}
