import type { CountedSql } from './counted-sql.ts'

/** What was stated by whom. A target is a chunk (`c1`) or a fact (`f1`), which knows who stated it first: evidence is what others say. */
export const RECORDS = [
  `CREATE TABLE memories (
     id INTEGER PRIMARY KEY, persona INTEGER NOT NULL, source INTEGER NOT NULL, level INTEGER NOT NULL, session TEXT, speaker TEXT,
     metadata TEXT, occurred_at INTEGER NOT NULL, created_at INTEGER NOT NULL, text TEXT, stated TEXT NOT NULL
   ) STRICT`,
  'CREATE TABLE evidence (target TEXT NOT NULL, memory INTEGER NOT NULL, PRIMARY KEY (target, memory)) STRICT, WITHOUT ROWID',
]

/** What memories are found by where they are filtered: a pair is `"key":value`, as JSON has it. */
export const FILTERS = [
  'CREATE INDEX memories_by_session ON memories (session) WHERE session IS NOT NULL',
  'CREATE INDEX memories_by_time ON memories (source, occurred_at)',
  'CREATE TABLE metadata_pairs (pair TEXT NOT NULL, memory INTEGER NOT NULL, PRIMARY KEY (pair, memory)) STRICT, WITHOUT ROWID',
]

/** What was changed by whom; `number` counts the rows, of which the oldest go. */
export const JOURNAL_TABLE = `CREATE TABLE journal (
  id INTEGER PRIMARY KEY, number INTEGER NOT NULL, at INTEGER NOT NULL, key TEXT NOT NULL, action TEXT NOT NULL, request TEXT,
  counts TEXT NOT NULL, changed TEXT NOT NULL
) STRICT`

/** The log of accesses, packed; a compacted row has each of its memories once. */
export const ACCESSES_TABLE =
  'CREATE TABLE accesses (id INTEGER PRIMARY KEY, compacted INTEGER NOT NULL, data BLOB NOT NULL) STRICT'

/** What is said around a chunk in its session, in the order in which it was told. */
export const CHUNKS_BY_SESSION =
  'CREATE INDEX chunks_by_session ON chunks (session, memory, start) WHERE session IS NOT NULL'

/** The best of a place come first: of one with very many facts a few are read. */
export const FACTS_BY_SLOT =
  'CREATE INDEX facts_by_slot ON facts (subject, slot, source, stated_at DESC, latest DESC, persona)'

/** What a memory has beside what it had in the beginning. */
export const TELLINGS = [
  'ALTER TABLE memories ADD COLUMN stated_at INTEGER',
  'ALTER TABLE memories ADD COLUMN version INTEGER NOT NULL DEFAULT 1',
  'ALTER TABLE memories ADD COLUMN changes TEXT',
  'CREATE INDEX memories_changed ON memories (id) WHERE changes IS NOT NULL',
]

/**
 * Versions that were replaced; what an invalidated memory stated, chunk by chunk, with the vectors; and what was erased, which stays when
 * everything else of it has gone.
 */
export const REVISIONS = [
  `CREATE TABLE versions (
     memory INTEGER NOT NULL, version INTEGER NOT NULL, text TEXT NOT NULL, metadata TEXT, persona INTEGER NOT NULL, occurred_at INTEGER NOT NULL,
     replaced_at INTEGER NOT NULL, PRIMARY KEY (memory, version)
   ) STRICT, WITHOUT ROWID`,
  `CREATE TABLE parked (
     memory INTEGER NOT NULL, piece INTEGER NOT NULL, reading TEXT NOT NULL, vectors BLOB NOT NULL, PRIMARY KEY (memory, piece)
   ) STRICT`,
  'CREATE TABLE receipts (id INTEGER PRIMARY KEY, at INTEGER NOT NULL, scope TEXT NOT NULL, erased TEXT NOT NULL, remaining INTEGER NOT NULL) STRICT',
  // A row for each slice: one for all of them would be written again with each, and outgrow what a row may have.
  'CREATE TABLE erased (receipt INTEGER NOT NULL, slice INTEGER NOT NULL, memories TEXT NOT NULL, PRIMARY KEY (receipt, slice)) STRICT, WITHOUT ROWID',
]

/** By whose clock texts were said, how far it was ahead of UTC. */
export const OFFSETS = [
  'ALTER TABLE memories ADD COLUMN offset_ms INTEGER',
  'ALTER TABLE versions ADD COLUMN offset_ms INTEGER',
]

/** The layout of a vault; `migrations.ts` brings one of an older version to it. */
export const SCHEMA_VERSION = 10

const SCHEMA = [
  'CREATE TABLE meta (key TEXT PRIMARY KEY, value ANY) STRICT, WITHOUT ROWID',
  `CREATE TABLE personas (
     id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, chunks INTEGER NOT NULL, facts INTEGER NOT NULL, entities INTEGER NOT NULL,
     words INTEGER NOT NULL, speakers TEXT NOT NULL, consolidated_at INTEGER
   ) STRICT`,
  'CREATE TABLE sessions (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, persona INTEGER NOT NULL) STRICT',
  `CREATE TABLE chunks (
     id INTEGER PRIMARY KEY, persona INTEGER NOT NULL, statement INTEGER NOT NULL, text TEXT NOT NULL, start INTEGER NOT NULL,
     source INTEGER NOT NULL, level INTEGER NOT NULL, created_at INTEGER NOT NULL, stated_at INTEGER NOT NULL, last_access INTEGER NOT NULL,
     access_count INTEGER NOT NULL, session INTEGER, memory INTEGER NOT NULL, speaker TEXT, metadata TEXT, facts TEXT NOT NULL,
     vectors TEXT NOT NULL, words INTEGER NOT NULL, stated_by TEXT NOT NULL
   ) STRICT`,
  'CREATE INDEX chunks_by_statement ON chunks (statement)',
  'CREATE INDEX chunks_by_strength ON chunks (level, last_access, persona)',
  CHUNKS_BY_SESSION,
  `CREATE TABLE facts (
     id INTEGER PRIMARY KEY, persona INTEGER NOT NULL, subject TEXT NOT NULL, predicate TEXT NOT NULL, relation TEXT NOT NULL,
     object TEXT NOT NULL, leaf INTEGER NOT NULL, text TEXT NOT NULL, negated INTEGER NOT NULL, aspect TEXT NOT NULL, slot TEXT NOT NULL,
     value TEXT NOT NULL, denies INTEGER NOT NULL, source INTEGER NOT NULL, level INTEGER NOT NULL, created_at INTEGER NOT NULL, stated_at INTEGER NOT NULL,
     last_access INTEGER NOT NULL, access_count INTEGER NOT NULL, chunk INTEGER NOT NULL, vector INTEGER NOT NULL, metadata TEXT,
     abstraction INTEGER, members INTEGER NOT NULL, contested INTEGER NOT NULL, memory INTEGER NOT NULL, stated_by TEXT NOT NULL,
     latest INTEGER NOT NULL, date TEXT
   ) STRICT`,
  FACTS_BY_SLOT,
  // Newest first, with all that decides whether a fact is followed: of a place that thousands of facts lead to a few entries are read.
  'CREATE INDEX facts_by_object ON facts (object, stated_at DESC, persona) WHERE leaf = 0',
  // What was merged into an abstraction has no clock of its own: it is not in the index, its abstraction is. The last column makes the
  // index cover its own condition, which SQLite would else look up in the table.
  'CREATE INDEX facts_by_strength ON facts (level, last_access, persona, members, abstraction) WHERE abstraction IS NULL',
  'CREATE INDEX facts_by_abstraction ON facts (abstraction) WHERE abstraction IS NOT NULL',
  `CREATE TABLE entities (
     key TEXT PRIMARY KEY, name TEXT NOT NULL, kind TEXT NOT NULL, aliases TEXT NOT NULL, uses TEXT NOT NULL
   ) STRICT, WITHOUT ROWID`,
  'CREATE TABLE names (name TEXT NOT NULL, entity TEXT NOT NULL, PRIMARY KEY (name, entity)) STRICT, WITHOUT ROWID',
  'CREATE TABLE vectors (id INTEGER PRIMARY KEY, chunk INTEGER NOT NULL, persona INTEGER NOT NULL, facts TEXT NOT NULL, data BLOB NOT NULL) STRICT',
  `CREATE TABLE segments (
     first_id INTEGER PRIMARY KEY, last_id INTEGER NOT NULL, count INTEGER NOT NULL, dead INTEGER NOT NULL, bits BLOB NOT NULL, data BLOB NOT NULL
   ) STRICT`,
  ACCESSES_TABLE,
  // The words are made by ours, so that what is indexed and what is scored are the same; FTS5 only has to split at spaces.
  `CREATE VIRTUAL TABLE words USING fts5 (
     scope, text, content = '', contentless_delete = 1, tokenize = "unicode61 remove_diacritics 0 categories 'L* N* Co M* S*'"
   )`,
  'CREATE VIRTUAL TABLE vocabulary USING fts5vocab (words, col)',
  ...RECORDS,
  ...FILTERS,
  ...TELLINGS,
  ...REVISIONS,
  ...OFFSETS,
  JOURNAL_TABLE,
]

export function createSchema(sql: CountedSql): void {
  for (const statement of SCHEMA) sql.exec(statement)
  sql.exec("INSERT INTO meta (key, value) VALUES ('version', ?)", SCHEMA_VERSION)
}

/** null: nothing was ever written here. */
export function schemaVersion(sql: CountedSql): number | null {
  if (sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'meta'").toArray().length === 0) return null
  return Number(sql.exec<{ value: number }>("SELECT value FROM meta WHERE key = 'version'").one().value)
}
