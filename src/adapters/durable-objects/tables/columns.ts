import type { CountedSql } from './counted-sql.ts'

type Row = Record<string, unknown>

/** A row is read and written by one list of fields: the names that its reader gives. */
export const fieldsOf = <T extends object>(read: (values: SqlStorageValue[]) => T) =>
  Object.keys(read([])) as (keyof T & string)[]

/** `statedAt` is kept as `stated_at`. */
const columnOf = (field: string): string => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

export const columnsOf = (fields: readonly string[]): string => fields.map(columnOf).join(', ')

export const insertInto = (table: string, fields: readonly string[]): string =>
  `INSERT INTO ${table} (${columnsOf(fields)}) VALUES (${fields.map(() => '?').join(', ')})`

export const updateOf = (table: string, fields: readonly string[]): string =>
  `UPDATE ${table} SET ${fields.map((field) => `${columnOf(field)} = ?`).join(', ')} WHERE id = ?`

/** What is bound for the columns; lists are kept as JSON, flags as numbers. */
export const valuesOf = <T extends object>(row: T, fields: readonly (keyof T & string)[]): unknown[] =>
  fields.map((field) => {
    const value = (row as Row)[field]
    if (typeof value === 'boolean') return Number(value)
    return Array.isArray(value) ? JSON.stringify(value) : value
  })

/** Reads rows of a table by their ids, in no order. */
export const byIdsIn =
  <Row>(sql: CountedSql, table: string, columns: string, read: (values: SqlStorageValue[]) => Row) =>
  (ids: readonly number[]): Row[] =>
    ids.length === 0
      ? []
      : sql.rows(
          read,
          `SELECT ${columns} FROM ${table} WHERE id IN (SELECT value FROM json_each(?))`,
          JSON.stringify(ids),
        )

/** A list that was kept as JSON; many are empty. */
export const listIn = <T>(value: SqlStorageValue | undefined): T[] =>
  typeof value === 'string' && value !== '[]' ? (JSON.parse(value) as T[]) : []
