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

/** Calls a program of the benchmark over its channel; rejects where it ends instead, or says why it cannot. */
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

/** Ends this program where whoever started it is gone, whatever became of them: said first, it holds while it still starts. */
export const endWithStarter = (): void => {
  if (process.send !== undefined) process.once('disconnect', () => process.exit(0))
}

/** Answers the calls of whoever started this program, and ends with them. */
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
