import { useEffect, useState } from 'preact/hooks'

/** Where the console is: a view, what of it, and how it is filtered. All of it stands behind the `#`, so that no server sees it. */
export interface Place {
  readonly view: string
  readonly id: string | null
  readonly query: Readonly<Record<string, string>>
}

export function readPlace(hash: string): Place {
  const [path = '', search = ''] = hash.replace(/^#\/?/, '').split('?')
  const [view = '', id] = path.split('/')
  return {
    view,
    id: id ? decoded(id) : null,
    query: Object.fromEntries(new URLSearchParams(search)),
  }
}

/** An address may be typed, or cut off: what cannot be decoded is taken as it is. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

export function placeUrl({
  view,
  id,
  query = {},
}: {
  view: string
  id?: string | null
  query?: Place['query']
}): string {
  const given = Object.entries(query).filter(([, value]) => value !== '')
  const search = new URLSearchParams(given).toString()
  return `#/${view}${id ? `/${encodeURIComponent(id)}` : ''}${search ? `?${search}` : ''}`
}

export const go = (place: Parameters<typeof placeUrl>[0]): void => {
  location.hash = placeUrl(place)
}

/** Changes the address without a step in the history, as typing in a filter does. */
export const replacePlace = (place: Parameters<typeof placeUrl>[0]): void => {
  history.replaceState(null, '', placeUrl(place))
  dispatchEvent(new HashChangeEvent('hashchange'))
}

export function usePlace(): Place {
  const [place, setPlace] = useState(() => readPlace(location.hash))
  useEffect(() => {
    const follow = () => setPlace(readPlace(location.hash))
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [])
  return place
}
