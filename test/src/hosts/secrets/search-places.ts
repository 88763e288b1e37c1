import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SqliteThread } from '@postrider/storage-sql/sqlite/thread'
import { searchable } from './canaries.js'

/** Places with their searchable texts. */
export type Places = Map<string, readonly string[]>

/** Adds a text to a place. */
export const noteAt = (places: Places, place: string, text: string): void =>
  void places.set(place, [...(places.get(place) ?? []), searchable(text)])

const step = (sql: string) => ({ sql, binary: '', cells: [] })

/** A cell as text, and the bytes of its hexadecimal digits. */
const cellTexts = (cell: unknown): readonly string[] =>
  typeof cell === 'string' ? [searchable(cell), Buffer.from(cell, 'hex').toString('latin1')] : [String(cell)]

/** Makes a place of every column of every table in the schema. */
export const noteTables = async (places: Places, thread: SqliteThread): Promise<void> => {
  const named = await thread.run([step(`SELECT name FROM sqlite_master WHERE type = 'table'`)])
  for (const [table] of named.results[0] ?? []) {
    const { results, columns = [] } = await thread.run([step(`SELECT * FROM ${String(table)}`)])
    for (const [at, column] of columns.entries())
      places.set(
        `${String(table)}.${column}`,
        (results[0] ?? []).flatMap((row) => cellTexts(row[at])),
      )
  }
}

/** Files of one kind are one place, because their names differ between runs. */
const placeOf = (file: string): string => `the files of ${/^[a-z]+/.exec(file)?.[0] ?? file}`

/** Adds every file of a directory to a place. */
export const noteFiles = (places: Places, directory: string): void => {
  for (const { name, parentPath } of readdirSync(directory, { withFileTypes: true, recursive: true }).filter(
    (file) => file.isFile(),
  )) {
    const bytes = readFileSync(join(parentPath, name))
    places.set(placeOf(name), [...(places.get(placeOf(name)) ?? []), bytes.toString('latin1')])
  }
}
