import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Storage } from '@postrider/core/assembly/storage'
import { openStorage } from '@postrider/storage-sql/sql-storage'
import type { OpenedStorage, OpenStorage } from '@postrider/conformance/storage'
import { freshDirectory } from '../../servers/run-directory.js'
import { createDatabase } from '../../servers/test-database.js'
import { migratedDatabase } from './migrated-databases.js'
import { placeMigratedFile } from './migrated-file.js'

type Open = (url: string) => Promise<Storage>

/** Opens storages on one address and closes them all. */
export const openAt = async (
  url: string,
  open: Open,
  remove: () => Promise<void>,
): Promise<OpenedStorage> => {
  const opened: Storage[] = []
  const another = async (): Promise<Storage> => {
    const storage = await open(url)
    opened.push(storage)
    return storage
  }
  let storage = await another()
  return {
    storage,
    url,
    another,
    reopen: async () => {
      await storage.close()
      storage = await another()
      return storage
    },
    close: async () => {
      await Promise.all(opened.map((each) => each.close()))
      await remove()
    },
  }
}

/** Opens storage on a SQLite file of its own. */
export const sqliteOpener =
  (open: Open = openStorage): OpenStorage =>
  async (tables) => {
    const directory = await freshDirectory('sqlite')
    const path = join(directory, 'postrider.db')
    if (tables === 'made') await placeMigratedFile(path)
    return openAt(`sqlite:${path}`, open, () => rm(directory, { recursive: true, force: true }))
  }

/** Opens storage on a database of its own on the run's MariaDB. */
export const mariadbOpener =
  (open: Open = openStorage): OpenStorage =>
  async (tables) => {
    const database = await (tables === 'made' ? migratedDatabase() : createDatabase())
    return openAt(database.url, open, () => database.drop())
  }
