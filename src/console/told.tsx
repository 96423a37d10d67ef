export interface Told {
  readonly id: number
  readonly text: string
  readonly undo?: (() => void) | undefined
}

/** Short messages in a corner, read aloud as they come. */
export const ToldLines = ({ lines, onUndone }: { lines: readonly Told[]; onUndone: (id: number) => void }) => (
  <div class="told" role="status" aria-live="polite">
    {lines.map(({ id, text, undo }) => (
      <div key={id}>
        <span class="grow">{text}</span>
        {undo && (
          <button
            type="button"
            onClick={() => {
              undo()
              onUndone(id)
            }}
          >
            Undo
          </button>
        )}
      </div>
    ))}
  </div>
)
