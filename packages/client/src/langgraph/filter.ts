type Compare = (value: unknown, wanted: unknown) => boolean

const operators: Readonly<Record<string, Compare>> = {
  $eq: (value, wanted) => value === wanted,
  $ne: (value, wanted) => value !== wanted,
  $gt: (value, wanted) => Number(value) > Number(wanted),
  $gte: (value, wanted) => Number(value) >= Number(wanted),
  $lt: (value, wanted) => Number(value) < Number(wanted),
  $lte: (value, wanted) => Number(value) <= Number(wanted),
  $in: (value, wanted) => Array.isArray(wanted) && wanted.includes(value),
  $nin: (value, wanted) => !Array.isArray(wanted) || !wanted.includes(value),
}

/** Whether an item's value has what a filter asks for: fields that are equal, or that operators compare, as LangGraph's own store does. */
export const matchesFilter = (value: Record<string, unknown>, filter: Record<string, unknown> | undefined): boolean =>
  Object.entries(filter ?? {}).every(([name, wanted]) => compare(value[name], wanted))

function compare(value: unknown, wanted: unknown): boolean {
  if (typeof wanted !== 'object' || wanted === null) return value === wanted
  const entries = Object.entries(wanted)
  if (!entries.every(([name]) => Object.hasOwn(operators, name))) return value === wanted
  return entries.every(([name, one]) => operators[name]!(value, one))
}
