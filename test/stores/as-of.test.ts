import { randomBase62 } from '../../src/domain/base62.ts'
import { describeAsOf } from '../contracts/as-of.contract.ts'
import { createStores } from './composed-store.ts'

describeAsOf('Qdrant and Neo4j', () => ({
  store: createStores().store,
  namespace: () => `E${randomBase62(9)}`,
  histories: 4,
}))
