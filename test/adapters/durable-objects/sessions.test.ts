import { env } from 'cloudflare:workers'
import { createRoundTrip } from '../../../src/adapters/durable-objects/round-trip.ts'
import { createEmbeddedSessions } from '../../../src/adapters/durable-objects/sessions.ts'
import { randomBase62 } from '../../../src/domain/base62.ts'
import { createTrace } from '../../../src/runtime/trace.ts'
import { describeSessions } from '../../contracts/sessions.contract.ts'

describeSessions('the embedded session', () => ({
  sessions: createEmbeddedSessions({ sessions: env.SESSION, roundTrip: createRoundTrip(createTrace(), 0) }),
  namespace: () => `E${randomBase62(9)}`,
}))
