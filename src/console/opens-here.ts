interface Click {
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly shiftKey: boolean
  readonly altKey: boolean
}

/** Whether a click on a link opens it in this page, and not in a tab or window of its own or as a file. */
export const opensHere = ({ ctrlKey, metaKey, shiftKey, altKey }: Click): boolean =>
  !(ctrlKey || metaKey || shiftKey || altKey)
