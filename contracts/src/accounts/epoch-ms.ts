import { integer } from '@postrider/core/kernel/codecs/integer'

// The widest range of a JavaScript date; beyond it no calendar month can be determined.
const maxEpochMs = 8_640_000_000_000_000

/** A time in a query, in epoch milliseconds (docs/api/money#usage). */
export const epochMs = (description: string, example: number) =>
  integer({ min: -maxEpochMs, max: maxEpochMs, description, example })
