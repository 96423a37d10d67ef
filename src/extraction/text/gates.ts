import type { Chunk } from '../phrases/chunks.ts'
import { isInvertible } from '../phrases/verb-group.ts'
import type { Token } from '../tokens/token.ts'
import { WH_WORDS } from '../words/word-lists.ts'
import { wordSet } from '../words/word-set.ts'

const CODE =
  /[{}<>;=]{2,}|=>|\(\)|^\s*(?:const|let|var|function|import|export|return|def|class|public|private|SELECT|INSERT|UPDATE|DELETE|#include|git|npm|sudo|curl)\b.*[;(){}=/-]|<\/?[a-z][^>]*>|^\s*[$>#]\s|\w\.\w+\(|\\\w|https?:\/\/\S+$|[|│]{2}|\|.*\|/

/** A word longer than this is a hash, a key or noise. */
const LONGEST_WORD = /\S{60,}/

/** Is the sentence prose that could state something at all? */
export function isProse(sentence: string): boolean {
  if (sentence.length < 6 || LONGEST_WORD.test(sentence) || CODE.test(sentence) || LOGGED.test(sentence)) return false
  const letters = sentence.match(/[A-Za-zÀ-ɏ]/g)?.length ?? 0
  return letters / sentence.replaceAll(/\s/g, '').length > 0.4 && letters > 2 && sentence.includes(' ')
}

/** Where the stating part of a sentence ends: the whole of it, or what stands before the question in "I eat no nuts, what can I order?". */
export function statedEnd(tokens: readonly Token[]): number {
  let last = tokens.length
  while (last > 0 && /^["'”’)\].!…]+$/.test(tokens[last - 1]!.text)) last--
  const asks = tokens[last - 1]?.text.startsWith('?') || tokens.slice(last).some((token) => token.text.includes('?'))
  if (opensQuestion(tokens, 0)) return 0
  if (!asks) return tokens.length
  for (let i = last - 1; i > 2; i--) {
    const token = tokens[i]!
    if (token.text !== ',' && !/^[;—–-]$/.test(token.text) && token.lower !== 'so' && token.lower !== 'and') continue
    let next = i + 1
    while (/^(?:so|and|but|then)$/.test(tokens[next]?.lower ?? '')) next++
    if (opensQuestion(tokens, next)) return i
  }
  return 0
}

/** As they are typed and said. */
const SPOKEN_WH_WORDS = wordSet('whit whaur wha wot wat wut whats wats hows whos wheres whens whys')

/** "Do you know …", "What is …", "Could you …": an auxiliary before its subject, or a question word. */
function opensQuestion(tokens: readonly Token[], from: number): boolean {
  let i = from
  while (tokens[i]?.pos === 'INTJ' || (tokens[i]?.text === ',' && i < from + 4)) i++
  const first = tokens[i]
  const second = tokens[i + 1]
  if (!first || !second) return false
  if (first.pos === 'AUX' && isInvertible(first) && /^(?:PRON|DET|NEG|PROPN)$/.test(second.pos)) return true
  if (SPOKEN_WH_WORDS.has(first.lower)) return true
  if (!WH_WORDS.has(first.lower)) return false
  if (first.lower === 'when' || first.lower === 'where') return second.pos === 'AUX'
  return true
}

/** "Please remember that …", "Keep in mind: …", "FYI, …": what follows is stated, and asked to be kept. */
const REMINDER =
  /^\s*(?:(?:please|also|and|ok|okay|hey|oh)[,\s]+)*(?:(?:remember|note|keep in mind|don't forget|do not forget|be aware|know)(?: that\b|:)|fyi[,:]?|just so you know[,:]?|for (?:your|the) record[,:]?|for context[,:]?|reminder:|note to self:|(?:it )?turns out(?: that)?[,:]?|update:|correction:)\s*/i

/** "CHANGE limiter follows the new ceiling": the heading of a note. */
const HEADING = /^\W*(?:CHANGED?|UPDATED?|FIXED|NOTE|TODO|DONE|NEWS|NEW)\s+(?=[a-z]|The )/

export const reminderLength = (sentence: string): number =>
  (REMINDER.exec(sentence) ?? HEADING.exec(sentence))?.[0].length ?? 0

/** "ok, so …", "thanks, I have one" */
const OPENERS =
  /^(?:(?:ok|okay|so|well|now|and|also|oh|yes|yeah|no|hey|hi|hello)[,!]?\s+|(?:thanks|thank you|cheers)(?: for asking| so much| a lot)?[,!]\s+)*/i

const REQUEST =
  /^(?:please|kindly|let's|let us|let me|help me|can you|could you|would you|will you|tell me|show me|give me|write|summari[sz]e|translate|explain|remind me|imagine|suppose|assume|pretend|say that|ignore|make sure|thanks|thank you|hi|hello|hey|good (?:morning|evening|night|afternoon))\b/i

/** A request, a greeting or a supposition: nothing in it is stated, whatever it mentions. */
export const isRequest = (sentence: string): boolean => REQUEST.test(sentence.replace(OPENERS, ''))

/** A line of a log: what a program reports is about its own insides. */
const LOGGED =
  /^\W*(?:(?:ERROR|WARN(?:ING)?|INFO|DEBUG|FATAL|TRACE|CRITICAL|npm ERR)\b|\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?)/

const HEDGES = wordSet('apparently allegedly supposedly presumably reportedly theoretically wish wishes maybe perhaps')
const HEARSAY =
  /\b(?:as far as i know|i(?:['’]m| am| was|['’]ve been) told|afaik|if i remember|i heard|rumou?r has it|assuming|suppose|let's say|imagine|not sure|no idea|unsure|dunno|idk|no clue|who knows|in theory|hypothetically|my (?:hypothesis|theory|guess|bet)|what if|as if|as though|they say|people say|word is|legend has it|according to (?!plan|schedule))\b|^\W*in (?:the|this|that|my|a|his|her) (?:\w+ )?(?:dream|nightmare|film|movie|book|novel|story|game|play|show|series|episode|song|poem|legend)\b|\b(?:dreamt|dreamed)\b(?! (?:of|about)\b)|\bhad (?:a|this|the|that|my) (?:\w+ ){0,2}(?:dream|nightmare)\b|^(?!\W*(?:i|we)\b)[^,.:;?]{1,40}\b(?:says?|said|goes|texts?|texted|writes?|wrote|repl(?:y|ies|ied)|shout(?:s|ed)?|announced)\s*:/i

/** "…, I think." */
const HEDGED = /\b(?:i|we) (?:think|guess|believe|suppose|reckon|assume|hope)\W*$|\b(?:or so|probably|i wish)\W*$/i

/** "in the alternate universe where …", "two truths and a lie: …", "picture this, …": a story, or a game. */
const MADE_UP =
  /\bin (?:an?|the|this|that|another|some|my) (?:(?:alternate|alternative|parallel|perfect|ideal|other|different|better|fantasy) (?:universe|world|life|reality|timeline)|(?:universe|timeline) (?:where|in which))\b|\b(?:two|2) truths (?:and|&|n) (?:a|one|1) lie\b|^\W*(?:so,? )?picture (?:this|the scene|it)\b|^\W*(?:so )?there (?:i|we) (?:am|are|was|were)\b|\b(?:not|no longer|isn['’]?t) true (?:any ?more|now|after all)|\bno longer true\b|\b(?:so|just|only) one (?:more|bad|wrong|single|last)\b[^,;]* and (?:i|we|you|he|she|they|it)\b/i

/** "the 6.40 ferry, no wait, 7.15", "on the 19th, no, it's the 26th", "I followed the recipe, well, mostly" */
const CORRECTED_AT_ONCE =
  /[,.(–—-] ?(?:(?:oh |ah )?no,? (?:(?:it|that)(?:['’]?s| is) (?:(?:on |at |the )*(?:\d+(?:st|nd|rd|th)?|(?:mon|tues|wednes|thurs|fri|satur|sun)day))|wait|hang on|hold on|sorry|scratch that|i (?:tell a )?lie)|i tell a lie|(?:well|actually|oh|ah|er|erm|um|ok),? no\b(?! (?:one|more|need|problem|idea))|actually,? no\b|wait,? no|scratch that|sorry,? (?:no|i mean)|(?:or|well),? (?:mostly|almost|sort of|kind of|not really|not quite|nearly|ish))\b/i

/** Told at second hand or as an assumption: it may not be so. */
export const isHearsay = (sentence: string): boolean => HEARSAY.test(sentence) || HEDGED.test(sentence)

export const isMadeUp = (sentence: string): boolean => MADE_UP.test(sentence)
export const isCorrectedAtOnce = (sentence: string): boolean => CORRECTED_AT_ONCE.test(sentence)

const JOKE =
  /\b(?:jk|j\/k|just kidding|only kidding|kidding aside|i'?m kidding|just joking|only joking|i'?m joking|as a joke|april fools?)\b|\(not\)|\(in my (?:mind|head|dreams)\)|(?:^|\s)\/s(?:\s|$)|[😜😝🤪😏🙃🤡]/iu
const LAUGHS = /\b(?:lol|lmao|rofl|(?:ha){2,}h?|hehe+|(?:je){2,}|(?:ja){2,}|k{3,}|xd)\b|[😂🤣😆😹]/iu

/** Said as a joke: it is not so. */
export const isJoke = (sentence: string): boolean => JOKE.test(sentence)

const BEGINS_ANEW =
  /^\W*(?:(?:oh|ah|well|ok|but),? )?(?:(?:no|sorry),? (?:wait|hang on|hold on|scratch that|i (?:tell a )?lie|i mean|sorry)\b|wait,? (?:no|that)\b|actually,? (?:no|scratch)\b(?! (?:one|more|need))|(?:scratch|strike) that\b|i tell a lie\b|i lied(?: about (?:it|that))?[.!]*$|(?:that (?:was|is)|that['’]?s) (?:a lie|not true)[.!]*$|april (?:joke|fools?)[.!]*$|(?:the|on|in|at) (?!\w+ ones?,)[^,.;:!?]{1,40}, i mean[.!]*$|correction:?(?= \S+ (?:is|was|are)\b)|no,? i['’]?m not\W*$|no,? (?:it|that)(?:['’]?s| is| was) (?:wrong|false|rubbish|not (?:true|right|so|it)\b|(?:on |at )?(?:\d|(?:mon|tues|wednes|thurs|fri|satur|sun)day)))/i
const TRAILS_OFF = /(?:\.{2,}|…)["”’)]*$/
const AFTER_TRAILING =
  /^\W*(?:(?:no|nope|sorry|actually)(?:,| (?:wait|make that|it['’]?s|it is|(?:on |at )?(?:\d|(?:mon|tues|wednes|thurs|fri|satur|sun)day)))(?! (?:i|my|we|our|for|about)\b)|wait\b|correction\b|i mean,? (?!it\b)(?:(?:the|an?|on|in|at|for) )?[\w'’-]+[.!]*$|that was (?:the old|wrong|not (?:true|right)|a (?:lie|joke|mistake))\b|sorry,? (?:for|on|at|to|from|with|by) (?!(?:the|being|my|all|this|that|any)\b))/i

/** "Booked for Tuesday... no, Wednesday", "We sold it. No wait": the next sentence begins the last anew. */
export const isBegunAnew = (sentence: string, after: string): boolean =>
  (!/\?\W*$/.test(sentence) && BEGINS_ANEW.test(after)) || (TRAILS_OFF.test(sentence) && AFTER_TRAILING.test(after))

/** "Kidding!", "not really": takes back what was said right before. */
export const takesBack = (sentence: string): boolean =>
  /^\W*(?:jk\b|j\/k|(?:just |only |i'?m |i am )?(?:kidding|joking)\b|not really\b|no,? jk\b|nah\b,? (?:jk|kidding|not)|no,? wait,? that(?:['’]?s| is| was)\b|sike|psych\b|if only\b|i wish\b|in my dreams|(?:(?:well|actually|ok|okay),?|(?:oh|ah),) no\b(?! (?:one|more|need|problem|idea|wonder|matter))|no,? (?:he|she|it|they|i|we) ?\w*(?:n['’]t| not)(?:\W*$|,))/i.test(
    sentence,
  )

/** Laughed about: so it may be meant, but less surely. */
export const isLaughed = (sentence: string): boolean => LAUGHS.test(sentence)

/** "if", "unless", "whether", "wish": what the sentence says depends on something that it does not state. */
export function isHypothetical(chunks: readonly Chunk[], tokens: readonly Token[]): boolean {
  return (
    tokens.some(({ lower }) => HEDGES.has(lower)) ||
    chunks.some(({ type, start }) => type === 'sc' && /^(?:if|unless|whether)$/.test(tokens[start]!.lower))
  )
}
