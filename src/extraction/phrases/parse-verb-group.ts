import { IRREGULAR_BOTH } from '../../domain/statement/past-forms.ts'
import type { Lexicon } from '../lexicon.ts'
import type { Token } from '../tokens/token.ts'
import { isBe, isDo, isHave, isModal, isParticiple, verbForm, verbLemma } from '../words/verb-forms.ts'
import { ASPECTUALS, INTENTIONS, PARTICLES, POSSESSIVES } from '../words/word-lists.ts'
import { wordSet } from '../words/word-set.ts'
import type { VerbGroup } from './verb-group.ts'

const CHAINING = new Set([
  ...INTENTIONS,
  ...ASPECTUALS,
  ...wordSet('use have seem appear tend manage happen learn get forget refuse fail go come choose afford start'),
])

const PHRASAL = new Set(
  `give up|look forward|pick up|take up|set up|grow up|throw away|break up|wake up|end up|find out|turn out|go out|move out|move in|work out|put on|take off|sign up|settle down|pass away|hang out|check out|carry out|point out|bring up|make up|clean up|fix up|run out|sell off|call off|drop out|head up|kick off|move back|give away|get up|show up|open up|look up|set off|take over|try out|come up|stand out|catch up|write down|put up|pull off|cut out|turn down|step down|team up|wrap up|split up|trade in|back up|build up|come out|go on|follow up|hand in|hand out|lay off|let down|log in|pay off|save up|shut down|start out|take on|take out|try on|turn on|turn off|turn up|use up`.split(
    '|',
  ),
)

export function parseVerbGroup(tokens: readonly Token[], start: number, lexicon: Lexicon): VerbGroup | null {
  const words = readVerbWords(tokens, start, lexicon)
  if (!words) return null
  const { infinitive, negated, former, main } = words
  const { chain, verb, end: chainEnd, getPassive, embeddedPassive } = followChain(tokens, main, words.end, lexicon)
  const token = tokens[verb]!
  const base = verbLemma(token, lexicon)
  const particle = particleOf(base, tokens[chainEnd])
  const end = particle ? chainEnd + 1 : chainEnd
  const auxiliary = words.auxiliaries.at(-1)?.lower ?? ''
  // "it's got", "we've got" is having, not getting.
  const having = token.lower === 'got' && chain.length === 0 && /^(?:have|has|'ve|'s)$/.test(auxiliary)
  const lemma = having ? 'have' : particle ? `${base} ${particle}` : base
  const form = verbForm(token, lexicon)
  const own = words.auxiliaries.filter((aux) => aux !== token)
  const participle = isParticiple(tokens[main]!, lexicon)
  const passive =
    getPassive ||
    embeddedPassive ||
    (chain.length === 0 &&
      lemma !== 'have' &&
      !isPerfectS(auxiliary, base, overParticle(tokens, end)) &&
      isPassive(own, token, lexicon))
  // "I'd put it there" is advice: where base and participle are alike, 'd is would.
  const modal = own.find(
    (aux) =>
      isModal(aux) ||
      (aux.lower === "'d" && (!participle || base === token.lower || own.some(({ lower }) => lower === 'have'))),
  )
  const contracted = own.some((aux) => aux.lower === "'d" || aux.lower === "'s")
  return {
    type: 'vg',
    start,
    end,
    main: verb,
    lemma,
    kind: infinitive ? 'to' : kindOf(tokens, start, lexicon),
    negated,
    former,
    modal: modal ? verbLemma(modal, lexicon) : null,
    passive,
    getPassive,
    perfect: (lemma !== 'have' && own.some(isHave)) || (contracted && participle && !passive),
    past:
      own.length > 0
        ? /^(?:was|were|did|had)$/.test(own[0]!.lower)
        : form === 'past' || form === 'ed' || (IRREGULAR_BOTH.has(token.lower) && lemma !== token.lower),
    progressive: form === 'ing' && own.some(isBe),
    chain,
    particle: particle !== null,
    bare: own.length === 0 && chain.length === 0 && form === 'base' && !infinitive,
  }
}

/** The words of a verb group as they stand: "has not been". */
function readVerbWords(tokens: readonly Token[], start: number, lexicon: Lexicon) {
  const infinitive = tokens[start]?.pos === 'TO'
  const auxiliaries: Token[] = []
  let negated = false
  let former = false
  let main = -1
  let at = infinitive ? start + 1 : start
  for (; at < tokens.length; at++) {
    const token = tokens[at]!
    if (token.pos === 'AUX' || token.pos === 'VERB') {
      if (isObjectOfDo(auxiliaries.at(-1), token, lexicon)) break
      main = at
      if (token.pos === 'VERB') break
      auxiliaries.push(token)
    } else if (token.pos === 'NEG') {
      if (main < 0 && !leadsToVerb(tokens, at)) return null
      negated = true
      former ||= token.lower === 'longer'
    } else if (token.pos !== 'ADV' || !leadsToVerb(tokens, at)) break
  }
  return main < 0 ? null : { infinitive, auxiliaries, negated, former, main, end: Math.max(at, main + 1) }
}

/** "does running": what follows is what one does, not a verb of the group. */
function isObjectOfDo(auxiliary: Token | undefined, token: Token, lexicon: Lexicon): boolean {
  if (!auxiliary || !isDo(auxiliary)) return false
  return token.pos === 'AUX' ? /^(?:having|being)$/.test(token.lower) : verbForm(token, lexicon) === 'ing'
}

/** "want to move", "used to live", "started working", "got married": the last verb carries the meaning. */
function followChain(tokens: readonly Token[], main: number, end: number, lexicon: Lexicon) {
  const chain: string[] = []
  let at = { verb: main, end, passive: '' }
  let getPassive = false
  let embeddedPassive = false
  for (let guard = 0; guard < 4; guard++) {
    const lemma = verbLemma(tokens[at.verb]!, lexicon)
    const next = nextInChain(tokens, lemma, at, lexicon)
    if (!next) break
    chain.push(lemma)
    at = { ...next, end: next.verb + 1 }
    getPassive ||= next.passive === 'get'
    embeddedPassive ||= next.passive === 'be'
  }
  return { chain, verb: at.verb, end: at.end, getPassive, embeddedPassive }
}

function nextInChain(
  tokens: readonly Token[],
  lemma: string,
  { verb, end }: { readonly verb: number; readonly end: number },
  lexicon: Lexicon,
): { verb: number; passive: 'get' | 'be' | '' } | null {
  let j = end
  while (tokens[j]?.pos === 'ADV' && tokens[j + 1] && /^(?:TO|VERB)$/.test(tokens[j + 1]!.pos)) j++
  const next = tokens[j]
  if (!next) return null
  if (next.pos === 'TO')
    return CHAINING.has(lemma) || tokens[verb]!.lower === 'gon' ? infinitiveAfter(tokens, j, lexicon) : null
  if (next.pos === 'VERB' && ASPECTUALS.has(lemma) && verbForm(next, lexicon) === 'ing') return { verb: j, passive: '' }
  const participle = next.pos === 'VERB' || (next.pos === 'ADJ' && /ed$/.test(next.lower))
  return participle && lemma === 'get' && end === j && isParticiple(next, lexicon) ? { verb: j, passive: 'get' } : null
}

/** The verb after "to", or the participle in "to be seen". */
function infinitiveAfter(
  tokens: readonly Token[],
  to: number,
  lexicon: Lexicon,
): { verb: number; passive: 'be' | '' } | null {
  let k = to + 1
  while (tokens[k]?.pos === 'ADV' || tokens[k]?.pos === 'NEG') k++
  const verb = tokens[k]
  const next = tokens[k + 1]
  if (verb?.pos !== 'VERB' && verb?.pos !== 'AUX') return null
  return isBe(verb) && next?.pos === 'VERB' && /^(?:ed|en)$/.test(verbForm(next, lexicon))
    ? { verb: k + 1, passive: 'be' }
    : { verb: k, passive: '' }
}

const particleOf = (lemma: string, after: Token | undefined): string | null =>
  after &&
  (after.pos === 'ADP' || after.pos === 'ADV') &&
  PARTICLES.has(after.lower) &&
  PHRASAL.has(`${lemma} ${after.lower}`)
    ? after.lower
    : null

/** "it's made a difference" has made it; "Tom's called Rex" is called so. */
const isPerfectS = (auxiliary: string, lemma: string, after: Token | undefined): boolean =>
  auxiliary === "'s" && !/^(?:call|name)$/.test(lemma) && /^(?:DET|PRON|PROPN)$/.test(after?.pos ?? '')

/** "Tom's hung up his hat": over the particle to what was hung up. */
const overParticle = (tokens: readonly Token[], end: number): Token | undefined =>
  /^(?:up|down|out|off|away|over)$/.test(tokens[end]?.lower ?? '') && POSSESSIVES.has(tokens[end + 1]?.lower ?? '')
    ? tokens[end + 1]
    : tokens[end]

const isPassive = (auxiliaries: readonly Token[], verb: Token, lexicon: Lexicon): boolean =>
  auxiliaries.length > 0 && isBe(auxiliaries.at(-1)!) && verb.pos === 'VERB' && isParticiple(verb, lexicon)

function kindOf(tokens: readonly Token[], start: number, lexicon: Lexicon): 'ing' | 'en' | 'finite' {
  let at = start
  while (tokens[at]!.pos !== 'AUX' && tokens[at]!.pos !== 'VERB') at++
  const first = tokens[at]!
  if (first.pos === 'AUX')
    return /^(?:being|having)$/.test(first.lower) ? 'ing' : first.lower === 'been' ? 'en' : 'finite'
  const form = verbForm(first, lexicon)
  return form === 'ing' || form === 'en' ? form : 'finite'
}

function leadsToVerb(tokens: readonly Token[], i: number): boolean {
  let j = i + 1
  while (tokens[j]?.pos === 'ADV' || tokens[j]?.pos === 'NEG') j++
  return tokens[j]?.pos === 'VERB' || tokens[j]?.pos === 'AUX'
}
