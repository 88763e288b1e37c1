/** What a process has begun and not ended. */
export interface PendingWork {
  /** The same object; what is called on it, and what it answers later, is counted until it is done. */
  watched<A extends object>(port: A): A
  /** Counts something until it is ended. */
  begin(): () => void
  /** Resolves once nothing is under way, and nothing comes of what was. */
  idle(): Promise<void>
}

/** So many rounds of the event loop without anything under way, and what one thing leads to has begun. */
const QUIET_ROUNDS = 4

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Counts what is under way behind ports: whatever waits for nothing but time is then at rest. */
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
