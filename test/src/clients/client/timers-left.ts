/** The number of timers that the work starts and leaves running. */
export const timersLeftBy = async (
  work: () => Promise<unknown>,
  isCounted: (ms: number) => boolean = () => true,
): Promise<number> => {
  const { setTimeout: begin, clearTimeout: end } = globalThis
  const open = new Set<NodeJS.Timeout>()
  const beginCounted = (task: () => void, ms: number): NodeJS.Timeout => {
    const timer = begin(() => {
      open.delete(timer)
      task()
    }, ms)
    if (isCounted(ms)) open.add(timer)
    return timer
  }
  const endCounted = (timer: NodeJS.Timeout): void => {
    open.delete(timer)
    end(timer)
  }
  Object.assign(globalThis, { setTimeout: beginCounted, clearTimeout: endCounted })
  try {
    await work()
  } finally {
    Object.assign(globalThis, { setTimeout: begin, clearTimeout: end })
  }
  open.forEach((timer) => end(timer))
  return open.size
}
