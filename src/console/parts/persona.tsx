import { useConsole } from '../context.ts'
import { Choice, Input } from './field.tsx'

interface Props {
  readonly value: string
  readonly onValue: (value: string) => void
}

/** A bound key has few personas to choose of; for others a persona is whatever it is called. */
export function Persona(props: Props) {
  const { personas } = useConsole().session.rights
  if (personas !== null) return <Choice label="Persona" any="all of the key" of={personas} {...props} />
  return <Input label="Persona" placeholder="all" {...props} />
}
