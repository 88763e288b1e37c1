import { greatestOf } from '../../../kernel/numbers/extremes.js'
import type { Digest } from '../../../kernel/digests/digest.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'

/**
 * The throttles that a process knows to be full, so that repeated requests need no unit and no connection.
 */
export interface KnownBlocks {
  /** When the last known block of these keys ends; 0: none is known. */
  endMs(keys: readonly Digest[], nowMs: EpochMs): EpochMs
  /** Stores a block that ends at `endMs`; from `validUntilMs` on, it is read again. */
  learn(key: Digest, endMs: EpochMs, validUntilMs: EpochMs): void
}

/** The most keys kept; the ones stored first are dropped, and read again when needed. */
const MOST_KEYS = 10_000

interface Block {
  readonly endMs: EpochMs
  readonly validUntilMs: EpochMs
}

/** Creates an empty memory. */
export const createKnownBlocks = (): KnownBlocks => {
  const blocks = new Map<Digest, Block>()
  const endOf = (key: Digest, nowMs: EpochMs): EpochMs => {
    const block = blocks.get(key)
    if (block === undefined) return 0
    if (nowMs < block.endMs && nowMs < block.validUntilMs) return block.endMs
    blocks.delete(key)
    return 0
  }
  return {
    endMs: (keys, nowMs) =>
      greatestOf(
        keys.map((key) => endOf(key, nowMs)),
        0,
      ),
    learn: (key, endMs, validUntilMs) => {
      blocks.delete(key)
      blocks.set(key, { endMs, validUntilMs })
      const [oldest] = blocks.keys()
      if (blocks.size > MOST_KEYS && oldest !== undefined) blocks.delete(oldest)
    },
  }
}
