import { greatestOf } from '../../../kernel/numbers/extremes.js'
import type { Digest } from '../../../kernel/digests/digest.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'

/** What a process knows of throttles that are full, so that who keeps asking costs no unit and no connection. */
export interface KnownBlocks {
  /** When the last of the keys' blocks ends, as far as it is known at this moment; 0: none is. */
  endMs(keys: readonly Digest[], nowMs: EpochMs): EpochMs
  /** Remembers a block that ends at `endMs`, and is asked about anew from `validUntilMs` on. */
  learn(key: Digest, endMs: EpochMs, validUntilMs: EpochMs): void
}

/** Of more keys than this the ones that were learned first are forgotten, and asked about again. */
const MOST_KEYS = 10_000

interface Block {
  readonly endMs: EpochMs
  readonly validUntilMs: EpochMs
}

/** Knows nothing at first. */
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
