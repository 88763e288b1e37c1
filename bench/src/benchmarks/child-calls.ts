import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'

interface Call {
  readonly id: string
  readonly method: string
  readonly params: unknown
}

interface Answer {
  readonly id: string
  readonly result?: unknown
  readonly error?: string
}

/** Calls a program of the benchmark over its channel. Rejects if it ends instead, or reports an error. */
export const callChild = <A>(child: ChildProcess, method: string, params: unknown = {}): Promise<A> =>
  new Promise((resolve, reject) => {
    const call: Call = { id: randomUUID(), method, params }
    const settle = (end: () => void): void => {
      child.off('message', heard)
      child.off('exit', ended)
      end()
    }
    const heard = (message: unknown): void => {
      const { id, result, error } = message as Answer
      if (id !== call.id) return
      settle(() => (error === undefined ? resolve(result as A) : reject(new Error(error))))
    }
    const ended = (): void => settle(() => reject(new Error(`a program ended instead of its ${method}`)))
    child.on('message', heard)
    child.once('exit', ended)
    child.send(call)
  })

/**
 * Ends this program when its parent is gone. It must be called first, so that it also works during the start.
 */
export const endWithStarter = (): void => {
  if (process.send !== undefined) process.once('disconnect', () => process.exit(0))
}

/** Handles the calls of this program's parent, and ends with it. */
export const answerCalls = (methods: Readonly<Record<string, (params: never) => Promise<unknown>>>): void => {
  if (process.send === undefined) return
  const say = (answer: Answer): void => {
    if (process.connected) process.send?.(answer)
  }
  process.on('message', (message) => {
    const { id, method, params } = message as Call
    const answering = methods[method]?.(params as never) ?? Promise.reject(new Error(`there is no ${method}`))
    answering.then(
      (result) => say({ id, result }),
      (cause: unknown) => say({ id, error: String(cause) }),
    )
  })
  endWithStarter()
}
