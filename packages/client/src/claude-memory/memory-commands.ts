import type { Memory } from '../client.ts'
import { createKeyedMemories, type DocumentClient } from '../keyed-memories.ts'
import { listDirectory } from './directory.ts'
import type { ClaudeMemoryHandlers } from './memory-command.ts'
import { contentOf, FILE, PATH, pathOf, sizeOf, toMemory } from './memory-file.ts'
import { isIn, ROOT, toMemoryPath } from './memory-path.ts'
import { messages, problems } from './messages.ts'
import { refuse } from './refusal.ts'
import { insertAfter, replaceOnce, viewLines } from './text-lines.ts'

export interface CommandOptions {
  readonly client: DocumentClient
  /** Whose files they are, where a key has several personas. */
  readonly persona?: string | undefined
  /** Whether `create` replaces a file that is there; else it is an error, as documented. */
  readonly overwrite?: boolean | undefined
  /** Whether viewing a file counts as using it, so that it does not fade; true unless given. It costs a retrieval. */
  readonly keepViewed?: boolean | undefined
}

/** How often an edit is begun anew because somebody else edits meanwhile. */
const MOST_TRIES = 3

const within = (given: unknown): string => toMemoryPath(given) ?? refuse(problems.outside(given))
const string = (name: string, given: unknown): string =>
  typeof given === 'string' ? given : refuse(problems.argument(name))

/** The commands on files that are memories; what cannot be done is a Refusal. */
export function createMemoryCommands(options: CommandOptions): ClaudeMemoryHandlers {
  const memories = createKeyedMemories({ ...options, source: 'assistant' })
  const find = (path: string) => memories.find({ [FILE]: true, [PATH]: path })

  async function filesIn(directory: string): Promise<Memory[]> {
    // Of two files of one path, which only two creations at once can make, the newer is the file.
    const files = new Map<string, Memory>()
    for await (const memory of memories.list({ [FILE]: true })) {
      const path = pathOf(memory)
      if (isIn(directory, path) && !files.has(path)) files.set(path, memory)
    }
    return [...files.values()]
  }

  async function refuseBelowFile(path: string): Promise<void> {
    for (let parent = parentOf(path); parent !== ROOT; parent = parentOf(parent))
      if (await find(parent)) refuse(problems.notADirectory(parent))
  }

  /** Edits a file as it is now; where somebody else changes it meanwhile, as it is then. */
  async function edit(
    given: string,
    missing: string,
    change: (content: string) => { content: string } | { problem: string },
  ) {
    const path = within(given)
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const file = (await find(path)) ?? refuse(missing)
      const changed = change(contentOf(file))
      if ('problem' in changed) return refuse(changed.problem)
      const { text, metadata } = toMemory(path, changed.content)
      if (await memories.change(file, text, metadata)) return
    }
    refuse(problems.changed(given))
  }

  return {
    async view({ path: given, view_range }) {
      const path = within(given)
      const file = path === ROOT ? null : await find(path)
      if (file) {
        const viewed = viewLines(given, contentOf(file), view_range)
        if ('problem' in viewed) return refuse(viewed.problem)
        // What cannot be kept can still be seen.
        if (options.keepViewed ?? true) await memories.keep(file, { [PATH]: path }).catch(() => {})
        return viewed.text
      }
      const files = await filesIn(path)
      if (files.length === 0 && path !== ROOT) return refuse(problems.nothingToView(given))
      const sizes = files.map((memory) => [pathOf(memory), sizeOf(contentOf(memory))] as const)
      return listDirectory(given, path, new Map(sizes))
    },

    async create({ path: given, file_text }) {
      const path = within(given)
      const { text, metadata } = toMemory(path, string('file_text', file_text))
      const [known] = path === ROOT ? [] : await filesIn(path)
      const isFile = known !== undefined && pathOf(known) === path
      if (path === ROOT || (known && !(isFile && options.overwrite))) return refuse(problems.exists(given))
      if (known) {
        if (!(await memories.change(known, text, metadata))) refuse(problems.changed(given))
      } else {
        await refuseBelowFile(path)
        await memories.add(text, withoutNull(metadata))
      }
      return messages.created(given)
    },

    async str_replace({ path, old_str, new_str }) {
      let snippet = ''
      await edit(path, problems.nothingToEdit(path), (content) => {
        const replaced = replaceOnce(path, content, string('old_str', old_str), string('new_str', new_str ?? ''))
        if ('snippet' in replaced) snippet = replaced.snippet
        return replaced
      })
      return snippet
    },

    async insert({ path, insert_line, insert_text }) {
      await edit(path, problems.missing(path), (content) =>
        insertAfter(content, insert_line, string('insert_text', insert_text)),
      )
      return messages.inserted(path)
    },

    async delete({ path: given }) {
      const path = within(given)
      if (path === ROOT) return refuse(problems.root('delete'))
      let count = 0
      // All of a path, should there be two.
      for await (const memory of memories.list({ [FILE]: true })) {
        if (!isIn(path, pathOf(memory))) continue
        await memories.remove(memory)
        count++
      }
      return count === 0 ? refuse(problems.missing(given)) : messages.deleted(given)
    },

    async rename({ old_path, new_path }) {
      const [from, to] = [within(old_path), within(new_path)]
      if (from === ROOT) return refuse(problems.root('rename'))
      const moved = await filesIn(from)
      if (moved.length === 0) return refuse(problems.missing(old_path))
      if (to === ROOT || from === to || (await filesIn(to)).length > 0)
        return refuse(problems.destinationExists(new_path))
      if (isIn(from, to)) return refuse(problems.intoItself(old_path))
      await refuseBelowFile(to)
      for (const memory of moved) {
        const path = to + pathOf(memory).slice(from.length)
        if (!(await memories.change(memory, null, { [PATH]: path }))) refuse(problems.changed(pathOf(memory)))
      }
      return messages.renamed(old_path, new_path)
    },
  }
}

const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('/'))
const withoutNull = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))
