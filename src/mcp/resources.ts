import type { Endpoint } from './endpoint.ts'
import { CODES, type Message, ProtocolError } from './protocol.ts'
import { readRouteAnswer } from './route-answer.ts'
import { getProfile, type ProfileAnswer, profileText } from './tools/get-profile.ts'

export const PROFILE_RESOURCE = {
  uri: 'memory://profile',
  name: 'profile',
  title: 'Profile of the user',
  description: 'What is known of the user: what lasts, then what is recent',
  mimeType: 'text/markdown',
} as const

export async function readResource({ params, era }: Message, endpoint: Endpoint): Promise<object> {
  const { uri, mimeType } = PROFILE_RESOURCE
  if (params.uri !== uri) {
    const code = era === 'current' || typeof params.uri !== 'string' ? CODES.invalidParams : CODES.unknownResource
    throw new ProtocolError(code, 'There is no such resource.', { data: { uri: params.uri } })
  }
  const route = getProfile.ask(endpoint.persona === null ? {} : { persona: endpoint.persona })
  const answer = await readRouteAnswer(await endpoint.call(route))
  if ('refused' in answer) throw new ProtocolError(CODES.refused, answer.refused.detail, { data: answer.refused })
  return { contents: [{ uri, mimeType, text: profileText(answer.ok as ProfileAnswer) }] }
}
