/** Runs work with timers that fire at once, and returns the sum of their delays in milliseconds. */
export const inVirtualTime = async (work: () => Promise<unknown>): Promise<number> => {
  const { setTimeout: begin, clearTimeout: end } = globalThis
  const own = Object.getOwnPropertyDescriptor(performance, 'now')
  const stopped = new Set<unknown>()
  let nowMs = 0
  const virtual = (task: () => void, ms = 0): object => {
    const timer = {}
    setImmediate(() => {
      if (stopped.has(timer)) return
      nowMs += ms
      task()
    })
    return timer
  }
  Object.assign(globalThis, { setTimeout: virtual, clearTimeout: (timer: unknown) => stopped.add(timer) })
  Object.defineProperty(performance, 'now', { value: () => nowMs, configurable: true })
  try {
    await work()
    return nowMs
  } finally {
    Object.assign(globalThis, { setTimeout: begin, clearTimeout: end })
    if (own === undefined) Reflect.deleteProperty(performance, 'now')
    else Object.defineProperty(performance, 'now', own)
  }
}
