/** The minimum that a piece counts for, no matter how short: about the cost of delivering it. */
export const LEAST_PIECE_BYTES = 64

/** A body may always arrive in this many pieces; networks split a long one into a few thousand. */
const FREE_PIECES = 4096

/** More pieces are allowed only with this average size: half of what the smallest networks put into one. */
const LEAST_MEAN_BYTES = 256

/** Counts the pieces that a body arrives in. */
export interface PieceCount {
  /** Whether the body may continue after this piece. */
  add(bytes: number): boolean
  /** The bytes so far, with each piece counted as at least LEAST_PIECE_BYTES. */
  cost(): number
}

/** Counts the pieces of one body. */
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
