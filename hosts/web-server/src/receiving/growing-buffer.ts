/** Bytes that come in pieces, kept in one piece. */
export interface GrowingBuffer {
  add(piece: Buffer): void
  /** All that came; nothing may be added any more. */
  whole(): Buffer
}

const EMPTY = Buffer.alloc(0)

/**
 * Keeps what comes in one buffer that doubles: a Buffer for each piece would take some two hundred bytes for a body's
 * one. A body that comes in one piece, as most do, is not copied. What it keeps is nobody else's, as a part of the runtime's
 * pool would be, which is larger with each of its versions.
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
