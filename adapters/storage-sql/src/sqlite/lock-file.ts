import { sqlite } from './chosen-library.js'

/** A file that this process holds and no other can. */
export interface LockFile {
  release(): void
}

/**
 * Holds a file, made where it is missing, by SQLite's own locks: the kernel keeps them, across containers that share a
 * folder too, and lets them go with the process, however that ends. Undefined: another process holds it. Throws where the
 * file cannot be made or locked.
 */
export const lockFile = (path: string): LockFile | undefined => {
  const database = sqlite.open(path)
  try {
    database.exec('PRAGMA busy_timeout=0; PRAGMA journal_mode=MEMORY; BEGIN EXCLUSIVE')
    return { release: () => database.close() }
  } catch (error) {
    database.close()
    if (sqlite.codeOf(error)?.startsWith('SQLITE_BUSY') === true) return undefined
    throw error
  }
}
