import type { ClassifiedError } from '@postrider/storage-sql/own-engine'

interface Failure {
  readonly code?: string
  readonly message?: string
  readonly severity?: string
}

/** No connection was free in time. */
export const NONE_FREE = 'NONE_FREE'

const KINDS: ReadonlyArray<readonly [RegExp, ClassifiedError['kind']]> = [
  [/^(40001|40P01|55P03)$/, 'again'],
  [/^23505$/, 'duplicate'],
  [/^(22|23|54)/, 'refused'],
  // The connection, the server's end, a time-out: the last statement may have been done.
  [/^(08|57P01|57P02|57014|25P03|CONNECTION_|CONNECT_|E[A-Z]{3})/, 'lost'],
  // What is not migrated yet, what starts up or is full, and who has no right.
  [/^(42P01|42501|28|3D000|53|57P03|25006|NONE_FREE)/, 'unavailable'],
]

const MET: Readonly<Record<string, ClassifiedError['met']>> = {
  '40P01': 'deadlock',
  '55P03': 'lock_wait',
  [NONE_FREE]: 'no_connection',
}

/** What an error means for the transaction that it met. What is no error of the database is a bug, and thrown. */
export const classify = (error: unknown): ClassifiedError => {
  const { code = '', message = '' } = (error ?? {}) as Failure
  const kind = KINDS.find(([codes]) => codes.test(code))?.[1]
  if (kind === undefined) throw error
  const met = MET[code]
  // Messages of constraints quote values, which may be a customer's.
  const cause = `${code}: ${message.replace(/"[^"]*"|'[^']*'/g, '…').slice(0, 200)}`
  return {
    kind,
    cause,
    isWithoutRoom: /^(53100|25006)$/.test(code),
    ...(met === undefined ? {} : { met }),
  }
}

export const isMissingTable = (error: unknown): boolean => (error as Failure | undefined)?.code === '42P01'
