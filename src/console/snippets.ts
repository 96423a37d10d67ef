/** The same call as one would write it elsewhere. The key is left out: it is a secret. */
export const snippetsOf = (origin: string, body: Readonly<Record<string, unknown>>): Record<string, string> => {
  const json = JSON.stringify(body, null, 2)
  return {
    curl: `curl -s ${origin}/brain/retrieve \\\n  -H "authorization: Bearer $BRAIN_KEY" -H 'content-type: application/json' \\\n  -d '${json.replaceAll("'", "'\\''")}'`,
    TypeScript: `import { createClient } from '@edge-brain/client'\n\nconst brain = createClient({ url: '${origin}', apiKey: process.env.BRAIN_KEY })\nconst { context, facts } = await brain.retrieve(${json})`,
    Python: `import os\nfrom edge_brain import Brain\n\nbrain = Brain("${origin}", os.environ["BRAIN_KEY"])\nanswer = brain.retrieve(**${toPython(body)})`,
  }
}

const toPython = (value: unknown): string => {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (Array.isArray(value)) return `[${value.map(toPython).join(', ')}]`
  if (typeof value !== 'object') return JSON.stringify(value)
  const pairs = Object.entries(value as object).map(([name, one]) => `${JSON.stringify(name)}: ${toPython(one)}`)
  return `{${pairs.join(', ')}}`
}
