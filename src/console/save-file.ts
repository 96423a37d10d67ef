/** A file that is written as its content comes. */
export interface OpenFile {
  write(text: string): Promise<void>
  close(): Promise<void>
  abort(): Promise<void>
}

interface Picker {
  showSaveFilePicker?(options: { suggestedName: string }): Promise<{ createWritable(): Promise<OpenFile> }>
}

/** Streams to a file where the browser can; elsewhere it is gathered first and downloaded then. null: nobody wants it after all. */
export async function openFile(name: string): Promise<OpenFile | null> {
  const { showSaveFilePicker } = window as Picker
  if (!showSaveFilePicker) return gather(name)
  try {
    return await (await showSaveFilePicker.call(window, { suggestedName: name })).createWritable()
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return null
    return gather(name)
  }
}

/** Parts are made blobs of, which the browser may keep on disk. */
const PART_LENGTH = 4 * 1024 * 1024

function gather(name: string): OpenFile {
  const parts: Blob[] = []
  let text = ''
  const flush = () => {
    parts.push(new Blob([text]))
    text = ''
  }
  return {
    async write(more) {
      text += more
      if (text.length > PART_LENGTH) flush()
    },
    async close() {
      flush()
      const link = document.createElement('a')
      link.href = URL.createObjectURL(new Blob(parts, { type: 'application/x-ndjson' }))
      link.download = name
      link.click()
      setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
    },
    async abort() {},
  }
}
