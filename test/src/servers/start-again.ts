/** What went wrong, for whoever reads it: servers add the last lines of their log. */
const messageOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause))

/** How long a server may take to answer. */
export interface StartLimits {
  /** Before it is started once more, or given up. */
  readonly startWithinMs?: number
  /** The first time, where that is to be over sooner. */
  readonly firstWithinMs?: number
}

/**
 * Starts a server, and once more where it did not come up in time: a busy machine is no reason to fail a whole run. Says so
 * on standard error; throws when the second time failed too, with what both had to say. `attempt` leaves nothing behind
 * where it fails.
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
