import type { Storage } from '@postrider/core/assembly/storage'
import { right } from '../outcome.js'

/** An open storage with only the test's own data. */
export interface OpenedStorage {
  readonly storage: Storage
  /** Set if there are no tables to create before the first use, and so no migrations. */
  readonly hasNoTables?: true
  /** The address of the data. */
  readonly url: string
  /** Opens a second storage on the same data, as another process would. */
  another(): Promise<Storage>
  /** Closes the storage and opens it again on the same data. */
  reopen(): Promise<Storage>
  /** Closes all storages opened here and removes the data. */
  close(): Promise<void>
}

/**
 * Creates an empty database without tables, and opens a storage on it. With `made` it may use the fastest way
 * to a migrated database; the caller migrates it either way.
 */
export type OpenStorage = (tables?: 'made') => Promise<OpenedStorage>

/** The storage of the current test. */
export interface StorageUnderTest {
  readonly storage: Storage
  another(): Promise<Storage>
  reopen(): Promise<void>
}

/** Gives the calling suite a migrated storage: one for all its tests, or a new one for each. */
export const useStorage = (open: OpenStorage, lasting: 'suite' | 'test' = 'suite'): StorageUnderTest => {
  let opened: OpenedStorage
  let storage: Storage
  const begin = async (): Promise<void> => {
    opened = await open('made')
    storage = opened.storage
    await right(storage.health.migrate())
  }
  const end = (): Promise<void> => opened.close()
  if (lasting === 'suite') {
    before(begin)
    after(end)
  } else {
    beforeEach(begin)
    afterEach(end)
  }
  return {
    get storage() {
      return storage
    },
    another: () => opened.another(),
    reopen: async () => {
      storage = await opened.reopen()
    },
  }
}
