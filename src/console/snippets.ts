/** The same call as one would write it elsewhere. The key is left out: it is a secret. */
export const snippetsOf = (origin: string, body: Readonly<Record<string, unknown>>): Record<string, string> => {
  const json = JSON.stringify(body, null, 2)
  return {
    curl: [
      `curl -s ${origin}/brain/retrieve \\`,
      '  -H "authorization: Bearer $BRAIN_API_KEY" \\',
      "  -H 'content-type: application/json' \\",
      `  -d '${json.replaceAll("'", "'\\''")}'`,
    ].join('\n'),
    TypeScript: [
      "import { createClient } from '@edge-brain/client'",
      '',
      `const brain = createClient({ url: '${origin}', apiKey: process.env.BRAIN_API_KEY })`,
      `const { context, facts } = await brain.retrieve(${json})`,
    ].join('\n'),
    Python: [
      'import os',
      'from edge_brain import Brain',
      '',
      `with Brain("${origin}", os.environ["BRAIN_API_KEY"]) as brain:`,
      `    found = ${pythonCall(body)}`,
    ].join('\n'),
  }
}

function pythonCall(body: Readonly<Record<string, unknown>>): string {
  const { query, ...more } = body
  const named = Object.entries(more).map(([name, value]) => `${name}=${toPython(value)}`)
  return `brain.retrieve(${[toPython(query), ...named].join(', ')})`
}

const toPython = (value: unknown): string => {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (Array.isArray(value)) return `[${value.map(toPython).join(', ')}]`
  if (typeof value !== 'object') return JSON.stringify(value)
  const pairs = Object.entries(value as object).map(([name, one]) => `${JSON.stringify(name)}: ${toPython(one)}`)
  return `{${pairs.join(', ')}}`
}
