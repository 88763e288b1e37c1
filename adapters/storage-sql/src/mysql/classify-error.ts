import type { ClassifiedError } from '../engine/driver.js'
import { present } from '@postrider/core/kernel/present'

/**
 * Deadlock, lock wait timeout, locked by another (NOWAIT), "record has changed since last read", rolled back
 * by the group.
 */
const AGAIN = new Set([1213, 1205, 3572, 1020, 3101])
/**
 * The server or node accepts no writes: an option prevents them, it is read-only, or the cluster isn't ready.
 */
const MOVED = new Set([1290, 1836, 1047])
/** CHECK (MariaDB, MySQL), too long, out of range, wrong text, NULL, truncated. */
const REFUSED = new Set([4025, 3819, 1406, 1264, 1366, 1048, 1265, 1292, 1153])
/**
 * Shutdown, killed, interrupted, statement timeout, error during a commit or its hooks: the statement may
 * have been executed.
 */
const LOST = new Set([
  1180, 3100, 1053, 1077, 1079, 1152, 1158, 1159, 1160, 1161, 1317, 1927, 1969, 3024, 3168, 4031,
])
/** Syntax error, two columns with the same name. */
const BUG = new Set([1064, 1052])
/** Disk full, error writing a file (of the server's and of its file layer's), table full, server is read-only. */
const WITHOUT_ROOM = new Set([3, 1021, 1026, 1114, 1290, 1836])
/** Any other error with one of these messages: no space left, quota exceeded, read-only file system. */
const SAYS_WITHOUT_ROOM = /\b(?:errno|errcode|error):? (?:28|30|122)\b|no space left|read-only file system/i
const DUPLICATE = 1062
const NO_SUCH_TABLE = 1146
const DEADLOCK = 1213
const LOCK_WAIT = new Set([1205, 3572])
const CAUSE_LENGTH = 200

interface MysqlError {
  readonly name?: unknown
  readonly errno?: unknown
  readonly code?: unknown
  readonly fatal?: unknown
  readonly message?: unknown
  readonly sqlState?: unknown
}

/** No connection within the time of the pool, or no server that accepts writes. */
const isWithoutServer = (name: unknown): boolean =>
  name === 'KnexTimeoutError' || name === 'NoConnectionError'

const kindOf = ({ errno, name, sqlState }: MysqlError): ClassifiedError['kind'] => {
  if (isWithoutServer(name)) return 'unavailable'
  // An error without a server's code is a connection error.
  if (typeof errno !== 'number' || errno < 1000 || sqlState === undefined) return 'lost'
  if (AGAIN.has(errno)) return 'again'
  if (MOVED.has(errno)) return 'moved'
  if (errno === DUPLICATE) return 'duplicate'
  if (REFUSED.has(errno)) return 'refused'
  return LOST.has(errno) ? 'lost' : 'unavailable'
}

const metIn = ({ errno, name }: MysqlError): ClassifiedError['met'] => {
  if (isWithoutServer(name)) return 'no_connection'
  if (errno === DEADLOCK) return 'deadlock'
  return LOCK_WAIT.has(Number(errno)) ? 'lock_wait' : undefined
}

/** Names the error without the values that MySQL quotes in it: they may be a customer's. */
const causeOf = ({ code, message }: MysqlError): string => {
  const withoutValues =
    typeof message === 'string' ? message.replace(/'[^']*'/g, "'…'").slice(0, CAUSE_LENGTH) : ''
  return typeof code === 'string' ? `${code}: ${withoutValues}` : withoutValues || 'the connection failed'
}

const isOfDatabase = ({ errno, code, fatal, name }: MysqlError): boolean =>
  typeof errno === 'number' || typeof code === 'string' || fatal === true || isWithoutServer(name)

/** Whether a statement named a table that doesn't exist. */
export const isMissingMysqlTable = (error: unknown): boolean =>
  (error as MysqlError | undefined)?.errno === NO_SUCH_TABLE

/**
 * Classifies an error of mysql2. Errors that don't come from the database, or that come from our own SQL, are
 * bugs and thrown.
 */
export const classifyMysqlError = (error: unknown): ClassifiedError => {
  const known: MysqlError = typeof error === 'object' && error !== null ? error : {}
  if (!isOfDatabase(known) || BUG.has(Number(known.errno))) throw error
  const cause = causeOf(known)
  const isWithoutRoom = WITHOUT_ROOM.has(Number(known.errno)) || SAYS_WITHOUT_ROOM.test(String(known.message))
  const met = metIn(known)
  return { kind: kindOf(known), cause, isWithoutRoom, ...present({ met }) }
}
