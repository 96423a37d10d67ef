import type { NewKey } from '../../../packages/client/src/client.ts'
import { useConsole } from '../context.ts'
import { Copy } from '../parts/copy.tsx'
import { go } from '../router.ts'

/** A key that was just made: it is shown here and never again. */
export function NewKeyShown({ made, onClose }: { made: NewKey; onClose: () => void }) {
  const { session, signIn } = useConsole()
  const { key, scopes, personas } = made
  const open = () => {
    signIn({ ...session, key, rights: { scopes, personas } })
    go({ view: '' })
  }
  return (
    <div class="notice" role="status">
      <p>
        <strong>The new key.</strong> It is shown this once: copy it now.
      </p>
      <pre>{key}</pre>
      <div class="bar">
        <Copy label="Copy the key" text={key} />
        <button type="button" onClick={open}>
          Look into its memory
        </button>
        <button type="button" class="plain" onClick={onClose}>
          Done
        </button>
      </div>
    </div>
  )
}
