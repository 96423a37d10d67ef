import { useState } from 'preact/hooks'
import { useConsole } from '../context.ts'
import { toCount } from '../parts/counts.ts'
import { Progress } from '../parts/progress.tsx'
import { sentenceOf } from '../parts/sentence-of.ts'
import { openFile } from '../save-file.ts'

/** Writes everything that is remembered to a file, line by line as it comes. */
export function ExportFile() {
  const { client } = useConsole()
  const [withVectors, setVectors] = useState(false)
  const [told, setTold] = useState<string | null>(null)
  const [share, setShare] = useState<number | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function save(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    const file = await openFile(`edge-brain-${new Date().toISOString().slice(0, 10)}.ndjson`)
    if (file === null) return
    setBusy(true)
    setProblem(null)
    setShare(null)
    try {
      const expected = (await client.ownUsage()).memory.chunks
      let memories = 0
      let isWhole = false
      for await (const line of client.export(withVectors ? { vectors: true } : {})) {
        await file.write(`${JSON.stringify(line)}\n`)
        if (line.type === 'memory') memories++
        if (line.type === 'end') isWhole = true
        if (memories % 50 === 0) {
          setTold(`${toCount(memories)} memories`)
          setShare(expected > 0 ? Math.min(1, memories / expected) : null)
        }
      }
      if (!isWhole) throw new Error('The file broke off before its end. Try again.')
      await file.close()
      setShare(1)
      setTold(`${toCount(memories)} memories are in the file.`)
    } catch (error) {
      await file.abort()
      setProblem(sentenceOf(error))
    }
    setBusy(false)
  }

  return (
    <form class="card stack" onSubmit={save} aria-label="Export">
      <h2>Export everything</h2>
      <p class="soft">
        One file with every memory, its facts, versions and times. It can be imported again, here or into another
        service.
      </p>
      {problem && (
        <div class="problem" role="alert">
          {problem}
        </div>
      )}
      <label class="check">
        <input type="checkbox" checked={withVectors} onChange={(event) => setVectors(event.currentTarget.checked)} />
        <span>With vectors: larger, and faster to import</span>
      </label>
      <Progress isBusy={isBusy} share={share} told={told} label="Exported" />
      <div>
        <button type="submit" class="main" disabled={isBusy}>
          Export
        </button>
      </div>
    </form>
  )
}
