import { describe, expect, it } from 'vitest'
import { newCaller } from './service.ts'

interface Entity {
  name: string
  kind: string
  aliases: { name: string; reason: string; apart: boolean }[]
}

describe('names', () => {
  it('every merge can be looked up and undone for good', async () => {
    const { post } = await newCaller('enterprise')
    for (const text of ['Maria Lopez lives in Sevilla.', 'Maria works at Nordwind.', 'Maria Lopez likes opera.'])
      await post('/brain/ingest', { text })
    const list = async () => (await post<{ entities: Entity[] }>('/brain/entities', {})).body.entities
    const lopez = (await list()).find(({ name }) => name === 'Maria Lopez')!
    expect(lopez.aliases).toEqual([{ name: 'Maria', reason: expect.any(String), apart: false }])

    const undone = await post('/brain/entities/unmerge', { entity: 'Maria Lopez', alias: 'Maria' })
    expect([undone.status, undone.body]).toEqual([200, { facts_moved: 1 }])
    expect((await list()).map(({ name }) => name)).toContain('Maria')
    await post('/brain/ingest', { text: 'Maria plays chess.' })
    const found = await post<{ facts: { fact: string }[] }>('/brain/retrieve', {
      query: 'What does Maria Lopez play?',
      include_episodic: false,
      min_score: 0,
      max_hops: 2,
    })
    expect((await list()).find(({ name }) => name === 'Maria Lopez')!.aliases).toEqual([
      expect.objectContaining({ name: 'Maria', apart: true }),
    ])
    expect(found.status).toBe(200)
    expect((await post('/brain/stats', { user_id: 'x' })).body).toMatchObject({ semantic_relations: 4 })
    // By its former name too.
    for (const path of ['/brain/entities/unmerge', '/brain/entities/separate']) {
      const { status, body } = await post(path, { entity: 'Maria Lopez', alias: 'Maria' })
      expect([status, body.code]).toEqual([404, 'not_found'])
    }
  })
})
