import type { SqliteThread } from '@postrider/storage-sql/sqlite/thread'

const step = (sql: string) => ({ sql, binary: '', cells: [] })

/**
 * Every row of every table of a SQLite database except the named tables, as text by table. A test compares it
 * to detect changes.
 */
export const allRows = async (
  thread: SqliteThread,
  except: readonly string[] = [],
): Promise<Readonly<Record<string, string>>> => {
  const named = await thread.run([step(`SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name`)])
  const tables = (named.results[0] ?? []).map(([name]) => String(name))
  const kept = tables.filter((name) => !name.startsWith('sqlite_') && !except.includes(name))
  const read = await thread.run(kept.map((name) => step(`SELECT * FROM ${name}`)))
  return Object.fromEntries(kept.map((name, at) => [name, JSON.stringify(read.results[at])]))
}
