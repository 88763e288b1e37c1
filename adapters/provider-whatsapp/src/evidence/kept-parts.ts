import { createHash } from 'node:crypto'
import { SECOND_MS } from '@postrider/core/kernel/time/epoch-ms'
import { valueAt } from '@postrider/http-calls/json-value'

const LONGEST_VALUE = 512
const LATEST_S = 10_000_000_000

const plain = (value: unknown): string | number | boolean | undefined => {
  if (typeof value === 'string') return value.slice(0, LONGEST_VALUE)
  return typeof value === 'number' || typeof value === 'boolean' ? value : undefined
}

/** The named properties that are neither lists nor records, truncated if they are long: for evidence. */
export const keptParts = (record: unknown, names: readonly string[]): object =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = plain(valueAt(record, name))
      return value === undefined ? [] : [[name, value] as const]
    }),
  )

/** A time that the vendor gives in seconds, as a number or a text; undefined for anything else. */
export const cloudMomentOf = (given: unknown): number | undefined => {
  if (typeof given !== 'number' && typeof given !== 'string') return undefined
  const seconds = /^\d{1,11}$/.test(String(given)) ? Number(given) : undefined
  return seconds !== undefined && seconds < LATEST_S ? seconds * SECOND_MS : undefined
}

/** The key that makes two deliveries of the same event one, if the vendor gives it no identifier. */
export const eventKeyOf = (...parts: ReadonlyArray<string | undefined>): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex')
