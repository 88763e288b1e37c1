import type { ErasableRepository } from '@postrider/core/ports/storage/unit-of-work'
import type { Draft } from './drafts.js'
import type { MemoryTables } from './tables.js'

/** Where records of one kind are kept, by the text of their key. */
export interface Place<R> {
  readonly get: (tables: MemoryTables, key: string) => R | undefined
  readonly put: (tables: MemoryTables, record: R) => void
  readonly drop: (tables: MemoryTables, key: string) => void
  readonly keyOf: (record: R) => string
  readonly isVersioned: boolean
}

/** Records in a map. */
export const inMap = <R>(
  of: (tables: MemoryTables) => Map<string, R>,
  keyOf: (record: R) => string,
  isVersioned = false,
): Place<R> => ({
  get: (tables, key) => of(tables).get(key),
  put: (tables, record) => void of(tables).set(keyOf(record), record),
  drop: (tables, key) => void of(tables).delete(key),
  keyOf,
  isVersioned,
})

/** Records of the catalog, which are listed. */
export const inList = <R>(of: (tables: MemoryTables) => R[], keyOf: (record: R) => string): Place<R> => {
  const placeOf = (tables: MemoryTables, key: string) =>
    of(tables).findIndex((record) => keyOf(record) === key)
  return {
    get: (tables, key) => of(tables)[placeOf(tables, key)],
    put: (tables, record) => {
      const at = placeOf(tables, keyOf(record))
      of(tables).splice(at < 0 ? of(tables).length : at, 1, record)
    },
    drop: (tables, key) => {
      const at = placeOf(tables, key)
      if (at >= 0) of(tables).splice(at, 1)
    },
    keyOf,
    isVersioned: true,
  }
}

/** The records of the place inside the unit that has this draft. */
export const memoryBook = <K, R>(
  draft: Draft,
  { get, put, drop, keyOf, isVersioned }: Place<R>,
  textOf: (key: K) => string,
): ErasableRepository<K, R> => {
  const changing = (): void => {
    if (isVersioned && draft.lockMode === 'shared')
      throw new Error('it is believed by others: only an exclusive unit changes it')
  }
  const isThere = (key: string): boolean => get(draft.tables, key) !== undefined
  return {
    lock: async (key) => get(draft.tables, textOf(key)),
    add: (record) => {
      changing()
      if (isThere(keyOf(record))) throw new Error(`${keyOf(record)} is there already`)
      draft.write((tables) => put(tables, record))
    },
    replace: (record) => {
      changing()
      if (!isThere(keyOf(record))) throw new Error(`${keyOf(record)} is not there to be replaced`)
      draft.write((tables) => put(tables, record))
    },
    remove: (key) => {
      changing()
      draft.write((tables) => drop(tables, textOf(key)))
    },
  }
}
