import type { ClaudeMemoryHandlers, MemoryCommand } from './claude-memory/memory-command.ts'
import { type CommandOptions, createMemoryCommands } from './claude-memory/memory-commands.ts'
import { problems } from './claude-memory/messages.ts'
import { Refusal, refuse } from './claude-memory/refusal.ts'
import { BrainError } from './client.ts'

export type { ClaudeMemoryHandlers, MemoryCommand } from './claude-memory/memory-command.ts'

export interface ClaudeMemoryOptions extends CommandOptions {
  /** Makes what the handlers throw: `(text) => new ToolError(text)` with the SDK's own gives Claude the documented text and nothing else. */
  readonly toError?: ((text: string) => Error) | undefined
}

/** What goes into a `tool_result`. */
export interface MemoryToolResult {
  readonly content: string
  readonly is_error: boolean
}

export interface ClaudeMemory {
  /** For a loop of your own: what Claude asks for in vain is an answer too, marked as an error. */
  run(command: unknown): Promise<MemoryToolResult>
  /** For `anthropic.tools.memory_20250818({ execute })` of the AI SDK: throws the documented text. */
  execute(command: MemoryCommand): Promise<string>
  readonly handlers: ClaudeMemoryHandlers
}

/** Anthropic's memory tool on an edge-brain: each file of /memories is a memory, found by `retrieve` like any other. */
export function createClaudeMemory(options: ClaudeMemoryOptions): ClaudeMemory {
  const commands = createMemoryCommands(options)

  async function run(given: unknown): Promise<MemoryToolResult> {
    const command = (given ?? {}) as MemoryCommand
    try {
      if (!Object.hasOwn(commands, command.command)) refuse(problems.command(command.command))
      return { content: await commands[command.command](command as never), is_error: false }
    } catch (error) {
      if (error instanceof Refusal) return { content: error.message, is_error: true }
      if (error instanceof BrainError) return { content: `Error: ${error.detail}`, is_error: true }
      throw error
    }
  }

  async function execute(command: MemoryCommand, toError = (text: string) => new Error(text)): Promise<string> {
    const { content, is_error } = await run(command)
    if (is_error) throw toError(content)
    return content
  }

  // The SDK's runner puts "Error: " before what is thrown.
  const toError = options.toError ?? ((text: string) => new Error(text.replace(/^Error: /, '')))
  const names = Object.keys(commands) as MemoryCommand['command'][]
  const handlers = Object.fromEntries(
    names.map((name) => [
      name,
      (command: MemoryCommand) => execute({ ...command, command: name } as MemoryCommand, toError),
    ]),
  )
  return { run, execute: (command) => execute(command), handlers: handlers as unknown as ClaudeMemoryHandlers }
}
