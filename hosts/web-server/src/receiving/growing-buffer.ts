/** Collects bytes that arrive in pieces in one buffer. */
export interface GrowingBuffer {
  add(piece: Buffer): void
  /** All bytes; nothing may be added after this call. */
  whole(): Buffer
}

const EMPTY = Buffer.alloc(0)

/**
 * Collects data in one buffer that doubles, because a Buffer for each piece would take about two hundred
 * bytes per body byte. A body that arrives in one piece, as most do, isn't copied. The buffer's memory is its
 * own and not part of the runtime's pool, which grows with each Node version.
 */
export const growingBuffer = (): GrowingBuffer => {
  let held: Buffer = EMPTY
  let length = 0
  return {
    add: (piece) => {
      if (length === 0) {
        held = piece
        length = piece.length
        return
      }
      const needed = length + piece.length
      if (needed > held.length) {
        const grown = Buffer.allocUnsafeSlow(Math.max(needed, 2 * held.length))
        held.copy(grown, 0, 0, length)
        held = grown
      }
      piece.copy(held, length)
      length = needed
    },
    whole: () => (held.length === length ? held : held.subarray(0, length)),
  }
}
