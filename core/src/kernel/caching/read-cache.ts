import type { Outage } from '../refusals/outage.js'
import { type EpochMs, SECOND_MS } from '../time/epoch-ms.js'
import { E } from '../../fp.js'
import type { Clock } from '../ports/clock.js'
import type { AsOf } from '../ports/as-of.js'
import { epochCache } from './epoch-cache.js'

/** A value and the epoch of its reading. */
export interface Remembered<V> {
  readonly epoch: number
  readonly value: V
  readonly readAtMs: EpochMs
}

type Found<V> = Promise<E.Either<Outage, Remembered<V> | undefined>>

/** Caches the value read last for each key; missing values are never cached. */
export interface ReadCache<V> {
  /** The cached value if it is at most a second old; undefined if it has to be read. */
  recall(key: string): Remembered<V> | undefined
  /** The value read last, of any age; undefined if it has to be read. */
  remembered(key: string): Remembered<V> | undefined
  /** Reads the current value. Concurrent callers share one reading. */
  read(key: string): Found<V>
  /** The current value, or a cached one at most a second old. */
  lately(key: string): Found<V>
  /** The value as of this epoch or later. */
  since(key: string, atLeastEpoch: number): Found<V>
}

/**
 * A revocation takes effect on every host within two seconds (docs/api/access#revocation), for any request.
 */
const CACHED_FOR_MS = SECOND_MS

/** Creates a cache of at most `capacity` values; the ones used longest ago are dropped first. */
export const readCache = <V>(
  { nowMs }: Clock,
  capacity: number,
  load: (key: string) => Promise<E.Either<Outage, AsOf<V | undefined>>>,
): ReadCache<V> => {
  const { peek, read, readAnew } = epochCache<string, Outage, Remembered<V>>({
    capacity,
    epochOf: ({ epoch }) => epoch,
    load: async (key) => {
      const readAtMs = nowMs()
      const loaded = await load(key)
      if (E.isLeft(loaded)) return loaded
      const { epoch, value } = loaded.right
      return E.right(value === undefined ? undefined : { epoch, value, readAtMs })
    },
  })

  const recall = (key: string): Remembered<V> | undefined => {
    const known = peek(key, 0)
    return known !== undefined && nowMs() - known.readAtMs < CACHED_FOR_MS ? known : undefined
  }

  return {
    recall,
    remembered: (key) => peek(key, 0),
    read,
    lately: async (key) => {
      const known = recall(key)
      return known === undefined ? read(key) : E.right(known)
    },
    since: async (key, atLeastEpoch) => {
      const known = peek(key, atLeastEpoch)
      // A caller that knows a newer epoch doesn't wait for a reading that may be older.
      return known === undefined ? readAnew(key) : E.right(known)
    },
  }
}
