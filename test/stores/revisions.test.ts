import { randomBase62 } from '../../src/domain/base62.ts'
import { describeMemoryRevisions } from '../contracts/memory-revisions.contract.ts'
import { createStores } from './composed-store.ts'

const namespace = () => `E${randomBase62(9)}`

describeMemoryRevisions('Qdrant and Neo4j', () => ({ store: createStores().store, namespace }))
