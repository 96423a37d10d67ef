import { fenced } from '../quoted.ts'
import { integer, listOf, objectOf, type Tool, text, textAbout } from '../tool.ts'
import { persona } from './arguments.ts'

export interface ProfileAnswer {
  readonly entity: { readonly name: string } | null
  readonly markdown: string
  readonly stable: readonly { readonly fact: string }[]
  readonly recent: readonly { readonly fact: string }[]
  readonly texts: readonly { readonly text: string }[]
}

/** The profile for a prompt. */
export const profileText = ({ entity, markdown }: ProfileAnswer): string =>
  entity === null || markdown === '' ? 'Nobody of that name is known.' : fenced(markdown)

export const getProfile: Tool = {
  name: 'get_profile',
  title: 'Get a profile',
  description:
    'What is known of the user, or of an entity: what lasts, then what is recent. Worth a look when a conversation begins.',
  does: 'read',
  input: {
    entity: textAbout('A name; the user unless given'),
    max_tokens: { ...integer, description: '50 to 4000 (500)' },
    persona,
  },
  required: [],
  output: objectOf({ entity: { type: ['string', 'null'] }, stable: listOf(text), recent: listOf(text) }, 'entity'),
  ask: (given) => ({ method: 'GET', path: '/brain/profile', query: given }),
  tell(profile: ProfileAnswer) {
    const factsOf = (facts: ProfileAnswer['stable']) => facts.map(({ fact }) => fact)
    return {
      text: profileText(profile),
      structured: {
        entity: profile.entity?.name ?? null,
        stable: factsOf(profile.stable),
        recent: [...factsOf(profile.recent), ...profile.texts.map(({ text }) => text)],
      },
    }
  },
}
