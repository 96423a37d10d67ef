import { useConsole } from '../context.ts'
import { placeUrl } from '../router.ts'

/** What to do next where nothing is remembered yet. */
export function TellIt() {
  const { may } = useConsole()
  return (
    <p>
      Send a text to <code>POST /brain/ingest</code>
      {may('write') && (
        <>
          , or <a href={placeUrl({ view: 'data' })}>tell it something here</a>
        </>
      )}
      .
    </p>
  )
}
