import { useConsole } from '../context.ts'
import { Copy } from '../parts/copy.tsx'
import { FactList } from '../parts/fact-list.tsx'
import { Field } from '../parts/field.tsx'
import { Empty, Shown } from '../parts/shown.tsx'
import { useAnswer } from '../parts/use-answer.ts'
import { type Place, placeUrl, replacePlace } from '../router.ts'

/** What is known of somebody: what lasts, then what is new, and the text that goes into a prompt. */
export function ProfileView({ place }: { place: Place }) {
  const { client } = useConsole()
  const { entity = '', persona = '' } = place.query
  const { answer, again } = useAnswer(
    (signal) => client.profile({ ...(entity && { entity }), ...(persona && { persona }) }, { signal }),
    [entity, persona, client],
  )
  const set = (name: string) => (event: { currentTarget: { value: string } }) =>
    replacePlace({ view: 'profile', query: { ...place.query, [name]: event.currentTarget.value } })
  return (
    <>
      <div class="head">
        <h1>Profile</h1>
      </div>
      <search class="card fields">
        <Field label="Of whom">
          <input data-search type="search" value={entity} onChange={set('entity')} placeholder="the user" />
        </Field>
        <Field label="Persona">
          <input value={persona} onChange={set('persona')} />
        </Field>
      </search>
      <Shown answer={answer} again={again}>
        {({ entity: known, others, stable, recent, markdown, tokens }) =>
          stable.length + recent.length === 0 ? (
            <Empty title={known ? `Nothing is known of ${known.name} yet` : 'Nobody of that name is known'}>
              <p>{others.length > 0 ? 'Did you mean one of these?' : 'Facts appear here as texts are remembered.'}</p>
              {others.map((name) => (
                <a class="tag" key={name} href={placeUrl({ view: 'profile', query: { entity: name } })}>
                  {name}
                </a>
              ))}
            </Empty>
          ) : (
            <div class="columns">
              <div>
                <h2>What lasts</h2>
                {stable.length > 0 ? (
                  <FactList facts={stable} />
                ) : (
                  <p class="soft">Nothing yet that is sure to last.</p>
                )}
                <h2>What is new</h2>
                <FactList facts={recent} />
              </div>
              <aside class="card">
                <div class="head">
                  <h2 class="grow">In the prompt</h2>
                  <span class="small soft">about {tokens} tokens</span>
                  <Copy label="Copy" text={markdown} />
                </div>
                <pre>{markdown}</pre>
              </aside>
            </div>
          )
        }
      </Shown>
    </>
  )
}
