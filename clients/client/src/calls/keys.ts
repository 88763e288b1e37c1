import { ConfigurationError } from '../errors/unanswered-errors.js'

const FORM = /^[A-Za-z0-9_.:-]{8,128}$/

/** The length of the suffix that a slice adds to the key of a batch: `.0`, `.1`, up to `.99999`. */
const LONGEST_SLICE = 6

/**
 * A unique key. Node 18 has no global `crypto`; `Math.random` is enough there, because a key must be unique
 * but not secret.
 */
const drawn = (): string =>
  (globalThis as { readonly crypto?: Crypto }).crypto?.randomUUID() ??
  [Date.now(), Math.random(), Math.random(), Math.random()]
    .map((each) => each.toString(36).replace('0.', ''))
    .join('-')

/**
 * The idempotency key of a call: the given one, or a new one. A batch leaves space for the numbers of its
 * slices.
 */
export const keyOf = (given: string | undefined, isOfBatch = false): string => {
  if (given === undefined) return drawn()
  const longest = isOfBatch ? 128 - LONGEST_SLICE : 128
  if (FORM.test(given) && given.length <= longest) return given
  throw new ConfigurationError(
    `idempotencyKey must have 8 to ${longest} letters, digits, "_", ".", ":" and "-".`,
  )
}
