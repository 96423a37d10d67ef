/**
 * What the tool says, word for word as Anthropic documents it: these are the answers that Claude knows. Some errors begin with "Error: " and
 * some do not; that is so in the documentation. Below the line are those that it leaves open.
 */
export const messages = {
  directory: (path: string) =>
    `Here're the files and directories up to 2 levels deep in ${path}, excluding hidden items and node_modules:`,
  file: (path: string) => `Here's the content of ${path} with line numbers:`,
  created: (path: string) => `File created successfully at: ${path}`,
  replaced: 'The memory file has been edited.',
  inserted: (path: string) => `The file ${path} has been edited.`,
  deleted: (path: string) => `Successfully deleted ${path}`,
  renamed: (from: string, to: string) => `Successfully renamed ${from} to ${to}`,
} as const

export const problems = {
  nothingToView: (path: string) => `The path ${path} does not exist. Please provide a valid path.`,
  tooManyLines: (path: string) => `File ${path} exceeds maximum line limit of 999,999 lines.`,
  exists: (path: string) => `Error: File ${path} already exists`,
  nothingToEdit: (path: string) => `Error: The path ${path} does not exist. Please provide a valid path.`,
  notFound: (path: string, old: string) =>
    `No replacement was performed, old_str \`${old}\` did not appear verbatim in ${path}.`,
  notUnique: (old: string, lines: readonly number[]) =>
    `No replacement was performed. Multiple occurrences of old_str \`${old}\` in lines: ${lines.join(', ')}. Please ensure it is unique`,
  missing: (path: string) => `Error: The path ${path} does not exist`,
  invalidLine: (line: unknown, count: number) =>
    `Error: Invalid \`insert_line\` parameter: ${line}. It should be within the range of lines of the file: [0, ${count}]`,
  destinationExists: (path: string) => `Error: The destination ${path} already exists`,
  // ——— not documented ———
  outside: (path: unknown) => `Error: Path must be within /memories, got: ${String(path).slice(0, 200)}`,
  root: (what: string) => `Error: Cannot ${what} the /memories directory itself`,
  notADirectory: (path: string) => `Error: The path ${path} is not a directory`,
  intoItself: (path: string) => `Error: Cannot move ${path} into itself`,
  changed: (path: string) => `Error: The file ${path} was changed at the same time. View it and try again`,
  command: (command: unknown) => `Error: Unknown command ${String(command).slice(0, 200)}`,
  argument: (name: string) => `Error: Invalid \`${name}\` parameter: it must be a string`,
} as const
