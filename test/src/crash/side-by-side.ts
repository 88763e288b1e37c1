/**
 * Runs that take time but little of the machine. Requesting one starts the next ones too, so that several run
 * while the first is awaited. Each is started once, and its result kept.
 */
export interface SideBySide<A> {
  result(at: number): Promise<A>
  /** Resolves when none is running. */
  idle(): Promise<void>
}

export const sideBySide = <A>(runs: ReadonlyArray<() => Promise<A>>, width: number): SideBySide<A> => {
  const started = new Map<number, Promise<A>>()
  const start = (at: number): Promise<A> | undefined => {
    const begun = started.get(at) ?? runs[at]?.()
    if (begun === undefined || started.has(at)) return begun
    started.set(at, begun)
    // The caller that requests the result gets the error. Until then it isn't an unhandled rejection.
    begun.catch(() => undefined)
    return begun
  }
  return {
    result: async (at) => {
      const wanted = start(at)
      for (let ahead = 1; ahead < width; ahead += 1) void start(at + ahead)?.catch(() => undefined)
      if (wanted === undefined) throw new Error(`there is no run ${at}`)
      return wanted
    },
    idle: async () => void (await Promise.allSettled(started.values())),
  }
}
