import { Field } from '../parts/field.tsx'

/** Every field of a question, as it is typed; empty is what the service does by itself. */
export interface KnobValues {
  readonly query: string
  readonly k: string
  readonly persona: string
  readonly session_id: string
  readonly max_hops: string
  readonly min_score: string
  readonly context_format: string
  readonly as_of: string
  readonly include_episodic: boolean
  readonly include_semantic: boolean
  readonly include_working: boolean
  readonly rerank: boolean
  readonly use_compression: boolean
  readonly entity: string
  readonly source: string
  readonly since: string
  readonly until: string
}

export const START: KnobValues = {
  ...{ query: '', k: '', persona: '', session_id: '', max_hops: '', min_score: '', context_format: '', as_of: '' },
  ...{ include_episodic: true, include_semantic: true, include_working: true, rerank: true, use_compression: false },
  ...{ entity: '', source: '', since: '', until: '' },
}

const TEXTS = ['persona', 'session_id', 'context_format', 'as_of'] as const
const NUMBERS = ['k', 'max_hops', 'min_score'] as const
const SWITCHES = ['include_episodic', 'include_semantic', 'include_working', 'rerank', 'use_compression'] as const
const FILTERS = ['entity', 'source', 'since', 'until'] as const

/** The request, without what is as the service has it anyway. */
export function toRequest(values: KnobValues): { query: string } & Record<string, unknown> {
  const filter = Object.fromEntries(FILTERS.flatMap((name) => (values[name] ? [[name, values[name]]] : [])))
  return {
    query: values.query,
    ...Object.fromEntries(TEXTS.flatMap((name) => (values[name] ? [[name, values[name]]] : []))),
    ...Object.fromEntries(NUMBERS.flatMap((name) => (values[name] === '' ? [] : [[name, Number(values[name])]]))),
    ...Object.fromEntries(SWITCHES.flatMap((name) => (values[name] === START[name] ? [] : [[name, values[name]]]))),
    ...(Object.keys(filter).length > 0 ? { filter } : {}),
  }
}

export function Knobs({ values, onChange }: { values: KnobValues; onChange: (values: KnobValues) => void }) {
  const set = (name: keyof KnobValues) => (event: { currentTarget: { value: string } }) =>
    onChange({ ...values, [name]: event.currentTarget.value })
  const input = (name: (typeof TEXTS | typeof FILTERS | typeof NUMBERS)[number], label: string, attributes = {}) => (
    <Field label={label}>
      <input value={values[name]} onInput={set(name)} {...attributes} />
    </Field>
  )
  return (
    <details>
      <summary class="small soft">Every field of the request</summary>
      <div class="fields">
        {input('k', 'How many (k)', { type: 'number', min: 1, max: 50, placeholder: '10' })}
        {input('min_score', 'Floor (min_score)', { type: 'number', min: 0, max: 1, step: 0.05, placeholder: '0.2' })}
        {input('max_hops', 'Hops', { type: 'number', min: 1, max: 5, placeholder: 'none' })}
        {input('persona', 'Persona')}
        {input('session_id', 'Session')}
        <Field label="Context">
          <select value={values.context_format} onChange={set('context_format')}>
            <option value="">plain</option>
            <option>dated</option>
            <option>quoted</option>
          </select>
        </Field>
        {input('as_of', 'As of', { type: 'date' })}
        {input('entity', 'Only about')}
        <Field label="Only from">
          <select value={values.source} onChange={set('source')}>
            <option value="">anybody</option>
            <option>user</option>
            <option>document</option>
            <option>assistant</option>
          </select>
        </Field>
        {input('since', 'Said from', { type: 'date' })}
        {input('until', 'Said before', { type: 'date' })}
      </div>
      <div class="bar">
        {SWITCHES.map((name) => (
          <label class="check small" key={name}>
            <input
              type="checkbox"
              checked={values[name]}
              onChange={(event) => onChange({ ...values, [name]: event.currentTarget.checked })}
            />
            {name}
          </label>
        ))}
      </div>
    </details>
  )
}
