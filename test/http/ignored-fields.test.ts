import { describe, expect, it } from 'vitest'
import { fieldsOf, ignoredFields } from '../../src/http/ignored-fields.ts'
import { forgetRoute } from '../../src/http/routes/forget.ts'
import { ingestBatchRoute } from '../../src/http/routes/ingest-batch.ts'
import { ingestItem } from '../../src/http/routes/ingest-item.ts'
import { editMemoryRoute, restoreMemoryRoute } from '../../src/http/routes/memory-changes.ts'
import { retrieveRoute } from '../../src/http/routes/retrieve.ts'
import { newAccount } from './keyed-calls.ts'

const ofIngest = (sent: object) => ignoredFields(fieldsOf(ingestItem), sent)
const ofRetrieve = (sent: object) => ignoredFields(fieldsOf(retrieveRoute.body), sent)

describe('a field that is not known', () => {
  it.each([
    ['sessionId', 'session_id'],
    ['sessionid', 'session_id'],
    ['session-id', 'session_id'],
    ['timestamp', 'occurred_at'],
    ['occurredAt', 'occurred_at'],
    ['useLlmExtraction', 'use_llm_extraction'],
    ['userId', 'user_id'],
    ['metadta', 'metadata'],
    ['personna', 'persona'],
    ['sesion_id', 'session_id'],
    ['content', 'text'],
  ])('on ingest, %s is taken for %s', (sent, meant) => {
    expect(ofIngest({ text: 'a', [sent]: 'b' })).toEqual([`${sent}: did you mean ${meant}?`])
  })

  it.each([
    ['topK', 'k'],
    ['top_k', 'k'],
    ['minScore', 'min_score'],
    ['maxHops', 'max_hops'],
    ['includeWorking', 'include_working'],
    ['qurey', 'query'],
  ])('on retrieve, %s is taken for %s', (sent, meant) => {
    expect(ofRetrieve({ query: 'a', [sent]: 1 })).toEqual([`${sent}: did you mean ${meant}?`])
  })

  it('is named where it is a filter, inside `filter` and beside it', () => {
    expect(ofRetrieve({ query: 'a', filter: { sessionId: 'z', before: 1, source: 'user' } })).toEqual([
      ...['filter.sessionId: did you mean session_id?', 'filter.before: did you mean until?'],
    ])
    expect(ofRetrieve({ query: 'a', metadata: {}, source: 'user', since: 1, after: 1, sessionId: 's' })).toEqual([
      ...['metadata: did you mean filter.metadata?', 'source: did you mean filter.source?'],
      ...[
        'since: did you mean filter.since?',
        'after: did you mean filter.since?',
        'sessionId: did you mean session_id?',
      ],
    ])
    expect(ofRetrieve({ query: 'a', filter: null, favourite: 1 })).toEqual([])
  })

  it('of a list is named where it asks for metadata in another way', async () => {
    const { owner } = await newAccount()
    const { body } = await owner.get(
      '/brain/memories?metadata=%7B%22x%22%3A1%7D&metadata%5By%5D=2&metadata.z=3&sessionId=s',
    )
    expect(body.ignored).toEqual([
      ...['sessionId: did you mean session_id?', 'metadata: did you mean metadata.KEY=VALUE?'],
      'metadata[y]: did you mean metadata.KEY=VALUE?',
    ])
    const { body: found } = await owner.post('/brain/retrieve', {
      query: 'Ann',
      filter: { topic: 'x', sessionid: 'z' },
    })
    expect(found.ignored).toEqual(['filter.sessionid: did you mean session_id?'])
  })

  it.each([
    ['content', 'text'],
    ['memory', 'text'],
    ['meta', 'metadata'],
    ['occurredAt', 'occurred_at'],
    ['agent_id', 'persona'],
  ])('of an edit, %s is taken for %s', (sent, meant) => {
    expect(ignoredFields(fieldsOf(editMemoryRoute.body), { [sent]: 1 })).toEqual([`${sent}: did you mean ${meant}?`])
  })

  it.each([
    ['id', 'ids'],
    ['memory_ids', 'ids'],
    ['memoryIds', 'ids'],
    ['sessionId', 'session_id'],
    ['dryRun', 'dry_run'],
    ['older_than', 'before'],
    ['name', 'entity'],
    ['thread_id', 'session_id'],
  ])('of a forget, %s is taken for %s', (sent, meant) => {
    expect(ignoredFields(fieldsOf(forgetRoute.body), { [sent]: 1 })).toEqual([`${sent}: did you mean ${meant}?`])
  })

  it('of a restore, vesion is taken for version', () => {
    expect(ignoredFields(fieldsOf(restoreMemoryRoute.body), { vesion: 1 })).toEqual(['vesion: did you mean version?'])
  })

  it.each(['colour', 'x', 'model', 'stream', 'trace_parent', 'n', 'constructor', 'x'.repeat(1_000)])(
    'is nothing of ours: %s',
    (sent) => {
      expect([...ofIngest({ [sent]: 1 }), ...ofRetrieve({ [sent]: 1 })]).toEqual([])
    },
  )

  it('is named in the answer, and accepted', async () => {
    const { owner } = await newAccount()
    const { status, body } = await owner.post('/brain/ingest', { text: 'I like tea.', sessionId: 'a', colour: 'blue' })
    expect([status, body.ignored]).toEqual([200, ['sessionId: did you mean session_id?']])
    expect((await owner.post('/brain/ingest', { text: 'I like tea.', colour: 'blue' })).body.ignored).toBeUndefined()
    const items = [
      { text: 'a b', sessionId: 'a' },
      { text: 'c d', sessionId: 'b' },
    ]
    expect((await owner.post(ingestBatchRoute.path, { items })).body.ignored).toEqual([
      'sessionId: did you mean session_id?',
    ])
    expect((await owner.get('/brain/memories?sessionId=a')).body.ignored).toEqual([
      'sessionId: did you mean session_id?',
    ])
  })
})
