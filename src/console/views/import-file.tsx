import { useState } from 'preact/hooks'
import type { ImportQuery } from '../../../packages/client/src/client.ts'
import { useConsole } from '../context.ts'
import { type ImportState, importParts } from '../import-parts.ts'
import { toCount } from '../parts/counts.ts'
import { Choice, Field } from '../parts/field.tsx'
import { Progress } from '../parts/progress.tsx'
import { sentenceOf } from '../parts/sentence-of.ts'

const FORMATS = ['edge-brain', 'items', 'mem0', 'mcp-memory', 'chatgpt', 'claude', 'text']

/** Reads a file: first what would be, then, if that is meant, for good. */
export function ImportFile() {
  const { client } = useConsole()
  const [file, setFile] = useState<File | null>(null)
  const [format, setFormat] = useState('')
  const [persona, setPersona] = useState('')
  const [state, setState] = useState<(ImportState & { readonly isTrial: boolean }) | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const isTried = state?.isTrial === true && state.share === 1 && !isBusy
  const isOver = state?.isTrial === false && state.share === 1 && !isBusy

  async function run(isTrial: boolean): Promise<void> {
    if (!file) return
    const query = {
      ...(format && { format: format as NonNullable<ImportQuery['format']> }),
      ...(persona && { persona }),
      ...(isTrial && { dry_run: true }),
    }
    setBusy(true)
    setProblem(null)
    setState(null)
    try {
      const text = await file.text()
      if (text.trim() === '') throw new Error('The file is empty.')
      for await (const next of importParts(client, { name: file.name, text }, query)) setState({ ...next, isTrial })
    } catch (error) {
      setProblem(`${sentenceOf(error)} To import the same file again goes on where it broke off.`)
    }
    setBusy(false)
  }
  const changed =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      set(value)
      setState(null)
    }

  return (
    <form
      class="card stack"
      aria-label="Import"
      onSubmit={(event) => {
        event.preventDefault()
        void run(!isTried)
      }}
    >
      <h2>Import a file</h2>
      <p class="soft">
        An export of this service, of mem0, MCP memory, ChatGPT or Claude, or a text. The same file twice changes
        nothing.
      </p>
      {problem && (
        <div class="problem" role="alert">
          {problem}
        </div>
      )}
      <Field label="File">
        <input
          type="file"
          required
          onChange={(event) => changed(setFile)(event.currentTarget.files?.[0] ?? null)}
          accept=".ndjson,.jsonl,.json,.txt,.md,.markdown"
        />
      </Field>
      <div class="fields">
        <Choice label="Format" any="as its content tells" of={FORMATS} value={format} onValue={changed(setFormat)} />
        <Field label="Into persona">
          <input
            value={persona}
            placeholder="as the file says"
            onInput={(event) => changed(setPersona)(event.currentTarget.value)}
          />
        </Field>
      </div>
      <Progress isBusy={isBusy} share={state?.share ?? null} told={state && toldOf(state)} label="Imported" />
      {state && state.problems.length > 0 && (
        <details>
          <summary>{toCount(state.counts.unreadable + state.counts.failed)} could not be read</summary>
          <ul class="small">
            {state.problems.map(({ at, detail }, number) => (
              <li key={number}>
                {at}: {detail}
              </li>
            ))}
          </ul>
        </details>
      )}
      <div class="bar">
        <button type="submit" class="main" disabled={isBusy || !file || (isTried && isKnown(state))}>
          {isTried ? toImport(state) : isOver ? 'Look again' : 'Look what is in it'}
        </button>
      </div>
    </form>
  )
}

const newIn = ({ counts }: ImportState): number => counts.imported + counts.restated

/** An export of ours has more than texts, which may be missing where it broke off. */
const isKnown = (state: ImportState): boolean => newIn(state) === 0 && state.format !== 'edge-brain'

const toImport = (state: ImportState): string =>
  newIn(state) === 0 ? 'Import what is missing' : `Import ${toCount(newIn(state))} new texts`

function toldOf({ counts, format, isTrial }: ImportState & { readonly isTrial: boolean }): string {
  const known = counts.already_imported
  const texts = `${toCount(counts.texts)} texts of ${format}`
  if (isTrial)
    return `${texts}: ${toCount(counts.imported + counts.restated)} new, ${toCount(known)} known already, at most ${toCount(counts.operations)} operations. Nothing is stored yet.`
  return `${texts}: ${toCount(counts.imported + counts.restated)} imported, ${toCount(known)} known already, ${toCount(counts.failed)} failed.`
}
