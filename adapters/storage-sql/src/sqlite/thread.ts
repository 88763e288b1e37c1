import { Worker } from 'node:worker_threads'
import type { Pooled } from '../engine/knex-pool.js'
import {
  OPENED,
  type ThreadAnswer,
  type Answered,
  type ThreadRequest,
  type ThreadStatement,
  type ThreadData,
} from './protocol.js'

/** SQLite's error code with its message, or `THREAD_LOST` when nobody can tell what became of the request. */
export class SqliteFailure extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message)
    this.name = 'SqliteFailure'
  }
}

/** A connection to SQLite that lives in a thread of its own. */
export interface SqliteThread extends Pooled {
  run(steps: readonly ThreadStatement[]): Promise<Answered>
  undo(): Promise<void>
  isAlive(): boolean
  /** Closes the database when what was asked before is done, and waits for the thread's end. */
  close(): Promise<void>
}

/** Everything is copied: nothing of a message is worth handing over. */
const NO_TRANSFER: [] = []

interface Waiting {
  readonly resolve: (answered: Answered) => void
  readonly reject: (failure: SqliteFailure) => void
}

const settle = (waiting: Map<number, Waiting>, answer: ThreadAnswer): void => {
  const waiter = waiting.get(answer.id)
  waiting.delete(answer.id)
  if ('answered' in answer) waiter?.resolve(answer.answered)
  else waiter?.reject(new SqliteFailure(answer.failed.code, answer.failed.message))
}

/** Starts the thread and opens the database. */
export const openThread = async (data: ThreadData): Promise<SqliteThread> => {
  const worker = new Worker(new URL('./worker.js', import.meta.url), { workerData: data })
  const waiting = new Map<number, Waiting>()
  let alive = true
  let lastId = OPENED
  const ended = new Promise<void>((resolve) => {
    worker.once('exit', () => {
      alive = false
      for (const { reject } of waiting.values())
        reject(new SqliteFailure('THREAD_LOST', 'the thread of the database ended'))
      waiting.clear()
      resolve()
    })
  })
  const answerTo = (id: number): Promise<Answered> =>
    new Promise((resolve, reject) => waiting.set(id, { resolve, reject }))
  const ask = (request: (id: number) => ThreadRequest): Promise<Answered> => {
    if (!alive) return Promise.reject(new SqliteFailure('THREAD_LOST', 'the thread of the database is gone'))
    lastId += 1
    const answer = answerTo(lastId)
    worker.postMessage(request(lastId), NO_TRANSFER)
    return answer
  }
  worker.on('message', (answer: ThreadAnswer) => settle(waiting, answer))
  // Its end follows and says the same to everybody who waits.
  worker.on('error', () => undefined)
  const close = async (): Promise<void> => {
    if (alive) worker.postMessage({ kind: 'close' } satisfies ThreadRequest, NO_TRANSFER)
    await ended
  }
  try {
    await answerTo(OPENED)
  } catch (error) {
    await ended
    throw error
  }
  return {
    run: (steps) => ask((id) => ({ kind: 'run', id, steps })),
    undo: async () => {
      await ask((id) => ({ kind: 'undo', id }))
    },
    isAlive: () => alive,
    close,
  }
}
