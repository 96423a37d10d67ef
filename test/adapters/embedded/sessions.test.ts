import { env } from 'cloudflare:workers'
import { createCross } from '../../../src/adapters/embedded/cross.ts'
import { createEmbeddedSessions } from '../../../src/adapters/embedded/sessions.ts'
import { randomBase62 } from '../../../src/domain/ids.ts'
import { createTrace } from '../../../src/domain/trace.ts'
import { describeSessions } from '../../contracts/sessions.contract.ts'

describeSessions('the embedded session', () => ({
  sessions: createEmbeddedSessions({ sessions: env.SESSION, cross: createCross(createTrace(), 0) }),
  namespace: () => `E${randomBase62(9)}`,
}))
