import { E } from '../../fp.js'
import { recent } from './recent.js'

/** What a reading comes to; undefined: there is nothing of the key. */
type Read<O, V> = Promise<E.Either<O, V | undefined>>

/** Remembers what was read last, by key, and as of which epoch; what was not there is never remembered. */
export interface EpochCache<K, O, V> {
  /** What is remembered, if it is of this epoch or a later one. */
  peek(key: K, atLeastEpoch: number): V | undefined
  /** As it is. Of those who ask while it is read, one reads. */
  read(key: K): Read<O, V>
  /** As it is, by a reading that begins now, whatever is under way. */
  readAnew(key: K): Read<O, V>
  /** As it is, or was at this epoch or later: where a reading is under way that began before, once it has ended. */
  since(key: K, atLeastEpoch: number): Read<O, V>
}

interface EpochCacheOptions<K, O, V> {
  /** How many are remembered; those written longest ago are forgotten first. */
  readonly capacity: number
  readonly epochOf: (value: V) => number
  readonly load: (key: K) => Read<O, V>
}

/** A cache that is empty; of one key it reads once at a time. */
export const epochCache = <K, O, V>({
  capacity,
  epochOf,
  load,
}: EpochCacheOptions<K, O, V>): EpochCache<K, O, V> => {
  const remembered = recent<K, V>(capacity)
  const underWay = new Map<K, Read<O, V>>()

  const peek = (key: K, atLeastEpoch: number): V | undefined => {
    const known = remembered.get(key)
    return known !== undefined && epochOf(known) >= atLeastEpoch ? known : undefined
  }

  const readAnew = async (key: K): Read<O, V> => {
    const loaded = await load(key)
    const value = E.isRight(loaded) ? loaded.right : undefined
    // A reading that was slow is no reason to forget what a later one found.
    const isNews = value !== undefined && peek(key, epochOf(value) + 1) === undefined
    if (isNews) remembered.set(key, value)
    return loaded
  }

  const read = (key: K): Read<O, V> => {
    const begun = underWay.get(key)
    if (begun !== undefined) return begun
    const reading = readAnew(key).finally(() => underWay.delete(key))
    underWay.set(key, reading)
    return reading
  }

  /** Whether a reading that began before will do: it may have read before the epoch that is wanted. */
  const willDo = (found: E.Either<O, V | undefined>, atLeastEpoch: number): boolean =>
    E.isLeft(found) || (found.right !== undefined && epochOf(found.right) >= atLeastEpoch)

  return {
    peek,
    read,
    readAnew,
    since: async (key, atLeastEpoch) => {
      const known = peek(key, atLeastEpoch)
      if (known !== undefined) return E.right(known)
      // Awaited in both cases, so that requests go on in the order in which they came.
      const begunBefore = underWay.get(key)
      const found = await (begunBefore ?? read(key))
      return begunBefore === undefined || willDo(found, atLeastEpoch) ? found : read(key)
    },
  }
}
