import type { Chunk, Link } from '../phrases/chunks.ts'
import type { NounPhrase } from '../phrases/noun-phrase.ts'
import type { VerbGroup } from '../phrases/verb-group.ts'
import type { Token } from '../tokens/token.ts'
import { NEVER_OBJECTS } from './bindings.ts'
import type { Argument, Clause, ClauseSubject, PrepositionalPhrase } from './clause.ts'
import { coordinatedRight, fullEnd, gerundsAt } from './coordination.ts'

const DURATIVE = new Set(['last', 'take', 'spend', 'need', 'work', 'turn'])

type Right = Pick<
  Clause,
  | 'objects'
  | 'second'
  | 'adjectives'
  | 'prepositions'
  | 'times'
  | 'adverbs'
  | 'gerunds'
  | 'gerundPreposition'
  | 'raised'
  | 'end'
  | 'fullEnd'
>

export function readComplements(
  chunks: readonly Chunk[],
  tokens: readonly Token[],
  verbAt: number,
  starts: ReadonlyMap<number, number>,
  subjects: ReadonlyMap<number, ClauseSubject>,
): Right {
  const groups: Argument[][] = []
  const prepositions: PrepositionalPhrase[] = []
  const adjectives: Link[] = []
  const times: NounPhrase[] = []
  const adverbs: Link[] = []
  let i = verbAt + 1
  let end = chunks[verbAt]!.end
  let lastWasNoun = false
  while (i < chunks.length) {
    const chunk = chunks[i]!
    if (starts.has(i)) break
    if (chunk.type === 'np' && chunk.pronoun && NEVER_OBJECTS.has(tokens[chunk.head]!.lower)) break
    if (chunk.type === 'np') {
      if (
        chunk.time &&
        !(
          groups.length === 0 &&
          prepositions.length === 0 &&
          adjectives.length === 0 &&
          (chunks[verbAt] as VerbGroup).lemma === 'be'
        )
      ) {
        times.push(chunk)
        end = chunk.end
        i++
        lastWasNoun = false
        continue
      }
      const [list, next] = coordinatedRight(chunks, tokens, i, starts, subjects)
      groups.push(list)
      end = list.at(-1)!.end
      i = next
      lastWasNoun = true
      continue
    }
    if (chunk.type === 'prep') {
      const object = chunks[i + 1]
      if (object?.type === 'np' && !starts.has(i + 1)) {
        const [list, next] = coordinatedRight(chunks, tokens, i + 1, starts, subjects)
        prepositions.push({
          preposition: tokens
            .slice(chunk.start, chunk.end)
            .map((t) => t.lower)
            .join(' '),
          start: chunk.start,
          end: list.at(-1)!.end,
          objects: list,
          afterNoun: lastWasNoun,
        })
        end = list.at(-1)!.end
        i = next
        lastWasNoun = true
        continue
      }
      if (object?.type === 'vg' && object.kind === 'ing') break
      end = chunk.end
    } else if (chunk.type === 'adj') {
      adjectives.push(chunk)
      end = chunk.end
    } else if (chunk.type === 'adv') {
      adverbs.push(chunk)
      end = chunk.end
    } else if (chunk.type === 'cc') {
      const next = chunks[i + 1]
      if (next?.type !== 'adj' && next?.type !== 'prep' && !(next?.type === 'adv' && chunks[i + 2]?.type === 'adj'))
        break
    } else if (chunk.type === 'comma') {
      const next = chunks[i + 1]
      const another = next?.type === 'cc' ? chunks[i + 2] : next
      if (
        another?.type !== 'prep' &&
        !(another?.type === 'adj' && adjectives.length > 0) &&
        !(another?.type === 'np' && another.time)
      )
        break
    } else if (chunk.type !== 'quote') break
    lastWasNoun = false
    i++
  }
  // "lasts nine hours", "takes two days": the time is what the verb is about.
  if (
    groups.length === 0 &&
    times[0]?.start === chunks[verbAt]!.end &&
    DURATIVE.has((chunks[verbAt] as VerbGroup).lemma)
  ) {
    groups.push([{ np: times[0], end: times[0].end }])
    times.shift()
  }
  const ditransitive = groups.length >= 2
  const governed = chunks[i]?.type === 'prep' ? 1 : 0
  const governedVerb = chunks[i + governed]
  // "enjoys opera and hiking in the Alps": a gerund may go on where a noun began.
  const continued =
    !(chunks[verbAt] as VerbGroup).progressive &&
    chunks[i]?.type === 'cc' &&
    chunks[i + 1]?.type === 'vg' &&
    (chunks[i + 1] as VerbGroup).kind === 'ing' &&
    groups.length === 1 &&
    prepositions.length === 0
  const isObject =
    governedVerb?.type === 'vg' &&
    governedVerb.kind === 'ing' &&
    (governed === 1 || (groups.length === 0 && adjectives.length === 0))
  return {
    raised: chunks[i]?.type === 'vg' && (chunks[i] as VerbGroup).kind === 'to' && groups.length > 0,
    gerunds: isObject ? gerundsAt(chunks, i + governed, starts) : continued ? gerundsAt(chunks, i + 1, starts) : [],
    gerundPreposition: isObject && governed ? tokens[chunks[i]!.start]!.lower : null,
    objects: (ditransitive ? groups[1] : groups[0]) ?? [],
    second: (ditransitive ? groups[0] : []) ?? [],
    adjectives,
    prepositions,
    times,
    adverbs,
    end,
    fullEnd: fullEnd(chunks, i, end, subjects),
  }
}
