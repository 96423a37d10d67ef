import { regionOfAccount } from '../../domain/account/region.ts'
import type { Sessions } from '../../ports/sessions.ts'
import type { RoundTrip } from './round-trip.ts'
import type { Session } from './session.ts'

interface Parts {
  readonly sessions: DurableObjectNamespace<Session>
  readonly roundTrip: RoundTrip
}

/** Working memory in Durable Objects, one a namespace. */
export function createEmbeddedSessions({ sessions, roundTrip }: Parts): Sessions {
  const sessionsOf = (namespace: string) => sessions.getByName(namespace, { locationHint: regionOfAccount(namespace) })

  return {
    load: (namespace, id, now) =>
      roundTrip(async () => sessionsOf(namespace).read(id, now)).catch(() => ({ topic: null, hot: [], down: 'redis' })),
    update: (namespace, id, said) => roundTrip(async () => sessionsOf(namespace).update(id, said)),
    touch: (namespace, id, returned) => roundTrip(async () => sessionsOf(namespace).touch(id, returned)),
    reset: (namespace, ids) => roundTrip(async () => sessionsOf(namespace).reset(ids)),
    erase: (namespace) => roundTrip(async () => sessionsOf(namespace).erase()),
  }
}
