import { encodeId, type EventId } from '../../kernel/ids/id.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'

const TIME_BYTES = 6
const SEED_BYTES = 4
const SEQUENCE_BYTES = 6

/** One more than the largest seed. */
export const SEEDS = 2 ** (8 * SEED_BYTES)

const writeInteger = (into: Uint8Array, at: number, bytes: number, value: number): void => {
  let left = value
  for (let index = at + bytes - 1; index >= at; index -= 1) {
    into[index] = left % 256
    left = Math.floor(left / 256)
  }
}

/**
 * The identifier of an event: the time at which it got its number, the random seed of its block, and its
 * sequence. So it is the same for every delivery without being stored.
 */
export const eventIdOf = (numberedAtMs: EpochMs, seed: number, sequence: number): EventId => {
  const bytes = new Uint8Array(TIME_BYTES + SEED_BYTES + SEQUENCE_BYTES)
  writeInteger(bytes, 0, TIME_BYTES, numberedAtMs)
  writeInteger(bytes, TIME_BYTES, SEED_BYTES, seed)
  writeInteger(bytes, TIME_BYTES + SEED_BYTES, SEQUENCE_BYTES, sequence)
  return encodeId('evt', bytes)
}
