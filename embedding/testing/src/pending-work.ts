/** The unfinished work of a process. */
export interface PendingWork {
  /** The same object; its calls and their results count as work until they are done. */
  watched<A extends object>(port: A): A
  /** Counts work until it ends. */
  begin(): () => void
  /** Resolves once no work is in progress and none follows from it. */
  idle(): Promise<void>
}

/** After this many rounds of the event loop without work, follow-up work would have started. */
const QUIET_ROUNDS = 4

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Counts work in progress behind ports: code that only waits for time is then idle. */
export const countPendingWork = (): PendingWork => {
  let count = 0
  const wrapped = new WeakMap<object, object>()

  const begin = (): (() => void) => {
    count += 1
    return () => {
      count -= 1
    }
  }

  const answered = (answer: unknown): unknown => {
    if (typeof answer === 'function') return called(answer)
    if (!(answer instanceof Promise)) return answer
    const end = begin()
    answer.then(end, end)
    return answer
  }
  const called = (work: Function): Function =>
    function (this: unknown, ...given: readonly unknown[]): unknown {
      return answered(Reflect.apply(work, this, given))
    }

  const watched = <A extends object>(port: A): A => {
    const known = wrapped.get(port)
    if (known !== undefined) return known as A
    const proxy = new Proxy(port, {
      get: (whole, name) => {
        const part: unknown = Reflect.get(whole, name, whole)
        if (typeof part === 'function') return called(part.bind(whole) as Function)
        return isObject(part) && !Array.isArray(part) ? watched(part) : part
      },
    })
    wrapped.set(port, proxy)
    return proxy
  }

  return {
    watched,
    begin,
    idle: async () => {
      for (let quiet = 0; quiet < QUIET_ROUNDS; quiet = count === 0 ? quiet + 1 : 0)
        await new Promise((resolve) => setImmediate(resolve))
    },
  }
}
