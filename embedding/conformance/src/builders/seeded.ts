import { encodeId, type Id, type IdPrefix } from '@postrider/core/kernel/ids/id'

/** Random values that are the same in every run, so that a failing test fails again. */
export interface Seeded {
  /** A number from 0 up to but not including 1. */
  fraction(): number
  bytes(count: number): Uint8Array
  /** Lower-case hexadecimal digits. */
  hex(digits: number): string
  /** Identifiers as the service creates them: each sorts after the previous one. */
  id<P extends IdPrefix>(prefix: P): Id<P>
}

const TIME_BYTES = 6
const ID_BYTES = 16

/** A generator (mulberry32) that starts from the seed. */
export const seeded = (seed: number): Seeded => {
  let state = seed >>> 0
  let idTimeMs = 1_750_000_000_000
  const word = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
  const bytes = (count: number): Uint8Array => Uint8Array.from({ length: count }, () => word() & 255)
  return {
    fraction: () => word() / 2 ** 32,
    bytes,
    hex: (digits) => Array.from({ length: digits }, () => (word() & 15).toString(16)).join(''),
    id: (prefix) => {
      idTimeMs += 1
      const id = bytes(ID_BYTES)
      for (let at = 0; at < TIME_BYTES; at += 1)
        id[at] = Math.floor(idTimeMs / 256 ** (TIME_BYTES - 1 - at)) % 256
      return encodeId(prefix, id)
    },
  }
}
