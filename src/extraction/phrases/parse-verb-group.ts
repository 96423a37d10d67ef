import type { Lexicon } from '../lexicon.ts'
import type { Token } from '../tokens/token.ts'
import { isBe, isDo, isHave, isModal, verbForm, verbLemma } from '../words/verb-forms.ts'
import { ASPECTUALS, INTENTIONS, IRREGULAR_BOTH, PARTICLES } from '../words/word-lists.ts'
import type { VerbGroup } from './verb-group.ts'

const CHAINING = new Set([
  ...INTENTIONS,
  ...ASPECTUALS,
  'use',
  'have',
  'seem',
  'appear',
  'tend',
  'manage',
  'happen',
  'learn',
  'get',
  'forget',
  'refuse',
  'fail',
  'go',
  'come',
  'choose',
  'afford',
  'start',
])

const PHRASAL = new Set(
  `give up|look forward|pick up|take up|set up|grow up|throw away|break up|wake up|end up|find out|turn out|go out|move out|move in|work out|put on|take off|sign up|settle down|pass away|hang out|check out|carry out|point out|bring up|make up|clean up|fix up|run out|sell off|call off|drop out|head up|kick off|move back|give away|get up|show up|open up|look up|set off|take over|try out|come up|stand out|catch up|write down|put up|pull off|cut out|turn down|step down|team up|wrap up|split up|trade in|back up|build up|come out|go on|follow up|hand in|hand out|lay off|let down|log in|pay off|save up|shut down|start out|take on|take out|try on|turn on|turn off|turn up|use up`.split(
    '|',
  ),
)

export function parseVerbGroup(tokens: readonly Token[], i: number, lexicon: Lexicon): VerbGroup | null {
  let at = i
  const infinitive = tokens[at]?.pos === 'TO'
  if (infinitive) at++
  const auxiliaries: Token[] = []
  let negated = false
  let former = false
  let main = -1
  for (; at < tokens.length; at++) {
    const token = tokens[at]!
    if (token.pos === 'AUX') {
      if (auxiliaries.length > 0 && isDo(auxiliaries.at(-1)!) && /^(?:having|being)$/.test(token.lower)) break
      auxiliaries.push(token)
      main = at
    } else if (token.pos === 'NEG') {
      if (!leadsToVerb(tokens, at) && main < 0) return null
      if (token.lower === 'longer') former = true
      negated = true
      if (main >= 0 && !leadsToVerb(tokens, at)) {
        while (tokens[at + 1]?.pos === 'NEG') {
          at++
          if (tokens[at]!.lower === 'longer') former = true
        }
        at++
        return finish(at)
      }
    } else if (token.pos === 'ADV') {
      if (!leadsToVerb(tokens, at)) break
    } else if (token.pos === 'VERB') {
      if (auxiliaries.length > 0 && isDo(auxiliaries.at(-1)!) && verbForm(token, lexicon) === 'ing') break
      main = at
      at++
      break
    } else break
  }
  if (main < 0) return null
  return finish(Math.max(at, main + 1))

  function finish(end: number): VerbGroup | null {
    const chain: string[] = []
    let stop = end
    let verb = main
    let getPassive = false
    let embeddedPassive = false
    // "want to move", "used to live", "started working", "got married": the last verb carries the meaning.
    for (let guard = 0; guard < 4; guard++) {
      const lemma = verbLemma(tokens[verb]!, lexicon)
      let j = stop
      while (tokens[j]?.pos === 'ADV' && tokens[j + 1] && /^(?:TO|VERB)$/.test(tokens[j + 1]!.pos)) j++
      const next = tokens[j]
      if (next?.pos === 'TO' && (CHAINING.has(lemma) || tokens[verb]!.lower === 'gon')) {
        let k = j + 1
        while (tokens[k]?.pos === 'ADV' || tokens[k]?.pos === 'NEG') k++
        if (tokens[k]?.pos !== 'VERB' && tokens[k]?.pos !== 'AUX') break
        if (
          isBe(tokens[k]!) &&
          tokens[k + 1]?.pos === 'VERB' &&
          /^(?:ed|en)$/.test(verbForm(tokens[k + 1]!, lexicon))
        ) {
          embeddedPassive = true
          k++
        }
        chain.push(lemma)
        verb = k
        stop = k + 1
      } else if (next?.pos === 'VERB' && ASPECTUALS.has(lemma) && verbForm(next, lexicon) === 'ing') {
        chain.push(lemma)
        verb = j
        stop = j + 1
      } else if (
        (next?.pos === 'VERB' || (next?.pos === 'ADJ' && /ed$/.test(next.lower))) &&
        lemma === 'get' &&
        stop === j &&
        isParticiple(next)
      ) {
        getPassive = true
        chain.push('get')
        verb = j
        stop = j + 1
      } else break
    }
    const mainToken = tokens[verb]!
    let lemma = verbLemma(mainToken, lexicon)
    let particle = false
    const after = tokens[stop]
    if (
      after &&
      (after.pos === 'ADP' || after.pos === 'ADV') &&
      PARTICLES.has(after.lower) &&
      PHRASAL.has(`${lemma} ${after.lower}`)
    ) {
      lemma = `${lemma} ${after.lower}`
      particle = true
      stop++
    }
    const form = verbForm(mainToken, lexicon)
    // "it's made a difference" has made it; "Tom's called Rex" is called so.
    const owns = tokens[stop]
    const contracted =
      auxiliaries.at(-1)?.lower === "'s" &&
      !/^(?:call|name)$/.test(lemma) &&
      owns !== undefined &&
      (owns.pos === 'DET' || owns.pos === 'PRON' || owns.pos === 'PROPN')
    // "it's got", "we've got" is having, not getting.
    if (
      mainToken.lower === 'got' &&
      chain.length === 0 &&
      /^(?:have|has|'ve|'s)$/.test(auxiliaries.at(-1)?.lower ?? '')
    )
      lemma = 'have'
    const own = auxiliaries.filter((aux) => aux !== mainToken)
    const passive =
      getPassive ||
      embeddedPassive ||
      (chain.length === 0 &&
        own.length > 0 &&
        lemma !== 'have' &&
        !contracted &&
        isBe(own.at(-1)!) &&
        mainToken.pos === 'VERB' &&
        isParticiple(mainToken))
    const modalToken = own.find((aux) => isModal(aux) || (aux.lower === "'d" && !isParticipleAt(main)))
    const first = tokens[infinitive ? i + 1 : firstVerb(tokens, i)]!
    const firstForm = first.pos === 'AUX' ? auxiliaryForm(first) : verbForm(first, lexicon)
    const kind = infinitive ? 'to' : firstForm === 'ing' ? 'ing' : firstForm === 'en' ? 'en' : 'finite'
    return {
      type: 'vg',
      start: i,
      end: stop,
      main: verb,
      lemma,
      kind,
      negated,
      former,
      modal: modalToken ? verbLemma(modalToken, lexicon) : null,
      passive,
      getPassive,
      perfect:
        (lemma !== 'have' && own.some((aux) => isHave(aux))) ||
        (own.some((aux) => aux.lower === "'d" || aux.lower === "'s") && isParticipleAt(main) && !passive),
      past:
        own.length > 0
          ? /^(?:was|were|did|had)$/.test(own[0]!.lower)
          : form === 'past' || form === 'ed' || (IRREGULAR_BOTH.has(mainToken.lower) && lemma !== mainToken.lower),
      progressive: form === 'ing' && own.some((aux) => isBe(aux)),
      chain,
      particle,
      bare: own.length === 0 && chain.length === 0 && form === 'base' && !infinitive,
    }
  }

  function isParticiple(token: Token): boolean {
    const form = verbForm(token, lexicon)
    return form === 'ed' || form === 'en' || IRREGULAR_BOTH.has(token.lower)
  }
  function isParticipleAt(at: number): boolean {
    const form = verbForm(tokens[at]!, lexicon)
    return form === 'ed' || form === 'en' || IRREGULAR_BOTH.has(tokens[at]!.lower)
  }
}

const auxiliaryForm = (token: Token) =>
  /^(?:being|having)$/.test(token.lower) ? 'ing' : token.lower === 'been' ? 'en' : 'finite'

function firstVerb(tokens: readonly Token[], i: number): number {
  let at = i
  while (tokens[at] && tokens[at]!.pos !== 'AUX' && tokens[at]!.pos !== 'VERB') at++
  return at
}

function leadsToVerb(tokens: readonly Token[], i: number): boolean {
  for (let j = i + 1; j < tokens.length; j++) {
    const token = tokens[j]!
    if (token.pos === 'VERB' || token.pos === 'AUX') return true
    if (token.pos !== 'ADV' && token.pos !== 'NEG') return false
  }
  return false
}
