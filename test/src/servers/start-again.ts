/** The error message; servers add the last lines of their log. */
const messageOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause))

/** The time limits of a server's start. */
export interface StartLimits {
  /** The limit before it is started again, or given up. */
  readonly startWithinMs?: number
  /** A shorter limit for the first attempt. */
  readonly firstWithinMs?: number
}

/**
 * Starts a server, and starts it again if it wasn't ready in time, so that a busy machine doesn't fail a
 * whole run. Reports this on standard error. Throws with both errors if the second attempt fails too.
 * `attempt` leaves nothing behind if it fails.
 */
export const startAgain = async <A>(
  name: string,
  { startWithinMs, firstWithinMs = startWithinMs }: StartLimits,
  attempt: (withinMs: number | undefined) => Promise<A>,
): Promise<A> => {
  try {
    return await attempt(firstWithinMs)
  } catch (first) {
    const why = messageOf(first).split('\n')[0]?.replace(/:$/, '')
    process.stderr.write(`${why}: ${name} is started once more.\n`)
    try {
      return await attempt(startWithinMs)
    } catch (second) {
      throw new Error(
        `${name} did not come up twice.\nThe first time: ${messageOf(first)}\nThe second time: ${messageOf(second)}`,
        { cause: second },
      )
    }
  }
}
