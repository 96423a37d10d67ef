import { useState } from 'preact/hooks'
import type { MemoryDetail } from '../../../packages/client/src/client.ts'
import { useConsole } from '../context.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Field } from '../parts/field.tsx'
import { useComplaint } from '../parts/use-answer.ts'

interface Props {
  readonly memory: MemoryDetail
  readonly onClose: () => void
  readonly onChange: () => void
}

/** Corrects a memory. Its text is read anew; what it said before stays in its history. Where somebody else was faster, nothing is changed. */
export function EditMemory({ memory, onClose, onChange }: Props) {
  const { client, tell } = useConsole()
  const complain = useComplaint()
  const said = new Date(memory.occurred_at * 1000).toISOString().slice(0, 16)
  const before = JSON.stringify(memory.metadata ?? {}, null, 2)
  const [text, setText] = useState(memory.text)
  const [day, setDay] = useState(said)
  const [persona, setPersona] = useState(memory.persona)
  const [metadata, setMetadata] = useState(before)

  async function save(): Promise<void> {
    const edit = {
      ...(text === memory.text ? {} : { text }),
      // As a number: by whose clock it was said stays.
      ...(day === said ? {} : { occurred_at: Date.parse(`${day}Z`) / 1000 }),
      ...(persona === memory.persona ? {} : { persona }),
      ...(metadata === before ? {} : { metadata: mergedOver(memory.metadata ?? {}, metadata) }),
    }
    if (Object.keys(edit).length === 0) return
    const { version } = memory
    await client.editMemory(memory.id, edit, { ifMatch: version })
    tell('Corrected.', () => void client.restoreMemory(memory.id, { version }).then(onChange, complain))
    onChange()
  }

  return (
    <Dialog title="Correct this memory" action="Save" onDone={save} onClose={onClose}>
      <Field label="Text">
        <textarea required maxLength={100_000} value={text} onInput={(event) => setText(event.currentTarget.value)} />
      </Field>
      <div class="fields">
        <Field label="Said (UTC)">
          <input type="datetime-local" value={day} onInput={(event) => setDay(event.currentTarget.value)} />
        </Field>
        <Field label="Persona">
          <input required maxLength={64} value={persona} onInput={(event) => setPersona(event.currentTarget.value)} />
        </Field>
      </div>
      <Field label="Metadata (JSON)">
        <textarea
          class="mono short"
          spellcheck={false}
          value={metadata}
          onInput={(event) => setMetadata(event.currentTarget.value)}
        />
      </Field>
    </Dialog>
  )
}

/** Fields are merged by the service, so that one that was taken out is sent as null. */
function mergedOver(old: Readonly<Record<string, unknown>>, typed: string): Record<string, unknown> {
  let given: unknown
  try {
    given = JSON.parse(typed.trim() || '{}')
  } catch {
    throw new Error('Metadata has to be JSON, such as {"page": 4}.')
  }
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw new Error('Metadata has to be an object, such as {"page": 4}.')
  return { ...Object.fromEntries(Object.keys(old).map((name) => [name, null])), ...given }
}
