import type { Outage } from '../refusals/outage.js'
import { type EpochMs, SECOND_MS } from '../time/epoch-ms.js'
import { E } from '../../fp.js'
import type { Clock } from '../ports/clock.js'
import type { AsOf } from '../ports/as-of.js'
import { epochCache } from './epoch-cache.js'

/** Something that was there at an epoch. */
export interface Remembered<V> {
  readonly epoch: number
  readonly value: V
  readonly readAtMs: EpochMs
}

type Found<V> = Promise<E.Either<Outage, Remembered<V> | undefined>>

/** What was read last, by key; what was not there is never remembered. */
export interface ReadCache<V> {
  /** As it was a second ago at the most; undefined where it has to be read. */
  recall(key: string): Remembered<V> | undefined
  /** As it was read last, of any age; undefined if it has to be read. */
  remembered(key: string): Remembered<V> | undefined
  /** As it is. Of those who ask while it is read, one reads. */
  read(key: string): Found<V>
  /** As it is, or was a second ago at the most. */
  lately(key: string): Found<V>
  /** As it is, or was at this epoch or later. */
  since(key: string, atLeastEpoch: number): Found<V>
}

/** A revocation reaches every host within two seconds (docs/contract#revocation), whatever is asked of it. */
const CACHED_FOR_MS = SECOND_MS

/** Remembers so many readings; those used longest ago are forgotten first. */
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
      // Who was told of a newer epoch does not wait for a reading that may be older.
      return known === undefined ? readAnew(key) : E.right(known)
    },
  }
}
