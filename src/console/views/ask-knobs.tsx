import { Choice, Field } from '../parts/field.tsx'
import { type KnobValues, SWITCHES } from './ask-request.ts'

type Typed = { [Name in keyof KnobValues]: KnobValues[Name] extends string ? Name : never }[keyof KnobValues]

interface Props {
  readonly values: KnobValues
  readonly onChange: (values: KnobValues) => void
}

/** A control for every field of the request, under the name that it has there. */
export function Knobs({ values, onChange }: Props) {
  const of = (name: Typed) => ({
    value: values[name],
    onValue: (value: string) => onChange({ ...values, [name]: value }),
  })
  const input = (name: Typed, label: string, attributes = {}) => (
    <Field label={label}>
      <input
        value={values[name]}
        spellcheck={false}
        onInput={(event) => of(name).onValue(event.currentTarget.value)}
        {...attributes}
      />
    </Field>
  )
  return (
    <details>
      <summary>Every field of the request</summary>
      <div class="fields">
        {input('k', 'k: how many', { type: 'number', min: 1, max: 50, placeholder: '10' })}
        {input('min_score', 'min_score: floor', { type: 'number', min: 0, max: 1, step: 0.05, placeholder: '0.2' })}
        {input('max_hops', 'max_hops: graph', { type: 'number', min: 1, max: 5, placeholder: 'none' })}
        {input('persona', 'persona', { placeholder: 'all' })}
        {input('session_id', 'session_id', { placeholder: 'none' })}
        <Choice label="context_format" any="plain" of={['dated', 'quoted']} {...of('context_format')} />
        {input('as_of', 'as_of: as it was known', { type: 'datetime-local' })}
      </div>
      <div class="bar checks">
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
      <fieldset>
        <legend>filter: what may be returned</legend>
        <div class="fields">
          {input('filter_entity', 'filter.entity', { placeholder: 'a name' })}
          <Choice label="filter.source" any="any" of={['user', 'document', 'assistant']} {...of('filter_source')} />
          {input('filter_persona', 'filter.persona')}
          {input('filter_session_id', 'filter.session_id')}
          {input('filter_since', 'filter.since', { type: 'datetime-local' })}
          {input('filter_until', 'filter.until', { type: 'datetime-local' })}
          {input('filter_metadata', 'filter.metadata', { placeholder: '{"page": 4}', class: 'mono' })}
        </div>
      </fieldset>
    </details>
  )
}
