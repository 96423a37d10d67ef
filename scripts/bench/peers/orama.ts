import type { OpenPeer } from './peer.ts'

interface Orama {
  create(options: object): unknown
  insertMultiple(database: unknown, documents: object[], batch: number): Promise<unknown>
  search(database: unknown, query: object): Promise<{ hits: { document: { number: number } }[] }>
}

/** https://docs.orama.com/open-source/usage/search/hybrid-search */
export const open: OpenPeer = async ({ load, dimensions }) => {
  const { create, insertMultiple, search } = load<Orama>('@orama/orama')
  const database = create({ schema: { text: 'string', embedding: `vector[${dimensions}]` } })
  return {
    setting: 'hybrid, in memory',
    vectorsAlone: false,
    async insert(from, texts, vectors) {
      const documents = texts.map((text, i) => ({
        ...{ number: from + i, text },
        embedding: [...vectors.subarray(i * dimensions, (i + 1) * dimensions)],
      }))
      await insertMultiple(database, documents, documents.length)
    },
    async search(term, vector, limit) {
      const { hits } = await search(database, {
        ...{ mode: 'hybrid', term, limit, similarity: 0 },
        vector: { value: [...vector], property: 'embedding' },
      })
      return hits.map(({ document }) => document.number)
    },
  }
}
