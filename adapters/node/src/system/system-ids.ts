import { randomFillSync } from 'node:crypto'
import type { Id, IdPrefix } from '@postrider/core/kernel/ids/id'
import type { Clock } from '@postrider/core/kernel/ports/clock'
import type { Ids } from '@postrider/core/kernel/ports/ids'

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

/** Ten bits as two digits. */
const PAIRS = Array.from({ length: 1024 }, (_, bits) => `${ALPHABET[bits >>> 5]}${ALPHABET[bits & 31]}`)

/** Twenty bits as four digits. */
const quad = (bits: number): string => `${PAIRS[bits >>> 10]}${PAIRS[bits & 1023]}`

/** Two zero bits and the 48 bits of the time: exactly ten digits. */
const timeDigits = (atMs: number): string => {
  const high = Math.floor(atMs / 2 ** 40)
  const middle = Math.floor(atMs / 2 ** 20) % 2 ** 20
  return `${PAIRS[high]}${quad(middle)}${quad(atMs % 2 ** 20)}`
}

const POOL_WORDS = 2048
const ORDER_LIMIT = 2 ** 20

/**
 * Random 32-bit words, fetched many at a time: fetching them one by one would cost more than the rest of an
 * id.
 */
const randomWords = (): (() => number) => {
  const pool = new Uint32Array(POOL_WORDS)
  let used = POOL_WORDS
  return () => {
    if (used === POOL_WORDS) {
      randomFillSync(pool)
      used = 0
    }
    const word = pool[used] ?? 0
    used += 1
    return word
  }
}

/**
 * Identifiers of one process increase strictly, also within a millisecond. Of the 80 random bits, the first
 * 20 start anywhere in their lower half and increase by 1 to 16 with every id, and the other 60 are new each
 * time. So an id's neighbors can't be guessed (64 bits), and rows that are written together are adjacent in
 * an index.
 */
export const createIds = (clock: Clock): Ids => {
  const word = randomWords()
  let atMs = -1
  let time = ''
  let order = ORDER_LIMIT
  const enter = (ms: number): void => {
    atMs = ms
    time = timeDigits(ms)
    order = word() >>> 13
  }
  return {
    next: <P extends IdPrefix>(prefix: P): Id<P> => {
      const nowMs = clock.nowMs()
      const a = word()
      const b = word()
      order += (b & 15) + 1
      if (nowMs > atMs) enter(nowMs)
      else if (order >= ORDER_LIMIT) enter(atMs + 1)
      const random = quad(order) + quad(a >>> 12) + quad(((a & 0xfff) << 8) | (b >>> 24))
      return `${prefix}_${time}${random}${quad((b >>> 4) & 0xfffff)}`
    },
  }
}
