import type { ClassifiedError } from '../engine/driver.js'
import { SqliteFailure } from './thread.js'

const KINDS: ReadonlyArray<readonly [RegExp, ClassifiedError['kind']]> = [
  [/^SQLITE_(BUSY|LOCKED)/, 'again'],
  [/^SQLITE_CONSTRAINT_(PRIMARYKEY|UNIQUE|ROWID)$/, 'duplicate'],
  // 3091 is SQLITE_CONSTRAINT_DATATYPE, which the driver has no name for.
  [/^SQLITE_(CONSTRAINT|TOOBIG|MISMATCH)|_3091$/, 'refused'],
  [/^SQLITE_IOERR|^THREAD_LOST$/, 'lost'],
  [/^SQLITE_(FULL|READONLY|CANTOPEN|CORRUPT|NOTADB|PERM|NOMEM|PROTOCOL|SCHEMA|AUTH)/, 'unavailable'],
]

/** Whether a statement named a table that doesn't exist. */
export const isMissingSqliteTable = (error: unknown): boolean =>
  error instanceof SqliteFailure && error.message.includes('no such table')

/** A full disk, a read-only file or file system, or a failing disk, for example one over its quota. */
const WITHOUT_ROOM = /^SQLITE_(FULL|READONLY|IOERR|CANTOPEN)/

/** Classifies an error of SQLite's thread. An error of our own SQL is a bug and thrown. */
export const classifySqliteError = (error: unknown): ClassifiedError => {
  if (error instanceof Error && error.name === 'KnexTimeoutError')
    return {
      kind: 'unavailable',
      cause: 'the database was busy too long',
      isWithoutRoom: false,
      met: 'no_connection',
    }
  if (!(error instanceof SqliteFailure)) throw error
  const cause = error.code === '' ? error.message : `${error.code}: ${error.message}`
  const kind = KINDS.find(([codes]) => codes.test(error.code))?.[1]
  if (kind !== undefined) return { kind, cause, isWithoutRoom: WITHOUT_ROOM.test(error.code) }
  if (isMissingSqliteTable(error)) return { kind: 'unavailable', cause, isWithoutRoom: false }
  // The library couldn't be opened: its error has no SQLite code.
  if (error.code !== 'SQLITE_ERROR' && error.code !== 'BUG')
    return { kind: 'unavailable', cause, isWithoutRoom: false }
  throw error
}
