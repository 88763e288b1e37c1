import { seeded } from './seeded.js'

/** Where the builders take what must differ from one record to the next. */
export const fresh = seeded(20_260_115)

/** The moment at which the builders' records were made, unless a test says another. */
export const NOW_MS = Date.UTC(2026, 0, 15, 12)
