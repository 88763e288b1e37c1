import { seeded } from './seeded.js'

/** The source of the builders' unique values. */
export const fresh = seeded(20_260_115)

/** The creation time of the builders' records, unless a test sets another. */
export const NOW_MS = Date.UTC(2026, 0, 15, 12)

const BASE32 = '0123456789abcdefghjkmnpqrstvwxyz'

/** The creation time of identifiers in these tests. */
export const idMs = (): number => {
  const digits = Array.from(fresh.id('aud').slice(4, 14), (digit) => BASE32.indexOf(digit))
  return digits.reduce((sum, digit) => sum * 32 + digit, 0)
}
