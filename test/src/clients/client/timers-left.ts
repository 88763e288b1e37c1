/** Compiled files of the client. Other code of the process may start timers meanwhile. */
const OF_THE_CLIENT = '/clients/client/dist/'

const isByClient = (): boolean => new Error().stack?.includes(OF_THE_CLIENT) ?? false

/** The number of timers that the client starts during the work and leaves running. */
export const timersLeftBy = async (work: () => Promise<unknown>): Promise<number> => {
  const { setTimeout: begin, clearTimeout: end } = globalThis
  const open = new Set<NodeJS.Timeout>()
  const beginCounted = (task: () => void, ms: number): NodeJS.Timeout => {
    const timer = begin(() => {
      open.delete(timer)
      task()
    }, ms)
    if (isByClient()) open.add(timer)
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
