import type { Command } from '../command.ts'

export const entityCommands: readonly Command[] = [
  {
    name: 'entities unmerge',
    formerly: 'entities separate',
    about: 'Undo a merge of two names: the alias is an entity of its own from now on.',
    arguments: ['ENTITY', 'ALIAS'],
    async run(call) {
      const reply = await call.user().get<{ facts_moved: number }>('POST', '/brain/entities/unmerge', {
        entity: call.argument('ENTITY'),
        alias: call.argument('ALIAS'),
      })
      return {
        json: reply,
        text: `${call.argument('ALIAS')} stands for itself; facts moved to it: ${reply.facts_moved}.`,
      }
    },
  },
]
