import { expect } from 'vitest'
import type { ClaudeMemory } from '../src/claude-memory.ts'

/** What Claude sends, and what it has to get: every text of Anthropic's documentation, word for word. They build on each other. */
export async function runDocumentedCases({ run }: ClaudeMemory): Promise<void> {
  const says = async (command: object, content: string) =>
    expect(await run(command)).toEqual({ content, is_error: false })
  const refuses = async (command: object, content: string) =>
    expect(await run(command)).toEqual({ content, is_error: true })
  const header = (path: string) =>
    `Here're the files and directories up to 2 levels deep in ${path}, excluding hidden items and node_modules:`

  // An empty memory is no error.
  await says({ command: 'view', path: '/memories' }, `${header('/memories')}\n0B\t/memories`)
  await refuses(
    { command: 'view', path: '/memories/notes.txt' },
    'The path /memories/notes.txt does not exist. Please provide a valid path.',
  )

  const notes = '/memories/notes.txt'
  const create = {
    command: 'create',
    path: notes,
    file_text: 'Meeting notes:\n- Discussed project timeline\n- Next steps\n',
  }
  await says(create, `File created successfully at: ${notes}`)
  await refuses(create, `Error: File ${notes} already exists`)
  await says(
    { command: 'view', path: notes },
    `Here's the content of ${notes} with line numbers:\n     1\tMeeting notes:\n     2\t- Discussed project timeline\n     3\t- Next steps\n     4\t`,
  )
  await says(
    { command: 'view', path: notes, view_range: [2, 3] },
    `Here's the content of ${notes} with line numbers:\n     2\t- Discussed project timeline\n     3\t- Next steps`,
  )
  await says(
    { command: 'view', path: notes, view_range: [3, -1] },
    `Here's the content of ${notes} with line numbers:\n     3\t- Next steps\n     4\t`,
  )

  await says(
    { command: 'str_replace', path: notes, old_str: 'project', new_str: '$& the' },
    `The memory file has been edited. Here is the snippet showing the change (with line numbers):\n     1\tMeeting notes:\n     2\t- Discussed $& the timeline\n     3\t- Next steps\n     4\t`,
  )
  await refuses(
    { command: 'str_replace', path: '/memories/nowhere.txt', old_str: 'a', new_str: 'b' },
    'Error: The path /memories/nowhere.txt does not exist. Please provide a valid path.',
  )
  await refuses(
    { command: 'str_replace', path: notes, old_str: 'Alpha', new_str: 'b' },
    `No replacement was performed, old_str \`Alpha\` did not appear verbatim in ${notes}.`,
  )
  await refuses(
    { command: 'str_replace', path: notes, old_str: '- ', new_str: '* ' },
    'No replacement was performed. Multiple occurrences of old_str `- ` in lines: 2, 3. Please ensure it is unique',
  )
  // Without new_str it is taken out; old_str may go over lines.
  await says(
    { command: 'str_replace', path: notes, old_str: ' the timeline\n- Next' },
    `The memory file has been edited. Here is the snippet showing the change (with line numbers):\n     1\tMeeting notes:\n     2\t- Discussed $& steps\n     3\t`,
  )

  await says(
    { command: 'insert', path: notes, insert_line: 2, insert_text: '- Third\n' },
    `The file ${notes} has been edited.`,
  )
  await says(
    { command: 'insert', path: notes, insert_line: 0, insert_text: 'Top' },
    `The file ${notes} has been edited.`,
  )
  await says(
    { command: 'view', path: notes },
    `Here's the content of ${notes} with line numbers:\n     1\tTop\n     2\tMeeting notes:\n     3\t- Discussed $& steps\n     4\t- Third\n     5\t`,
  )
  await refuses(
    { command: 'insert', path: '/memories/nowhere.txt', insert_line: 0, insert_text: 'a' },
    'Error: The path /memories/nowhere.txt does not exist',
  )
  for (const line of [6, -1, 1.5])
    await refuses(
      { command: 'insert', path: notes, insert_line: line, insert_text: 'a' },
      `Error: Invalid \`insert_line\` parameter: ${line}. It should be within the range of lines of the file: [0, 5]`,
    )

  // Directories are those of the files in them.
  for (const [path, file_text] of [
    ...[
      ['/memories/projects/alpha/plan.md', 'x'.repeat(1536)] as const,
      ['/memories/projects/todo.md', 'Call Ada'] as const,
    ],
    ...[['/memories/.hidden', 'secret plans'] as const, ['/memories/node_modules/a.js', 'some code'] as const],
  ])
    await says({ command: 'create', path, file_text }, `File created successfully at: ${path}`)
  await says(
    { command: 'view', path: '/memories/' },
    `${header('/memories/')}\n1.6K\t/memories/\n48B\t/memories/notes.txt\n1.5K\t/memories/projects/\n1.5K\t/memories/projects/alpha/\n8B\t/memories/projects/todo.md`,
  )
  await says(
    { command: 'view', path: '/memories/projects' },
    `${header('/memories/projects')}\n1.5K\t/memories/projects\n1.5K\t/memories/projects/alpha/\n1.5K\t/memories/projects/alpha/plan.md\n8B\t/memories/projects/todo.md`,
  )
  await refuses(
    { command: 'str_replace', path: '/memories/projects', old_str: 'a', new_str: 'b' },
    'Error: The path /memories/projects does not exist. Please provide a valid path.',
  )
  await refuses(
    { command: 'insert', path: '/memories/projects', insert_line: 0, insert_text: 'b' },
    'Error: The path /memories/projects does not exist',
  )
  await refuses(
    { command: 'create', path: '/memories/projects', file_text: 'a' },
    'Error: File /memories/projects already exists',
  )
  await refuses(
    { command: 'create', path: `${notes}/below.txt`, file_text: 'a' },
    `Error: The path ${notes} is not a directory`,
  )

  await refuses(
    { command: 'rename', old_path: '/memories/draft.txt', new_path: '/memories/final.txt' },
    'Error: The path /memories/draft.txt does not exist',
  )
  await refuses(
    { command: 'rename', old_path: notes, new_path: '/memories/projects' },
    'Error: The destination /memories/projects already exists',
  )
  await refuses(
    { command: 'rename', old_path: '/memories/projects', new_path: notes },
    `Error: The destination ${notes} already exists`,
  )
  await refuses(
    { command: 'rename', old_path: '/memories/projects', new_path: '/memories/projects/old/projects' },
    'Error: Cannot move /memories/projects into itself',
  )
  await says(
    { command: 'rename', old_path: '/memories/projects', new_path: '/memories/archive/projects' },
    'Successfully renamed /memories/projects to /memories/archive/projects',
  )
  await says(
    { command: 'rename', old_path: notes, new_path: '/memories/archive/notes.txt' },
    `Successfully renamed ${notes} to /memories/archive/notes.txt`,
  )
  await says(
    { command: 'view', path: '/memories/archive/projects/todo.md' },
    `Here's the content of /memories/archive/projects/todo.md with line numbers:\n     1\tCall Ada`,
  )

  // A blank file is a file.
  await says(
    { command: 'create', path: '/memories/empty.txt', file_text: '' },
    'File created successfully at: /memories/empty.txt',
  )
  await says(
    { command: 'view', path: '/memories/empty.txt' },
    `Here's the content of /memories/empty.txt with line numbers:\n     1\t`,
  )
  await says(
    { command: 'insert', path: '/memories/empty.txt', insert_line: 0, insert_text: 'First' },
    'The file /memories/empty.txt has been edited.',
  )
  await says(
    { command: 'view', path: '/memories/empty.txt' },
    `Here's the content of /memories/empty.txt with line numbers:\n     1\tFirst\n     2\t`,
  )
  // Two files may say the same.
  for (const path of ['/memories/a.txt', '/memories/b.txt'])
    await says({ command: 'create', path, file_text: 'Ada likes tea.' }, `File created successfully at: ${path}`)
  await says({ command: 'delete', path: '/memories/a.txt' }, 'Successfully deleted /memories/a.txt')
  await says(
    { command: 'view', path: '/memories/b.txt' },
    `Here's the content of /memories/b.txt with line numbers:\n     1\tAda likes tea.`,
  )

  await refuses({ command: 'delete', path: '/memories/a.txt' }, 'Error: The path /memories/a.txt does not exist')
  await says({ command: 'delete', path: '/memories/archive' }, 'Successfully deleted /memories/archive')
  await refuses(
    { command: 'view', path: '/memories/archive/projects/todo.md' },
    'The path /memories/archive/projects/todo.md does not exist. Please provide a valid path.',
  )
  await refuses({ command: 'delete', path: '/memories' }, 'Error: Cannot delete the /memories directory itself')
  await says(
    { command: 'view', path: '/memories' },
    `${header('/memories')}\n20B\t/memories\n14B\t/memories/b.txt\n6B\t/memories/empty.txt`,
  )
}
