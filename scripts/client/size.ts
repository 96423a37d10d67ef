import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { Problem, runScript } from '../problem.ts'
import { PROJECT_ROOT } from '../project-root.ts'

const MOST_BYTES = 10_000
const ENTRIES = ['client', 'ai-sdk', 'claude-memory', 'langgraph'] as const

/** How large an entry of the client is for whoever bundles it, in bytes: minified and gzipped, without the framework's own package. */
export async function bundledSize(entry: (typeof ENTRIES)[number]): Promise<number> {
  const { outputFiles } = await build({
    entryPoints: [join(PROJECT_ROOT, `packages/client/src/${entry}.ts`)],
    ...{ bundle: true, minify: true, format: 'esm', platform: 'browser', target: 'es2022', write: false },
    external: ['ai', '@langchain/langgraph-checkpoint'],
  })
  return gzipSync(outputFiles[0]!.contents, { level: 9 }).length
}

if (import.meta.main) {
  await runScript(async () => {
    const sizes = await Promise.all(ENTRIES.map(async (entry) => [entry, await bundledSize(entry)] as const))
    for (const [entry, bytes] of sizes) console.log(`${entry}: ${(bytes / 1000).toFixed(2)} KB gzipped`)
    const large = sizes.filter(([, bytes]) => bytes >= MOST_BYTES).map(([entry]) => entry)
    if (large.length > 0) throw new Problem(`Not under ${MOST_BYTES / 1000} KB: ${large.join(', ')}.`)
  })
}
