import type { Storage } from '@postrider/core/assembly/storage'
import { right } from '../outcome.js'

/** An open storage whose data is the test's alone. */
export interface OpenedStorage {
  readonly storage: Storage
  /** That there are no tables to be made before the first use, and so no migrations. */
  readonly hasNoTables?: true
  /** Where the data is. */
  readonly url: string
  /** Opens a second storage on the same data, as another process would. */
  another(): Promise<Storage>
  /** Closes the storage and opens it again on the same data. */
  reopen(): Promise<Storage>
  /** Closes every storage that was opened here and removes the data. */
  close(): Promise<void>
}

/**
 * Makes an empty database, whose tables are not made yet, and opens a storage on it. Where it is told that they may be
 * `made` already, it may take the quickest way to a migrated one; who asks migrates it all the same.
 */
export type OpenStorage = (tables?: 'made') => Promise<OpenedStorage>

/** The storage of the test that runs now. */
export interface StorageUnderTest {
  readonly storage: Storage
  another(): Promise<Storage>
  reopen(): Promise<void>
}

/** Gives the suite it is called in a migrated storage: one for all its tests, or a new one for each. */
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
