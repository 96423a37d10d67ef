import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { build } from 'esbuild'
import { PROJECT_ROOT } from '../project-root.ts'

const SOURCE = join(PROJECT_ROOT, 'src/console')
const CLIENT = join(PROJECT_ROOT, 'packages/client/src')
export const CONSOLE_FOLDER = join(PROJECT_ROOT, 'assets/console')

/** Makes the files of the console aside, puts them in their place when they are whole, and says which files went into them. */
export async function buildConsole(): Promise<string[]> {
  const folder = join(PROJECT_ROOT, 'dist', `console-${process.pid}`)
  try {
    const inputs = await buildInto(folder)
    rmSync(CONSOLE_FOLDER, { recursive: true, force: true })
    renameSync(folder, CONSOLE_FOLDER)
    return inputs
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The picture of the graph is a part of its own, loaded when it is opened, and its layout another, which runs in a thread of its own. */
async function buildInto(folder: string): Promise<string[]> {
  mkdirSync(folder, { recursive: true })
  const same = {
    absWorkingDir: PROJECT_ROOT,
    outdir: folder,
    bundle: true,
    metafile: true,
    minify: true,
    target: 'es2022',
    logLevel: 'silent',
  } as const
  const layout = await build({
    ...same,
    entryPoints: [{ in: join(SOURCE, 'layout-worker.ts'), out: 'layout' }],
    entryNames: 'part-[name]-[hash]',
    format: 'iife',
  })
  const [layoutFile] = Object.keys(layout.metafile.outputs)
  const { metafile } = await build({
    ...same,
    entryPoints: [{ in: join(SOURCE, 'main.tsx'), out: 'console' }],
    splitting: true,
    format: 'esm',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    chunkNames: 'part-[name]-[hash]',
    define: {
      'process.env.NODE_ENV': '"production"',
      LAYOUT_WORKER_URL: JSON.stringify(`/console/${basename(layoutFile!)}`),
    },
  })
  for (const file of ['console.html', 'console.css']) cpSync(join(SOURCE, file), join(folder, file))
  return [...Object.keys(layout.metafile.inputs), ...Object.keys(metafile.inputs)]
}

/** Makes them unless they are there and newer than all that they are made of. A package has them made already, and a service runs without. */
export async function ensureConsole(): Promise<void> {
  const made = statSync(join(CONSOLE_FOLDER, 'console.js'), { throwIfNoEntry: false })?.mtimeMs
  if (!existsSync(SOURCE) || (made !== undefined && newestOf(SOURCE, CLIENT) < made)) return
  await buildConsole().catch((error: Error) => {
    process.stderr.write(`The console could not be made, and /console may be missing: ${error.message}\n`)
  })
}

const newestOf = (...folders: readonly string[]): number =>
  Math.max(
    ...folders.flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => statSync(join(folder, path)).mtimeMs),
    ),
  )
