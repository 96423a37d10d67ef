import type { Call, Command, Output } from '../command.ts'
import { metadataOf, numberOf, queryOf, textOf, timeOf } from '../given-values.ts'
import { fields, goOn, onOneLine, table } from '../layout.ts'

const yes = { about: 'without asking' }
const reason = { value: 'TEXT', about: 'why, for the history' }
const ifVersion = { value: 'N', about: 'only if it is still at this version' }

const pathOf = (call: Call) => `/brain/memories/${encodeURIComponent(call.argument('ID')!)}`

function headersOf(call: Call): Record<string, string> {
  const version = numberOf(call, 'if-version')
  return version === undefined ? {} : { 'if-match': `"${version}"` }
}

interface Memory {
  readonly id: string
  readonly version: number
  readonly state: string
}

const stateOf = ({ id, version, state }: Memory) => `${id} is ${state}, at version ${version}.`

async function change(call: Call, method: string, path: string, body: object): Promise<Output> {
  const reply = await call.user().get<Memory>(method, path, body, headersOf(call))
  return { json: reply, text: stateOf(reply) }
}

interface Receipt {
  readonly receipt_id: string
  readonly at: number
  readonly scope: object
  readonly erased: { readonly memories: number }
  readonly remaining: number
  readonly recoverable_until: number | null
}

const receiptText = ({ erased, scope, at, recoverable_until, ...receipt }: Receipt): string =>
  fields({
    ...{ receipt_id: receipt.receipt_id, erased_at: at, scope: onOneLine(JSON.stringify(scope)), ...erased },
    ...{ remaining: receipt.remaining, recoverable_until_at: recoverable_until },
  })

interface History extends Memory {
  readonly versions: readonly { readonly text: string }[]
  readonly changes: readonly { readonly at: number }[]
}

const counted = (memories: number) => `${memories} ${memories === 1 ? 'memory' : 'memories'}`

export const changeCommands: readonly Command[] = [
  {
    name: 'memories edit',
    about: 'Change a memory: its text (- reads it from the standard input), or what was said with it.',
    arguments: ['ID', '[TEXT]'],
    options: {
      metadata: {
        value: 'KEY=VALUE',
        about: 'put this into its metadata, null takes it out; several with commas, or each by itself',
        isList: true,
      },
      persona: { value: 'PERSONA', about: 'move it to this persona' },
      'occurred-at': { value: 'TIME', about: 'when it was said or happened' },
      'if-version': ifVersion,
    },
    async run(call) {
      const text = call.argument('TEXT')
      return change(call, 'PATCH', pathOf(call), {
        text: text === null ? null : textOf(text),
        metadata: metadataOf(call.option('metadata')),
        persona: call.option('persona'),
        occurred_at: timeOf(call.option('occurred-at')),
      })
    },
  },
  {
    name: 'memories invalidate',
    about: 'Take a memory out of retrieval, until it is restored.',
    arguments: ['ID'],
    options: { reason, 'if-version': ifVersion },
    run: (call) => change(call, 'POST', `${pathOf(call)}/invalidate`, { reason: call.option('reason') }),
  },
  {
    name: 'memories restore',
    about: 'Bring a memory back that was invalidated, or an old version of one.',
    arguments: ['ID'],
    options: {
      version: { value: 'N', about: 'make it what it was at this version' },
      reason,
      'if-version': ifVersion,
    },
    run: (call) =>
      change(call, 'POST', `${pathOf(call)}/restore`, {
        version: numberOf(call, 'version') ?? null,
        reason: call.option('reason'),
      }),
  },
  {
    name: 'memories history',
    about: 'Show what a memory was before, and when it was invalidated and restored.',
    arguments: ['ID'],
    async run(call) {
      const reply = await call.user().get<History>('GET', `${pathOf(call)}/history`)
      const versions = reply.versions.map((one) => ({ ...one, text: onOneLine(one.text) }))
      const changes = reply.changes.map((one) => ({ changed_at: one.at, ...one }))
      const parts = [
        stateOf(reply),
        table(versions, ['version', 'replaced_at', 'persona', 'text'], 'It was never edited.'),
        ...(changes.length > 0 ? [table(changes, ['changed_at', 'state', 'reason'], '')] : []),
      ]
      return { json: reply, text: parts.join('\n\n') }
    },
  },
  {
    name: 'memories delete',
    about: 'Erase a memory with everything that only it supports.',
    arguments: ['ID'],
    options: { yes, 'if-version': ifVersion },
    async run(call) {
      await call.confirm(`This erases ${call.argument('ID')} for good.`)
      const reply = await call.user().get<Receipt>('DELETE', pathOf(call), undefined, headersOf(call))
      return { json: reply, text: receiptText(reply) }
    },
  },
  {
    name: 'forget',
    about: 'Erase every memory of a scope; several options together narrow it.',
    options: {
      ids: { value: 'IDS', about: 'these memories, separated by commas', isList: true },
      persona: { value: 'PERSONA', about: 'of this persona, without shared' },
      session: { value: 'SESSION_ID', about: 'said in this session' },
      source: { value: 'SOURCE', about: 'said by user, assistant or document' },
      entity: { value: 'NAME', about: 'about somebody or something of this name' },
      since: { value: 'TIME', about: 'said then or later' },
      before: { value: 'TIME', about: 'said before' },
      metadata: {
        value: 'KEY=VALUE',
        about: 'with this in its metadata; several with commas, or each by itself',
        isList: true,
      },
      'dry-run': { about: 'only count' },
      yes,
    },
    async run(call) {
      const scope = {
        ids: call.option('ids')?.split(',') ?? null,
        persona: call.option('persona'),
        session_id: call.option('session'),
        source: call.option('source'),
        entity: call.option('entity'),
        since: timeOf(call.option('since')),
        before: timeOf(call.option('before')),
        metadata: metadataOf(call.option('metadata')),
      }
      const count = () => call.user().get<{ memories: number }>('POST', '/brain/forget', { ...scope, dry_run: true })
      if (call.option('dry-run') !== null) {
        const reply = await count()
        return { json: reply, text: `${counted(reply.memories)} would be erased.` }
      }
      if (call.option('yes') === null) await call.confirm(`This erases ${counted((await count()).memories)} for good.`)
      const reply = await forgetAll(call, scope)
      return { json: reply, text: receiptText(reply) }
    },
  },
  {
    name: 'receipts',
    about: 'List what was erased, newest first.',
    options: {
      limit: { value: 'N', about: 'how many at most (50)' },
      cursor: { value: 'CURSOR', about: 'where the page before ended' },
    },
    async run(call) {
      const path = `/brain/receipts${queryOf(call, { limit: 'limit', cursor: 'cursor' })}`
      const reply = await call.user().get<{ receipts: Receipt[]; next_cursor: string | null }>('GET', path)
      const rows = reply.receipts.map(({ erased, scope, at, ...receipt }) => ({
        ...{ ...receipt, ...erased, erased_at: at, scope: onOneLine(JSON.stringify(scope)) },
      }))
      const columns = ['receipt_id', 'erased_at', 'memories', 'facts', 'remaining', 'scope']
      return { json: reply, text: table(rows, columns, 'Nothing was erased.') + goOn(reply.next_cursor) }
    },
  },
]

/** A large scope takes several calls, of which each goes on where the one before ended. */
async function forgetAll(call: Call, scope: object): Promise<Receipt> {
  for (;;) {
    const receipt = await call.user().get<Receipt>('POST', '/brain/forget', scope)
    if (receipt.remaining === 0) return receipt
    if (process.stderr.isTTY) process.stderr.write(`\r${receipt.erased.memories} erased, ${receipt.remaining} left `)
  }
}
