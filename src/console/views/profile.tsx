import { useConsole } from '../context.ts'
import { Copy } from '../parts/copy.tsx'
import { FactList } from '../parts/fact-list.tsx'
import { Input } from '../parts/field.tsx'
import { Persona } from '../parts/persona.tsx'
import { Empty, Shown } from '../parts/shown.tsx'
import { TellIt } from '../parts/tell-it.tsx'
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
  const of = (name: string) => ({
    value: place.query[name] ?? '',
    onValue: (value: string) => replacePlace({ view: 'profile', query: { ...place.query, [name]: value } }),
  })
  return (
    <>
      <div class="head">
        <h1>Profile</h1>
      </div>
      <search class="card fields">
        <Input label="Of whom" type="search" placeholder="the user" isSearch {...of('entity')} />
        <Persona {...of('persona')} />
      </search>
      <Shown answer={answer} again={again}>
        {({ entity: known, others, stable, recent, texts, markdown, tokens }) =>
          stable.length + recent.length + texts.length === 0 ? (
            <Empty title={known ? `Nothing is known of ${known.name} yet` : 'Nobody of that name is known'}>
              <p>{others.length > 0 ? 'Did you mean one of these?' : 'Facts appear here as texts are remembered.'}</p>
              {others.length === 0 && <TellIt />}
              <Others names={others} />
            </Empty>
          ) : (
            <div class="columns">
              <div>
                <h2>
                  {known?.name} <span class="tag">{known?.kind}</span>
                </h2>
                {known && known.aliases.length > 0 && <p class="soft">Also called {known.aliases.join(', ')}.</p>}
                {others.length > 0 && (
                  <p class="soft">
                    The name may also mean <Others names={others} />
                  </p>
                )}
                <h3>What lasts</h3>
                {stable.length > 0 ? (
                  <FactList facts={stable} />
                ) : (
                  <p class="soft">Nothing yet that is sure to last.</p>
                )}
                <h3>What is new</h3>
                {recent.length > 0 ? <FactList facts={recent} /> : <p class="soft">Nothing was told lately.</p>}
                {texts.length > 0 && (
                  <>
                    <h3>Texts without a fact</h3>
                    <ul class="rows">
                      {texts.map((one) => (
                        <li key={one.memory_id}>
                          <a class="row" href={placeUrl({ view: 'memory', id: one.memory_id })}>
                            <div class="text">{one.text}</div>
                          </a>
                        </li>
                      ))}
                    </ul>
                  </>
                )}
              </div>
              <aside class="card">
                <div class="head">
                  <h2 class="grow">In the prompt</h2>
                  <span class="small soft">about {tokens} tokens</span>
                  <Copy label="Copy the profile" text={markdown} />
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

const Others = ({ names }: { names: readonly string[] }) => (
  <>
    {names.map((name) => (
      <>
        <a class="tag" key={name} href={placeUrl({ view: 'profile', query: { entity: name } })}>
          {name}
        </a>{' '}
      </>
    ))}
  </>
)
