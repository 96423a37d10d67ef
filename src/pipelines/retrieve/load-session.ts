import type { Ports } from '../../ports/ports.ts'
import type { SessionContext } from '../../ports/sessions.ts'
import type { RetrieveRequest } from './request.ts'

const NO_SESSION: SessionContext = { topic: null, hot: [] }

/** The rolling topic vector and the hot ids of the session, where one is given. */
export const loadSession = async (ports: Ports, request: RetrieveRequest): Promise<SessionContext> =>
  request.sessionId === null ? NO_SESSION : ports.sessions.load(request.namespace, request.sessionId, request.now)
