import { join } from 'node:path'
import { placeMigratedFile } from '../../adapters/storage-sql/migrated-file.js'
import { freshDirectory } from '../../servers/run-directory.js'

/** Settings of an installation with its own data directory and a migrated database. */
export const migratedDirectory = async (name: string): Promise<{ readonly POSTRIDER_DATA_DIR: string }> => {
  const directory = await freshDirectory(name)
  await placeMigratedFile(join(directory, 'postrider.db'))
  return { POSTRIDER_DATA_DIR: directory }
}
