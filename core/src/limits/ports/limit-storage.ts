import type { Digest } from '../../kernel/digests/digest.js'
import type { Bucket } from '../domain/token-bucket.js'
import type { StorageUnavailable } from '../../kernel/refusals/outage.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import type { TE } from '../../fp.js'

/** The token buckets that all processes share. */
export interface LimitStorage {
  /**
   * Locks buckets (32 hexadecimal digits each) in one order, lets `decide` take from them, and writes them. A
   * new bucket is absent; if two processes create it at once, one waits for the other. With `locked` `skip`,
   * buckets that another transaction holds aren't waited for: `decide` gets their keys and writes the others.
   * An engine without row locks skips none, and may omit `skipped`. An unknown commit is returned as
   * unavailable: the tokens are then lost, never granted twice.
   */
  take<A>(
    keys: readonly Digest[],
    decide: (
      buckets: ReadonlyMap<Digest, Bucket>,
      skipped?: ReadonlySet<Digest>,
    ) => {
      readonly buckets: ReadonlyMap<Digest, Bucket>
      readonly result: A
    },
    locked?: 'wait' | 'skip',
  ): TE.TaskEither<StorageUnavailable, A>
  /**
   * Deletes at most `limit` buckets that were untouched since this moment: they are full again. Right: the
   * number deleted.
   */
  purge(untouchedSinceMs: EpochMs, limit: number): TE.TaskEither<StorageUnavailable, number>
}
