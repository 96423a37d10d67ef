/** SQLite's own look at every page and row. It takes seconds in a large vault, so that it is for failures alone. */
export const isSoundDatabase = (sql: Pick<SqlStorage, 'exec'>): boolean =>
  sql.exec<{ quick_check: string }>('PRAGMA quick_check(1)').toArray()[0]?.quick_check === 'ok'
