import { ConfigurationError } from '../errors/unanswered-errors.js'

const FORM = /^[A-Za-z0-9_.:-]{8,128}$/

/** What a slice adds to the key of a batch: `.0`, `.1`, up to `.99999`. */
const LONGEST_SLICE = 6

/**
 * A key that nobody else draws. Node 18 has no global `crypto`; there chance is enough: a key has to be another one, and is no
 * secret.
 */
const drawn = (): string =>
  (globalThis as { readonly crypto?: Crypto }).crypto?.randomUUID() ??
  [Date.now(), Math.random(), Math.random(), Math.random()]
    .map((each) => each.toString(36).replace('0.', ''))
    .join('-')

/** The key of a call that does something: the caller's own, or a new one. A batch leaves room for the numbers of its slices. */
export const keyOf = (given: string | undefined, isOfBatch = false): string => {
  if (given === undefined) return drawn()
  const longest = isOfBatch ? 128 - LONGEST_SLICE : 128
  if (FORM.test(given) && given.length <= longest) return given
  throw new ConfigurationError(
    `idempotencyKey must have 8 to ${longest} letters, digits, "_", ".", ":" and "-".`,
  )
}
