/** The commands of `memory_20250818`, as Claude sends them. */
export type MemoryCommand =
  | { command: 'view'; path: string; view_range?: readonly number[] | undefined }
  | { command: 'create'; path: string; file_text: string }
  | { command: 'str_replace'; path: string; old_str: string; new_str?: string | undefined }
  | { command: 'insert'; path: string; insert_line: number; insert_text: string }
  | { command: 'delete'; path: string }
  | { command: 'rename'; old_path: string; new_path: string }

/** For `betaMemoryTool(handlers)` of @anthropic-ai/sdk: each answers with a text, or throws. */
export type ClaudeMemoryHandlers = {
  readonly [Name in MemoryCommand['command']]: (command: Extract<MemoryCommand, { command: Name }>) => Promise<string>
}
