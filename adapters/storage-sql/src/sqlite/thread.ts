import { Worker } from 'node:worker_threads'
import type { Pooled } from '../engine/knex-pool.js'
import type { ThreadAnswer, Answered, ThreadRequest, ThreadStatement, ThreadData } from './protocol.js'

/** SQLite's error code with its message, or `THREAD_LOST` if the outcome of the request is unknown. */
export class SqliteFailure extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message)
    this.name = 'SqliteFailure'
  }
}

/** A connection to SQLite in a thread of its own. */
export interface SqliteThread extends Pooled {
  run(steps: readonly ThreadStatement[]): Promise<Answered>
  undo(): Promise<void>
  isAlive(): boolean
  /** Closes the database after all earlier requests, and waits for the thread's end. */
  close(): Promise<void>
}

/** Everything is copied: no part of a message is worth transferring. */
const NO_TRANSFER: [] = []

interface Waiting {
  readonly resolve: (answered: Answered) => void
  readonly reject: (failure: SqliteFailure) => void
}

/** Results arrive in the order of the requests. */
const settle = (waiting: Waiting[], answer: ThreadAnswer): void => {
  const waiter = waiting.shift()
  if ('answered' in answer) waiter?.resolve(answer.answered)
  else waiter?.reject(new SqliteFailure(answer.failed.code, answer.failed.message))
}

/** Starts the thread and opens the database. */
export const openThread = async (data: ThreadData): Promise<SqliteThread> => {
  const worker = new Worker(new URL('./worker.js', import.meta.url), { workerData: data })
  const waiting: Waiting[] = []
  let alive = true
  const ended = new Promise<void>((resolve) => {
    worker.once('exit', () => {
      alive = false
      for (const { reject } of waiting.splice(0))
        reject(new SqliteFailure('THREAD_LOST', 'the database thread ended'))
      resolve()
    })
  })
  const answered = (): Promise<Answered> =>
    new Promise((resolve, reject) => waiting.push({ resolve, reject }))
  const ask = (request: ThreadRequest): Promise<Answered> => {
    if (!alive) return Promise.reject(new SqliteFailure('THREAD_LOST', 'the database thread is not running'))
    worker.postMessage(request, NO_TRANSFER)
    return answered()
  }
  worker.on('message', (answer: ThreadAnswer) => settle(waiting, answer))
  // The exit event follows and rejects all waiting requests.
  worker.on('error', () => undefined)
  const close = async (): Promise<void> => {
    if (alive) worker.postMessage({ kind: 'close' } satisfies ThreadRequest, NO_TRANSFER)
    await ended
  }
  try {
    await answered()
  } catch (error) {
    await ended
    throw error
  }
  return {
    run: (steps) => ask({ kind: 'run', steps }),
    undo: async () => {
      await ask({ kind: 'undo' })
    },
    isAlive: () => alive,
    close,
  }
}
