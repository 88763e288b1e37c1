import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { BareRows, BareStatement, BareStore, BareTable } from './bare-store.js'

/** A statement for the thread: rows in JSON, which is cheaper than copying cell by cell. */
export type BareStep = { readonly into: BareTable; readonly rows: string } | { readonly text: string }

/** A request to the thread, which responds in order. */
export interface BareRequest {
  readonly steps: readonly BareStep[]
  readonly isTransaction: boolean
}

/** The thread's response. */
export type BareAnswer = { readonly rows: readonly BareRows[] } | { readonly failed: string }

interface Waiter {
  readonly resolve: (rows: readonly BareRows[]) => void
  readonly reject: (error: Error) => void
}

const stepOf = (statement: BareStatement): BareStep =>
  'text' in statement ? statement : { into: statement.into, rows: `[${statement.rows.join(',')}]` }

/** One connection to an SQLite file, in its own thread. */
export const openBareSqlite = (path: string): BareStore => {
  const worker = new Worker(new URL('./bare-sqlite-thread.js', import.meta.url), { workerData: path })
  const waiting: Waiter[] = []
  worker.on('message', (answer: BareAnswer) => {
    const waiter = waiting.shift()
    if ('rows' in answer) waiter?.resolve(answer.rows)
    else waiter?.reject(new Error(answer.failed))
  })
  worker.on('error', (error: Error) => {
    for (const { reject } of waiting.splice(0)) reject(error)
  })
  const ask = (request: BareRequest): Promise<readonly BareRows[]> =>
    new Promise((resolve, reject) => {
      waiting.push({ resolve, reject })
      worker.postMessage(request, [])
    })
  return {
    render: (_, row) => JSON.stringify(row),
    commit: (statements) => ask({ steps: statements.map(stepOf), isTransaction: true }),
    read: async (text) => (await ask({ steps: [{ text }], isTransaction: false }))[0] ?? [],
    close: async () => {
      const ended = once(worker, 'exit')
      worker.postMessage(undefined, [])
      await ended
    },
  }
}
