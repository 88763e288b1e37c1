/** For how long a commit that failed for lack of space affects readiness. */
const HELD_AGAINST_MS = 5_000

/** Remembers whether a recent write failed for lack of space. */
export interface DiskSpace {
  /** Records a write that failed because the disk is full or read-only. */
  lacked(cause: string): void
  /** Why the last such write failed, if it was recent. */
  lastLack(): string | undefined
}

/**
 * A full disk serves all reads and rejects writes, so only writes detect it. The last such failure is
 * therefore remembered for readiness.
 */
export const watchDiskSpace = (nowMs: () => number = () => performance.now()): DiskSpace => {
  let last: { readonly cause: string; readonly atMs: number } | undefined
  return {
    lacked: (cause) => {
      last = { cause, atMs: nowMs() }
    },
    lastLack: () => (last !== undefined && nowMs() - last.atMs < HELD_AGAINST_MS ? last.cause : undefined),
  }
}
