import { integer } from '@postrider/core/kernel/codecs/integer'

// The widest range that a JavaScript date can stand for; beyond it no calendar month could be found.
const maxEpochMs = 8_640_000_000_000_000

/** A moment in a query, in epoch milliseconds (docs/contract#usage). */
export const epochMs = (description: string, example: number) =>
  integer({ min: -maxEpochMs, max: maxEpochMs, description, example })
