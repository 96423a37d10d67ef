/** What is only told from an archive (no `times`) changes nothing but source and level. */
const SAID = 'row.times > 0'
/** An assistant that repeats what a user once said does not make it the user's latest word. */
export const SAID_BY_NO_LESS = (x: string) => `row.times > 0 AND row.source <= ${x}.source`

const when = (x: string, condition: string, values: Readonly<Record<string, string>>) =>
  Object.entries(values)
    .map(([name, value]) => `${x}.${name} = CASE WHEN ${condition} THEN ${value} ELSE ${x}.${name} END`)
    .join(', ')

/** The better of the two sources and confidences, and an access. What depends on the old source goes before that changes. */
export const restated = (x: string, condition = SAID, wording: Readonly<Record<string, string>> = {}) =>
  `${when(x, condition, { ...wording, statedAt: 'row.statedAt', metadata: `coalesce(row.metadata, ${x}.metadata)` })},
   ${when(x, condition === SAID ? 'true' : condition, { level: `CASE WHEN row.level > ${x}.level THEN row.level ELSE ${x}.level END` })},
   ${when(x, SAID, { lastAccess: '$now' })}, ${x}.accessCount = ${x}.accessCount + row.times,
   ${x}.source = CASE WHEN row.source < ${x}.source THEN row.source ELSE ${x}.source END`
