import type { ListPage } from './list-page.ts'
import { opensHere } from './opens-here.ts'

interface KeptList {
  /** The filters of it. */
  readonly asked: string
  readonly pages: readonly ListPage[]
  readonly scrolledTo: number
  /** Where it is. */
  readonly hash: string
}

let kept: KeptList | null = null

/** The list as it was left, for whoever comes back to it. */
export const keptList = (): KeptList | null => kept

export const keepList = (list: KeptList): void => {
  kept = list
}

/** What belongs to somebody else is not shown to whoever signs in next. */
export const forgetList = (): void => {
  kept = null
}

let isWanted = false

/** The next list that opens in this page is the one that was left. */
export const returnToList = (click: MouseEvent): void => {
  isWanted = opensHere(click)
}

/** Marks the entry of the history that the list is in: to go back to it is to go back to its place, to choose it anew is not. */
export const markListEntry = (): void => history.replaceState({ list: true }, '')

/** The list of these filters, where one comes back to it. */
export function listToReturnTo(asked: string): KeptList | null {
  const isReturn = isWanted || (history.state as { list?: boolean } | null)?.list === true
  isWanted = false
  return isReturn && kept?.asked === asked ? kept : null
}
