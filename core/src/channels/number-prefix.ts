import type { EpochMs } from '../kernel/time/epoch-ms.js'
import type { CountryOf } from './recipient.js'

/** Numbers of a new range that the library of phone numbers doesn't know yet, allowed by a super admin. */
export interface NumberPrefix {
  /** Leading digits with `+`. */
  readonly prefix: string
  /** Country of the numbers, ISO 3166-1 alpha-2. */
  readonly country: string
  /** The digits of the shortest and the longest number, with the calling code and without `+`. */
  readonly minDigits: number
  readonly maxDigits: number
  readonly reason: string
  readonly createdAtMs: EpochMs
}

/** The number of prefixes that can be allowed: each process keeps them in memory. */
export const MOST_NUMBER_PREFIXES = 500

/** The most digits of a number (ITU-T E.164). */
export const MOST_DIGITS = 15

const SHORTEST_PREFIX = 3
const E164 = /^\+[1-9][0-9]{4,14}$/

/**
 * Returns the country of a number by the longest allowed prefix that it starts with. Undefined: there is none, or
 * numbers of that prefix have more or fewer digits. The cost doesn't depend on the number of prefixes.
 */
export const countryByPrefix = (allowed: readonly NumberPrefix[]): CountryOf => {
  if (allowed.length === 0) return () => undefined
  const byPrefix = new Map(allowed.map((one) => [one.prefix, one]))
  return (e164) => {
    if (!E164.test(e164)) return undefined
    const digits = e164.length - 1
    for (let length = digits; length >= SHORTEST_PREFIX; length -= 1) {
      const found = byPrefix.get(e164.slice(0, 1 + length))
      if (found !== undefined)
        return digits >= found.minDigits && digits <= found.maxDigits ? found.country : undefined
    }
    return undefined
  }
}
