import { chmod, copyFile } from 'node:fs/promises'
import { openStorage } from '@postrider/storage-sql/sql-storage'
import { right } from '@postrider/conformance/outcome'
import { madeOnce } from '../../servers/made-once.js'

/** Runs all migrations on the database at this address. */
export const migrateAt = async (url: string): Promise<void> => {
  const storage = await openStorage(url)
  try {
    await right(storage.health.migrate())
  } finally {
    await storage.close()
  }
}

/** Creates a SQLite file there as the migrations leave it. One is made once a run, and then copied. */
export const placeMigratedFile = async (path: string): Promise<void> => {
  await copyFile(await madeOnce('migrated.db', (draft) => migrateAt(`sqlite:${draft}`)), path)
  // Readable only by their owner, like the files of the commands.
  await chmod(path, 0o600)
}
