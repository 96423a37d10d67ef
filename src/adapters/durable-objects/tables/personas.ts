import type { CountedSql } from './counted-sql.ts'
export interface PersonaRow extends Record<string, SqlStorageValue> {
  id: number
  name: string
  chunks: number
  facts: number
  entities: number
  words: number
  /** JSON object: how many chunks are said by each name. */
  speakers: string
  consolidated_at: number | null
}

/** Enough for every conversation; a document that labels thousands of lines is not one. */
const MAX_SPEAKERS = 64

/** Personas with their running counts: what makes stats O(1). */
export function createPersonas(sql: CountedSql) {
  const byName = new Map<string, PersonaRow>()
  const byId = new Map<number, PersonaRow>()
  const changed = new Set<PersonaRow>()
  /** Of all personas, as long as nothing is written: every retrieve asks for them. */
  let few: { readonly most: number; readonly rows: PersonaRow[] } | null = null
  let sums: { readonly chunks: number; readonly facts: number; readonly words: number } | null = null
  const touch = () => {
    few = null
    sums = null
  }
  const change = (row: PersonaRow) => {
    changed.add(row)
    touch()
  }

  const keep = (row: PersonaRow | undefined) => {
    if (row) {
      byName.set(row.name, row)
      byId.set(row.id, row)
    }
    return row
  }
  const find = (name: string) =>
    byName.get(name) ?? keep(sql.all<PersonaRow>('SELECT * FROM personas WHERE name = ?', name)[0])
  const get = (id: number) => byId.get(id) ?? keep(sql.all<PersonaRow>('SELECT * FROM personas WHERE id = ?', id)[0])!

  return {
    find,
    get,
    /** All personas, where there are no more than `most`; else none. */
    some(most: number): PersonaRow[] {
      if (few?.most !== most) {
        const rows = sql.all<PersonaRow>('SELECT * FROM personas LIMIT ?', most + 1)
        few = { most, rows: rows.length > most ? [] : rows }
      }
      return few.rows
    },
    open(name: string): PersonaRow {
      const known = find(name)
      if (known) return known
      touch()
      const row = sql.exec<PersonaRow>(
        "INSERT INTO personas (name, chunks, facts, entities, words, speakers) VALUES (?, 0, 0, 0, 0, '{}') RETURNING *",
        name,
      )
      return keep(row.one())!
    },
    totals() {
      if (sums) return sums
      // What was changed in this transaction is not written yet.
      const rows = [
        ...changed,
        sql
          .exec<{ chunks: number; facts: number; words: number }>(
            `SELECT coalesce(sum(chunks), 0) AS chunks, coalesce(sum(facts), 0) AS facts, coalesce(sum(words), 0) AS words FROM personas
             WHERE id NOT IN (SELECT value FROM json_each(?))`,
            JSON.stringify([...changed].map(({ id }) => id)),
          )
          .one(),
      ]
      const sum = (field: 'chunks' | 'facts' | 'words') => rows.reduce((total, row) => total + row[field], 0)
      sums = { chunks: sum('chunks'), facts: sum('facts'), words: sum('words') }
      return sums
    },
    add(row: PersonaRow, by: Partial<Record<'chunks' | 'facts' | 'entities' | 'words', number>>): void {
      for (const [field, more] of Object.entries(by) as ['chunks', number][]) row[field] += more
      const { chunks = 0, facts = 0, words = 0 } = by
      const before = sums
      change(row)
      if (before) sums = { chunks: before.chunks + chunks, facts: before.facts + facts, words: before.words + words }
    },
    addSpeaker(row: PersonaRow, speaker: string, chunks: 1 | -1): void {
      const speakers = new Map(Object.entries(JSON.parse(row.speakers) as Record<string, number>))
      const said = speakers.get(speaker) ?? 0
      if (said === 0 && (chunks < 0 || speakers.size >= MAX_SPEAKERS)) return
      if (said + chunks > 0) speakers.set(speaker, said + chunks)
      else speakers.delete(speaker)
      row.speakers = JSON.stringify(Object.fromEntries(speakers))
      change(row)
    },
    speakersOf: (row: PersonaRow): string[] => Object.keys(JSON.parse(row.speakers)),
    consolidated(row: PersonaRow, at: number): void {
      row.consolidated_at = at
      change(row)
    },
    /** One that nothing is left of goes with its name. Runs after everything else of a call. */
    removeIfEmpty(row: PersonaRow): void {
      if (row.chunks > 0 || row.facts > 0 || row.entities > 0) return
      for (const table of ['memories', 'versions'])
        if (sql.exec(`SELECT 1 FROM ${table} WHERE persona = ? LIMIT 1`, row.id).toArray().length > 0) return
      sql.exec('DELETE FROM personas WHERE id = ?', row.id)
      changed.delete(row)
      byName.delete(row.name)
      byId.delete(row.id)
      touch()
    },
    /** Writes what changed; a call that changed a persona ends with it. */
    flush(): void {
      if (changed.size > 0) few = null
      for (const row of changed) {
        sql.exec(
          'UPDATE personas SET chunks = ?, facts = ?, entities = ?, words = ?, speakers = ?, consolidated_at = ? WHERE id = ?',
          ...[row.chunks, row.facts, row.entities, row.words, row.speakers, row.consolidated_at, row.id],
        )
      }
      changed.clear()
    },
    /** After a transaction that failed: what is in memory is no longer what is stored. */
    forget(): void {
      byName.clear()
      byId.clear()
      changed.clear()
      touch()
    },
  }
}

export type Personas = ReturnType<typeof createPersonas>
