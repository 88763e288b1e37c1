import { seeded } from './seeded.js'

/** Where the builders take what must differ from one record to the next. */
export const fresh = seeded(20_260_115)

/** The moment at which the builders' records were made, unless a test says another. */
export const NOW_MS = Date.UTC(2026, 0, 15, 12)

const BASE32 = '0123456789abcdefghjkmnpqrstvwxyz'

/** The moment that identifiers of these tests are made at. */
export const idMs = (): number => {
  const digits = Array.from(fresh.id('aud').slice(4, 14), (digit) => BASE32.indexOf(digit))
  return digits.reduce((sum, digit) => sum * 32 + digit, 0)
}
