import type { Said } from '../statement/attribution.ts'

interface Turn extends Said {
  readonly id: number
}

/** Where it stands: what was said just before and after it in its session. */
interface Standing {
  readonly session: number | null
  readonly before: readonly number[]
  readonly after: readonly number[]
}

/** From this share of turns on there is some talk, and from the other on nothing but. */
const SOME = 0.5
const ALL = 0.9

const saidBy = ({ speaker, source }: Said): string => speaker ?? source

/**
 * How much of a conversation the candidates stand in, 0 to 1: how often a message is followed by somebody else's. Where people talk to each
 * other or to an assistant, what stands around a message speaks for it. Notes that somebody took one after the other say nothing of each
 * other, though they share a session.
 */
export function talkAmong(chunks: readonly (Turn & Standing)[], everyone: readonly Turn[]): number {
  const known = new Map(everyone.map((turn) => [turn.id, turn]))
  // An assistant's long reply is several chunks, which follow each other: of it nothing can be told.
  const turns = chunks.flatMap((chunk) => {
    if (chunk.speaker === null && chunk.source !== 'user') return []
    // Alone in its session it is a note, however many others were answered.
    if (chunk.session !== null && chunk.before.length + chunk.after.length === 0) return [false]
    const next = known.get(chunk.after[0] ?? -1)
    return next ? [saidBy(next) !== saidBy(chunk)] : []
  })
  const share = turns.filter(Boolean).length / Math.max(1, turns.length)
  return Math.min(1, Math.max(0, (share - SOME) / (ALL - SOME)))
}
