/** For how long a commit that failed for want of room is held against the database. */
const HELD_AGAINST_MS = 5_000

/** Remembers whether there was room to write, lately. */
export interface DiskSpace {
  /** A write failed because the disk is full, or may only be read. */
  lacked(cause: string): void
  /** Why the last such write failed, while it is held against the database. */
  lastLack(): string | undefined
}

/**
 * A full disk answers every question and takes nothing: only writes know of it. Hence the last one that
 * failed for it is remembered, for readiness.
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
