import { regionOfAccount } from '../../domain/account/region.ts'
import type { Sessions } from '../../ports/sessions.ts'
import type { RoundTrip } from './round-trip.ts'
import type { Session } from './session.ts'

interface Parts {
  readonly sessions: DurableObjectNamespace<Session>
  readonly roundTrip: RoundTrip
}

/** Working memory in Durable Objects, one a session. */
export function createEmbeddedSessions({ sessions, roundTrip }: Parts): Sessions {
  // An account's id has a fixed length, so that no two pairs make the same name.
  const sessionOf = (namespace: string, id: string) =>
    sessions.getByName(`${namespace}/${id}`, { locationHint: regionOfAccount(namespace) })

  return {
    load: (namespace, id, now) =>
      roundTrip(async () => sessionOf(namespace, id).read(now)).catch(() => ({ topic: null, hot: [], down: 'redis' })),
    update: (namespace, id, said) => roundTrip(async () => sessionOf(namespace, id).update(said)),
    touch: (namespace, id, returned) => roundTrip(async () => sessionOf(namespace, id).touch(returned)),
    async erase(namespace, ids) {
      await Promise.all(ids.map((id) => roundTrip(async () => sessionOf(namespace, id).erase())))
    },
  }
}
