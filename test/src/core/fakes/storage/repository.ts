import { concernedBy } from '@postrider/core/tenancy/domain/catalog-changes'
import type { Change } from '@postrider/core/feed/domain/change'
import type { ErasableRepository, Repository } from '@postrider/core/kernel/ports/repository'
import type { WorkingCopy } from './working-copy.js'
import type { MemoryTables } from './tables.js'

/** The use of records. Only exclusive units change records that `sending` depends on, or that are `cached` for another reason. */
type Use = 'sending' | 'cached' | 'none'

/** Where records of one kind are kept, by the text of their key. */
export interface Collection<R> {
  readonly get: (tables: MemoryTables, key: string) => R | undefined
  readonly put: (tables: MemoryTables, record: R) => void
  readonly drop: (tables: MemoryTables, key: string) => void
  readonly keyOf: (record: R) => string
  readonly use: Use
}

/** Records in a map. */
export const inMap = <R>(
  of: (tables: MemoryTables) => Map<string, R>,
  keyOf: (record: R) => string,
  use: Use = 'none',
): Collection<R> => ({
  get: (tables, key) => of(tables).get(key),
  put: (tables, record) => void of(tables).set(keyOf(record), record),
  drop: (tables, key) => void of(tables).delete(key),
  keyOf,
  use,
})

/** Records of the catalog, which are listed. */
export const inList = <R>(of: (tables: MemoryTables) => R[], keyOf: (record: R) => string): Collection<R> => {
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
    use: 'sending',
  }
}

/** The records of a collection inside the unit that has this working copy. */
export const memoryRepository = <K, R>(
  copy: WorkingCopy,
  { get, put, drop, keyOf, use }: Collection<R>,
  textOf: (key: K) => string,
): ErasableRepository<K, R> => {
  const changing = (): void => {
    if (use !== 'none' && copy.lockMode === 'shared')
      throw new Error('it is versioned by the epoch: only an exclusive unit changes it')
  }
  const concern = (record: R | undefined): void => {
    if (use === 'sending') copy.concern(record === undefined ? 'everyone' : concernedBy(record))
  }
  const isThere = (key: string): boolean => get(copy.tables, key) !== undefined
  return {
    lock: async (key) => get(copy.tables, textOf(key)),
    add: (record) => {
      changing()
      if (isThere(keyOf(record))) throw new Error(`${keyOf(record)} is there already`)
      concern(record)
      copy.write((tables) => put(tables, record))
    },
    replace: (record) => {
      changing()
      if (!isThere(keyOf(record))) throw new Error(`${keyOf(record)} is not there to be replaced`)
      concern(record)
      copy.write((tables) => put(tables, record))
    },
    remove: (key) => {
      changing()
      concern(get(copy.tables, textOf(key)))
      copy.write((tables) => drop(tables, textOf(key)))
    },
  }
}

/** The same, where whoever writes a record changes what people see. */
export const leavingMemoryRepository = <K, R>(
  copy: WorkingCopy,
  collection: Collection<R>,
  textOf: (key: K) => string,
  changeOf: (record: R) => Change,
): Repository<K, R> => {
  const { lock, add, replace } = memoryRepository(copy, collection, textOf)
  const leaving = (write: (record: R) => void) => (record: R) => {
    write(record)
    copy.leave(changeOf(record))
  }
  return { lock, add: leaving(add), replace: leaving(replace) }
}
