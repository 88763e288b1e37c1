/** Who waits for whom: in memory there are no rows to lock. */
export interface Turns {
  /** Runs a unit of work after those before it; one that is alone makes acceptances wait. */
  unit<A>(isAlone: boolean, run: () => Promise<A>): Promise<A>
  /** Resolves when no unit is under way that has to be alone. */
  acceptance(): Promise<void>
}

/** Nobody waits yet. */
export const newTurns = (): Turns => {
  let last: Promise<unknown> = Promise.resolve()
  let alone: Promise<unknown> | undefined
  const begin = <A>(isAlone: boolean, run: () => Promise<A>): Promise<A> => {
    const running = run()
    if (isAlone) {
      const ended = running.catch(() => undefined)
      alone = ended
      void ended.then(() => {
        if (alone === ended) alone = undefined
      })
    }
    return running
  }
  const acceptance = async (): Promise<void> => {
    const others = alone
    if (others === undefined) return
    await others
    // Another may have begun meanwhile.
    await acceptance()
  }
  return {
    unit: (isAlone, run) => {
      const next = last.then(() => begin(isAlone, run))
      last = next.catch(() => undefined)
      return next
    },
    acceptance,
  }
}
