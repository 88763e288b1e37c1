import { sqlite } from './chosen-library.js'

/** A file that only this process can hold. */
export interface LockFile {
  release(): void
}

/**
 * Holds a file, creating it if it is missing, with SQLite's own locks. The kernel keeps these locks, also
 * across containers with a shared folder, and releases them when the process ends for any reason. Undefined:
 * another process holds it. Throws if the file can't be created or locked.
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
