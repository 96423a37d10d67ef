import { useState } from 'preact/hooks'
import type { MemoryDetail } from '../../../packages/client/src/client.ts'
import { useConsole } from '../context.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Field } from '../parts/field.tsx'

interface Props {
  readonly memory: MemoryDetail
  /** What is edited: where somebody else was faster, nothing is changed. */
  readonly version: number
  readonly onClose: () => void
  readonly onChange: () => void
}

/** Corrects a memory. Its text is read anew; what it said before stays in its history. */
export function EditMemory({ memory, version, onClose, onChange }: Props) {
  const { client, tell } = useConsole()
  const [text, setText] = useState(memory.text)
  const [day, setDay] = useState(new Date(memory.occurred_at * 1000).toISOString().slice(0, 16))
  async function save(): Promise<void> {
    const edit = {
      ...(text === memory.text ? {} : { text }),
      ...(day === new Date(memory.occurred_at * 1000).toISOString().slice(0, 16) ? {} : { occurred_at: `${day}Z` }),
    }
    if (Object.keys(edit).length === 0) return
    await client.editMemory(memory.id, edit, { ifMatch: version })
    tell('Corrected.', () => void client.restoreMemory(memory.id, { version }).then(onChange))
    onChange()
  }
  return (
    <Dialog title="Correct this memory" action="Save" onDone={save} onClose={onClose}>
      <Field label="Text">
        <textarea required maxLength={100_000} value={text} onInput={(event) => setText(event.currentTarget.value)} />
      </Field>
      <Field label="Said (UTC)">
        <input type="datetime-local" value={day} onInput={(event) => setDay(event.currentTarget.value)} />
      </Field>
    </Dialog>
  )
}
