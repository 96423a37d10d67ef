import { metrics } from './metrics.ts'
import { pause } from './pause.ts'

/**
 * Work in the isolate is done in pieces. Work is counted in microseconds, a fixed number for each token and each character as they were
 * measured on two shared cores: the clock of a deployed Worker stands still while it computes, so that no piece can be timed there.
 */
const PIECE_US = 20_000
/** What an account that was quiet may do at once, without standing in line: more than an ordinary request takes … */
const BURST_US = 50_000
/** … and what it may go on using of each passing microsecond: of work that goes on, and of what is done after one piece. */
const FREE_SHARE = { long: 0.25, short: 2 }
/** Requests that came within this time, and do not stand in line themselves, are let through first … */
const SHORT_MS = 250
/** … for at most this many looks, a little over a millisecond each, so that a stream of them does not keep long work out. */
const MAX_GIVEN_WAY = 20
/** How long those far behind wait between two looks at the line, at most. */
const MAX_PAUSE_MS = 100
/** Who has not looked for this long is gone: a request that its client left is never heard of again. */
const GONE_MS = 400
/** Accounts that are remembered before those that have been quiet are forgotten. */
const MAX_ACCOUNTS = 1_000
const QUIET_MS = 10_000

interface Account {
  /** Work of late that was done without standing in line; time takes from it: from long work only time in which nothing was computed. */
  readonly usedUs: { long: number; short: number }
  usedAt: number
  /** What `computedMs` was then. */
  computedMs: number
  /** Tickets in the line. */
  waiting: number
  /** Where its last ticket stood. */
  lastRound: number
}

interface Ticket {
  readonly account: Account
  /** When its request came, more or less. */
  readonly cameAt: number
  readonly round: number
  lookedAt: number
}

/** What one request may do of its account's share of the isolate. */
export interface Turns {
  /** Asks for work that cannot be divided, with `restUs` still to come. null: it may be done at once; otherwise when the promise is kept. */
  take(workUs: number, restUs?: number): Promise<void> | null
}

const accounts = new Map<string, Account>()
/** In the order of their turns: by round, then as they came. An account has one ticket a round, however many requests it makes. */
const line: Ticket[] = []
let round = 0
/** Work handed out since the event loop last went round without any. */
let handedOutUs = 0
let pieces = 0
/** What pieces have really taken: a slow machine takes many times what is said of one. */
let computedMs = 0

/** Does a piece that was asked for. Nobody else is heard meanwhile, so that its time is no credit for the next one. */
export function compute<T>(piece: () => T): T {
  const began = Date.now()
  try {
    return piece()
  } finally {
    computedMs += Math.max(0, Date.now() - began)
  }
}

function accountOf(name: string): Account {
  let account = accounts.get(name)
  if (!account) {
    if (accounts.size >= MAX_ACCOUNTS) forgetQuiet()
    account = { usedUs: { long: 0, short: 0 }, usedAt: Date.now(), computedMs, waiting: 0, lastRound: 0 }
    accounts.set(name, account)
  }
  return account
}

function forgetQuiet(): void {
  const before = Date.now() - QUIET_MS
  for (const [name, { waiting, usedAt }] of accounts) if (waiting === 0 && usedAt < before) accounts.delete(name)
}

/** Requests that came of late and are not answered yet. */
const young = new Set<{ readonly cameAt: number }>()

/** A request has come; what is returned is called when it is answered. */
export function arrive(): () => void {
  const request = { cameAt: Date.now() }
  growOld(request.cameAt)
  young.add(request)
  return () => young.delete(request)
}

function growOld(now: number): void {
  for (const request of young) {
    if (now - request.cameAt < SHORT_MS) break
    young.delete(request)
  }
}

function shortRequestBeside(now: number): boolean {
  growOld(now)
  return young.size > line.filter(({ cameAt }) => now - cameAt < SHORT_MS).length
}

/** The turns of one request; the name is its account's. */
export function turnsOf(name: string): Turns {
  const cameAt = Date.now()
  let leftUs = 0
  return {
    take(workUs, restUs = 0) {
      leftUs -= workUs
      if (leftUs >= 0) return null
      const account = accountOf(name)
      const kind = workUs + restUs <= PIECE_US ? 'short' : 'long'
      letTimePass(account)
      const mayGo = account.usedUs[kind] + workUs <= BURST_US && (kind === 'short' || account.waiting === 0)
      if (mayGo) {
        account.usedUs[kind] += workUs
        leftUs = 0
        return null
      }
      const pieceUs = Math.max(workUs, Math.min(PIECE_US, workUs + restUs))
      leftUs = pieceUs - workUs
      return stand(account, cameAt, pieceUs)
    },
  }
}

function letTimePass(account: Account): void {
  const now = Date.now()
  const passedMs = Math.max(0, now - account.usedAt)
  const freeMs = Math.max(0, passedMs - (computedMs - account.computedMs))
  account.usedUs.long = Math.max(0, account.usedUs.long - freeMs * 1000 * FREE_SHARE.long)
  account.usedUs.short = Math.max(0, account.usedUs.short - passedMs * 1000 * FREE_SHARE.short)
  account.usedAt = now
  account.computedMs = computedMs
}

/** For work that no account asked for, or that nobody waits for. */
export const BACKGROUND = turnsOf('')

/**
 * Every ticket looks for itself whether it is its turn, on a timer of its own request. A promise that another request keeps would do
 * with fewer looks, but a request that waits for nothing of its own is ended by the runtime, and one that was ended would keep no promise.
 */
async function stand(account: Account, cameAt: number, workUs: number): Promise<void> {
  const began = Date.now()
  let ticket = enter(account, cameAt)
  for (let givenWay = 0; ; ) {
    const seen = pieces
    await pause(Math.min(MAX_PAUSE_MS, line.indexOf(ticket) * 2))
    const now = Date.now()
    ticket.lookedAt = now
    // The loop went round, and nothing was done in between: others had their chance.
    if (seen === pieces) handedOutUs = 0
    leaveOut(now)
    if (!line.includes(ticket)) ticket = enter(account, cameAt)
    if (line[0] !== ticket || (handedOutUs > 0 && handedOutUs + workUs > PIECE_US)) continue
    if (workUs >= PIECE_US && givenWay < MAX_GIVEN_WAY && shortRequestBeside(now)) givenWay++
    else break
  }
  remove(ticket)
  round = ticket.round
  handedOutUs += workUs
  pieces++
  letTimePass(account)
  if (workUs >= PIECE_US) account.usedUs.long = BURST_US
  metrics.observe('queueWait', (Date.now() - began) / 1000, 'turn')
}

function enter(account: Account, cameAt: number): Ticket {
  // What it once asked for and never used is not held against an account that has come back.
  const last = account.waiting === 0 ? Math.min(account.lastRound, round) : account.lastRound
  const ticket = { account, cameAt, round: Math.max(round, last + 1), lookedAt: Date.now() }
  account.lastRound = ticket.round
  account.waiting++
  const behind = line.findIndex((other) => other.round > ticket.round)
  line.splice(behind < 0 ? line.length : behind, 0, ticket)
  return ticket
}

function remove(ticket: Ticket): void {
  line.splice(line.indexOf(ticket), 1)
  ticket.account.waiting--
}

function leaveOut(now: number): void {
  const gone = line.filter(({ lookedAt }) => now - lookedAt > GONE_MS)
  for (const ticket of gone) remove(ticket)
}
