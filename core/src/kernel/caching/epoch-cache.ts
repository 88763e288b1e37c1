import { E } from '../../fp.js'
import { recent } from './recent.js'

/** The result of a reading; undefined: the key has no value. */
type Read<O, V> = Promise<E.Either<O, V | undefined>>

/** Caches the value read last for each key, with its epoch; missing values are never cached. */
export interface EpochCache<K, O, V> {
  /** The cached value, if it is of this epoch or a later one. */
  peek(key: K, atLeastEpoch: number): V | undefined
  /** Reads the current value. Concurrent callers share one reading. */
  read(key: K): Read<O, V>
  /** Reads the current value with a reading that starts now, even if another one is running. */
  readAnew(key: K): Read<O, V>
  /** The value as of this epoch or later. If an earlier reading is running, waits for it first. */
  since(key: K, atLeastEpoch: number): Read<O, V>
}

interface EpochCacheOptions<K, O, V> {
  /** The most values kept; the ones written longest ago are dropped first. */
  readonly capacity: number
  readonly epochOf: (value: V) => number
  readonly load: (key: K) => Read<O, V>
}

/** Creates an empty cache; it reads each key at most once at a time. */
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
    // A slow reading must not replace the result of a later one.
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

  /** Whether the result of an earlier reading can be used: it may predate the wanted epoch. */
  const willDo = (found: E.Either<O, V | undefined>, atLeastEpoch: number): boolean =>
    E.isLeft(found) || (found.right !== undefined && epochOf(found.right) >= atLeastEpoch)

  return {
    peek,
    read,
    readAnew,
    since: async (key, atLeastEpoch) => {
      const known = peek(key, atLeastEpoch)
      if (known !== undefined) return E.right(known)
      // Awaited in both cases, so that requests continue in the order of their arrival.
      const begunBefore = underWay.get(key)
      const found = await (begunBefore ?? read(key))
      return begunBefore === undefined || willDo(found, atLeastEpoch) ? found : read(key)
    },
  }
}
