import type { Outage } from '../../domain/refusals/outage.js'
import { type EpochMs, SECOND_MS } from '../../domain/time/epoch-ms.js'
import { E } from '../../fp.js'
import type { Clock } from '../../ports/clock.js'
import type { AsOf } from '../../ports/storage/projection-storage.js'
import { recent } from './recent.js'

/** Something that was there at an epoch. */
export interface Remembered<V> {
  readonly epoch: number
  readonly value: V
  readonly readAtMs: EpochMs
}

type Found<V> = Promise<E.Either<Outage, Remembered<V> | undefined>>

/** What was read last, by key; what was not there is never remembered. */
export interface Memory<V> {
  /** As it was a second ago at the most; undefined where it has to be read. */
  recall(key: string): Remembered<V> | undefined
  /** As it is. Of those who ask while it is read, one reads. */
  read(key: string): Found<V>
  /** As it is, or was a second ago at the most. */
  lately(key: string): Found<V>
  /** As it is, or was at this epoch or later. */
  since(key: string, atLeastEpoch: number): Found<V>
}

/** A revocation reaches every host within two seconds (docs/contract#revocation), whatever is asked of it. */
const BELIEVED_FOR_MS = SECOND_MS

/** Remembers so many readings; those used longest ago are forgotten first. */
export const remembering = <V>(
  { nowMs }: Clock,
  capacity: number,
  load: (key: string) => Promise<E.Either<Outage, AsOf<V | undefined>>>,
): Memory<V> => {
  const remembered = recent<string, Remembered<V>>(capacity)
  const underWay = new Map<string, Found<V>>()

  const readAnew = async (key: string): Found<V> => {
    const readAtMs = nowMs()
    const loaded = await load(key)
    if (E.isLeft(loaded)) return loaded
    const { epoch, value } = loaded.right
    if (value === undefined) return E.right(undefined)
    const found = { epoch, value, readAtMs }
    if (epoch >= (remembered.get(key)?.epoch ?? 0)) remembered.set(key, found)
    return E.right(found)
  }

  const readTogether = (key: string): Found<V> => {
    const begun = underWay.get(key)
    if (begun !== undefined) return begun
    const reading = readAnew(key).finally(() => underWay.delete(key))
    underWay.set(key, reading)
    return reading
  }

  const recall = (key: string): Remembered<V> | undefined => {
    const known = remembered.get(key)
    return known !== undefined && nowMs() - known.readAtMs < BELIEVED_FOR_MS ? known : undefined
  }

  return {
    recall,
    read: readTogether,
    lately: async (key) => {
      const known = recall(key)
      return known === undefined ? readTogether(key) : E.right(known)
    },
    since: async (key, atLeastEpoch) => {
      const known = remembered.get(key)
      return known !== undefined && known.epoch >= atLeastEpoch ? E.right(known) : readAnew(key)
    },
  }
}
