type Row = Record<string, unknown>

/** A row is read and written by one list of columns: the names that its reader gives. */
export const columnsOf = <T extends object>(read: (values: SqlStorageValue[]) => T) =>
  Object.keys(read([])) as (keyof T & string)[]

export const insertInto = (table: string, columns: readonly string[]): string =>
  `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`

export const updateOf = (table: string, columns: readonly string[]): string =>
  `UPDATE ${table} SET ${columns.map((name) => `${name} = ?`).join(', ')} WHERE id = ?`

/** What is bound for the columns; lists are kept as JSON. */
export const valuesOf = <T extends object>(row: T, columns: readonly (keyof T & string)[]): unknown[] =>
  columns.map((name) => {
    const value = (row as Row)[name]
    return Array.isArray(value) ? JSON.stringify(value) : value
  })

/** A list that was kept as JSON. */
export const listIn = <T>(value: SqlStorageValue | undefined): T[] =>
  typeof value === 'string' ? (JSON.parse(value) as T[]) : []
