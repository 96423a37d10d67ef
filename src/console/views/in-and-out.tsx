import { useConsole } from '../context.ts'
import { ExportFile } from './export-file.tsx'
import { ImportFile } from './import-file.tsx'
import { Remember } from './remember.tsx'

/** What comes in and goes out: a text by hand, a file, everything. */
export function InAndOut() {
  const { may } = useConsole()
  return (
    <>
      <div class="head">
        <h1>Import and export</h1>
      </div>
      <div class="halves">
        {may('write') && <Remember />}
        {may('write') && <ImportFile />}
        {may('read') && <ExportFile />}
      </div>
    </>
  )
}
