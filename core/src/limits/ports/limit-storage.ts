import type { Digest } from '../../kernel/digests/digest.js'
import type { Bucket } from '../domain/token-bucket.js'
import type { StorageUnavailable } from '../../kernel/refusals/outage.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import type { TE } from '../../fp.js'

/** The token buckets that all processes share. */
export interface LimitStorage {
  /**
   * Locks buckets (32 hexadecimal digits each) in one order, lets `decide` take from them, and writes them. A
   * bucket nobody took from yet is absent; two processes that open it at once do so one after the other. With
   * `locked` `skip`, buckets that another transaction holds aren't waited for: `decide` gets their keys and writes the
   * others. An engine that locks no single rows skips none, and may leave `skipped` out. An unknown commit reads as
   * unavailable: what was taken then is lost, not given twice.
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
  /** Deletes at most `limit` buckets that were not touched since the moment: they are full again. Right: how many. */
  purge(untouchedSinceMs: EpochMs, limit: number): TE.TaskEither<StorageUnavailable, number>
}
