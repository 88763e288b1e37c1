import { integer } from '../../../kernel/codecs/integer.js'

// The last moment that a JavaScript date can represent; no calendar month can be computed beyond it.
const MAX_EPOCH_MS = 8_640_000_000_000_000

const epochMs = (description: string, example: number) =>
  integer({ min: 0, max: MAX_EPOCH_MS, description, example })

/** The start of a time range, as in every operation (docs/api/conventions#time). */
export const from = epochMs('Start of the range, inclusive, in epoch milliseconds.', 1_793_491_200_000)

/** The end of a time range. */
export const to = epochMs('End of the range, exclusive, in epoch milliseconds.', 1_795_910_400_000)
