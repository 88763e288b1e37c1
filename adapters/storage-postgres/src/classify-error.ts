import type { ClassifiedError } from '@postrider/storage-sql/own-engine'
import { present } from '@postrider/core/kernel/present'

/** Serialization failure, deadlock, lock timeout. */
const AGAIN = /^(?:40001|40P01|55P03)$/
/** The server is a standby or read-only: it did nothing, and another one may. */
const MOVED = /^25006$/
const DUPLICATE = '23505'
/** Data that a column doesn't accept (class 22), a constraint violation (23), a program limit (54). */
const REFUSED = /^(?:22|23|54)/
/**
 * Connection errors (class 08), shutdown, crash, cancellation, idle timeout: the statement in progress may
 * have been executed.
 */
const LOST = /^(?:08|57P01|57P02|57P05|57014|25P03|XX000)/
/** Disk full, quota exceeded, read-only, disk failure. */
const WITHOUT_ROOM = /^(?:53100|53400|25006|58030)$/
/**
 * Errors of our own SQL: syntax, wrong names and types, unsupported features; but not missing tables and
 * privileges.
 */
const BUG = /^(?:42(?!P01|501)|0A000|21000|25P01|25P02)/
const NO_SUCH_TABLE = '42P01'
const CAUSE_LENGTH = 200
/** A text with the null character, which the server would treat as its end. */
export const NO_TEXT = '22021'

interface PostgresError {
  readonly name?: unknown
  readonly code?: unknown
  readonly message?: unknown
}

/** The server's error codes; `EPIPE` also has five letters, but is a connection error. */
const isState = (code: unknown): code is string =>
  typeof code === 'string' && /^(?=.*\d)[0-9A-Z]{5}$/.test(code)

/** The driver's errors about a lost connection have no server code. */
const isOfConnection = ({ code, message }: PostgresError): boolean =>
  (typeof code === 'string' && /^E[A-Z]{3,}|^ERR_(?:SSL|TLS|SOCKET)|^CERT_|^DEPTH_|_CERT/.test(code)) ||
  (typeof message === 'string' &&
    /connection (?:terminated|error)|^timeout expired|read timeout|not queryable|\bSSL\b|^SASL|unexpected \w+ message/i.test(
      message,
    ))

/** No connection within the time of the pool, or no server that accepts writes. */
const isWithoutServer = (name: unknown): boolean =>
  name === 'KnexTimeoutError' || name === 'NoConnectionError'

const kindOf = ({ code, name }: PostgresError): ClassifiedError['kind'] => {
  if (isWithoutServer(name)) return 'unavailable'
  if (!isState(code)) return 'lost'
  if (AGAIN.test(code)) return 'again'
  if (MOVED.test(code)) return 'moved'
  if (code === DUPLICATE) return 'duplicate'
  if (REFUSED.test(code)) return 'refused'
  return LOST.test(code) ? 'lost' : 'unavailable'
}

const metIn = ({ code, name }: PostgresError): ClassifiedError['met'] => {
  if (isWithoutServer(name)) return 'no_connection'
  if (code === '40P01') return 'deadlock'
  return code === '55P03' ? 'lock_wait' : undefined
}

/** Names the error without the values that PostgreSQL quotes in it: they may be a customer's. */
const causeOf = ({ code, message }: PostgresError): string => {
  const withoutValues =
    typeof message === 'string'
      ? message.replace(/: ".*"|'[^']*'/gs, (quoted) => (quoted.startsWith(':') ? ': "…"' : "'…'"))
      : ''
  const cause = withoutValues.slice(0, CAUSE_LENGTH) || 'the connection failed'
  return typeof code === 'string' ? `${code}: ${cause}` : cause
}

/** Whether a statement named a table that doesn't exist. */
export const isMissingPostgresTable = (error: unknown): boolean =>
  (error as PostgresError | undefined)?.code === NO_SUCH_TABLE

/**
 * Classifies an error of pg. Errors that don't come from the database, or that come from our own SQL, are
 * bugs and thrown.
 */
export const classifyPostgresError = (error: unknown): ClassifiedError => {
  const known: PostgresError = typeof error === 'object' && error !== null ? error : {}
  const { code, name } = known
  const isDatabases = isState(code) || isWithoutServer(name) || isOfConnection(known)
  if (!isDatabases || (isState(code) && BUG.test(code))) throw error
  const met = metIn(known)
  return {
    kind: kindOf(known),
    cause: causeOf(known),
    isWithoutRoom: isState(code) && WITHOUT_ROOM.test(code),
    ...present({ met }),
  }
}
