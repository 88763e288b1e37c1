import type { Trouble } from '../engine/driver.js'

/** Deadlock, lock wait time-out, "record has changed since last read". */
const AGAIN = new Set([1213, 1205, 1020])
/** CHECK (MariaDB, MySQL), too long, out of range, wrong text, NULL, truncated. */
const REFUSED = new Set([4025, 3819, 1406, 1264, 1366, 1048, 1265, 1292, 1153])
/** Shutdown, killed, interrupted, statement time-out: the statement under way may have been done. */
const LOST = new Set([1053, 1077, 1079, 1152, 1158, 1159, 1160, 1161, 1317, 1927, 1969, 3024, 3168, 4031])
/** Syntax error, two columns of one name. */
const BUG = new Set([1064, 1052])
const DUPLICATE = 1062
const NO_SUCH_TABLE = 1146
const CAUSE_LENGTH = 200

interface MysqlError {
  readonly name?: unknown
  readonly errno?: unknown
  readonly code?: unknown
  readonly fatal?: unknown
  readonly message?: unknown
  readonly sqlState?: unknown
}

const kindOf = ({ errno, name, sqlState }: MysqlError): Trouble['kind'] => {
  if (name === 'KnexTimeoutError') return 'unavailable'
  // An error that the server did not send is one of the connection.
  if (typeof errno !== 'number' || errno < 1000 || sqlState === undefined) return 'lost'
  if (AGAIN.has(errno)) return 'again'
  if (errno === DUPLICATE) return 'duplicate'
  if (REFUSED.has(errno)) return 'refused'
  return LOST.has(errno) ? 'lost' : 'unavailable'
}

/** Names the error without the values that MySQL quotes in it: they may be a customer's. */
const causeOf = ({ code, message }: MysqlError): string => {
  const said = typeof message === 'string' ? message.replace(/'[^']*'/g, "'…'").slice(0, CAUSE_LENGTH) : ''
  return typeof code === 'string' ? `${code}: ${said}` : said || 'the connection failed'
}

const isOfDatabase = ({ errno, code, fatal, name }: MysqlError): boolean =>
  typeof errno === 'number' || typeof code === 'string' || fatal === true || name === 'KnexTimeoutError'

/** Whether a statement named a table that there is not. */
export const isWithoutTable = (error: unknown): boolean =>
  (error as MysqlError | undefined)?.errno === NO_SUCH_TABLE

/** What an error of mysql2 means. One that is no database's, or of our own SQL, is a bug and thrown. */
export const troubleOf = (error: unknown): Trouble => {
  const known: MysqlError = typeof error === 'object' && error !== null ? error : {}
  if (!isOfDatabase(known) || BUG.has(Number(known.errno))) throw error
  return { kind: kindOf(known), cause: causeOf(known) }
}
