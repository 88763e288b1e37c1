/** What a piece counts for at least, however short: about what it costs to be handed over. */
export const LEAST_PIECE_BYTES = 64

/** A body may come in so many pieces, whatever their size; networks make some thousand of a long one. */
const FREE_PIECES = 4096

/** In more of them only if they have so many bytes on average: half of what the smallest networks put into one. */
const LEAST_MEAN_BYTES = 256

/** Counts the pieces that a body comes in. */
export interface PieceCount {
  /** Whether the body may go on after this piece. */
  add(bytes: number): boolean
  /** What came so far, each piece as at least LEAST_PIECE_BYTES where that is more. */
  cost(): number
}

/** Counts for one body. */
export const countPieces = (): PieceCount => {
  let pieces = 0
  let bytes = 0
  return {
    add: (more) => {
      pieces += 1
      bytes += more
      return pieces <= FREE_PIECES || bytes >= pieces * LEAST_MEAN_BYTES
    },
    cost: () => Math.max(bytes, pieces * LEAST_PIECE_BYTES),
  }
}
