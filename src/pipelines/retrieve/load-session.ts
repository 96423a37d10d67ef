import type { Ports } from '../../ports/ports.ts'
import type { SessionContext } from '../../ports/sessions.ts'
import type { RetrieveRequest } from './retrieve.ts'

const NO_SESSION: SessionContext = { topic: null, hot: [] }

/** The rolling topic vector and the hot ids of the session, where one is given. */
export const loadSession = async (ports: Ports, request: RetrieveRequest): Promise<SessionContext> =>
  request.session_id === null ? NO_SESSION : ports.sessions.load(request.namespace, request.session_id, request.now)
