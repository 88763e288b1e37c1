import cluster, { type Worker } from 'node:cluster'
import { SECOND_MS } from '@postrider/core/kernel/time/epoch-ms'
import { forwardLines } from './forward-lines.js'
import type { HomePaths } from './homes/worker-homes.js'
import { hasTag, type ParentMessage, type WorkerAnswers, type WorkerMessage } from './worker-message.js'
import type { FigureRecords } from '@postrider/wiring/metrics/figure-records'

/** How a worker ended. */
export interface WorkerEnd {
  /** Undefined if a signal ended it. */
  readonly exitCode: number | undefined
  readonly signal: string | undefined
}

/** A worker as its parent sees it. */
export interface LiveWorker {
  /** A number that counts up from 1, unique among the workers of a parent. */
  readonly number: number
  readonly pid: number | undefined
  /** True once it serves; false if it ended before that. */
  readonly serving: Promise<boolean>
  isServing(): boolean
  /** True once it was asked to leave: others take its requests, and it will close its connections. */
  isLeaving(): boolean
  readonly ended: Promise<WorkerEnd>
  /** Its reply; undefined if none arrives in time. */
  ask<K extends keyof WorkerAnswers>(what: K): Promise<WorkerAnswers[K] | undefined>
  /** Sets where it listens for other workers, and where all of them do. */
  learn(own: string, paths: HomePaths): void
  /** Makes it drain and end. */
  leave(isReplaced: boolean): void
  kill(): void
}

/** A busy worker replies late; one that hangs never does. */
const ANSWER_WITHIN_MS = 2 * SECOND_MS

/** Questions in progress, by their numbers. */
const questionsTo = (worker: Worker) => {
  const open = new Map<number, (answer: unknown) => void>()
  let count = 0
  const tell = (message: ParentMessage): void => {
    if (worker.isConnected()) worker.send(message, () => undefined)
  }
  return {
    tell,
    answered: (id: number, answer: unknown) => open.get(id)?.(answer),
    ask: (what: keyof WorkerAnswers): Promise<unknown> =>
      new Promise((resolve) => {
        count += 1
        const id = count
        const end = (answer: unknown): void => {
          clearTimeout(timer)
          open.delete(id)
          resolve(answer)
        }
        const timer = setTimeout(end, ANSWER_WITHIN_MS, undefined)
        open.set(id, end)
        if (worker.isConnected()) tell({ _tag: 'Ask', id, what })
        else end(undefined)
      }),
  }
}

/** Starts a worker: this command again, with the current settings. `lastFigures` gets its final metrics. */
export const startWorker = (lastFigures: (number: number, figures: FigureRecords) => void): LiveWorker => {
  // Keeps numbers in messages unchanged, including NaN and Infinity.
  cluster.setupPrimary({ silent: true, serialization: 'advanced' })
  const worker = cluster.fork()
  const questions = questionsTo(worker)
  let serves = false
  let leaves = false
  for (const name of ['stdout', 'stderr'] as const) {
    const from = worker.process[name]
    if (from !== null) forwardLines(from, process[name])
  }
  const ended = new Promise<WorkerEnd>((resolve) => {
    const end = (exitCode: number | null, signal: string | null): void =>
      resolve({ exitCode: exitCode ?? undefined, signal: signal ?? undefined })
    // Fires once all its output has been read; a process that couldn't be started never closes.
    worker.process.once('close', end)
    worker.process.once('error', () => end(1, null))
  })
  const serving = new Promise<boolean>((resolve) => {
    worker.on('message', (message: unknown) => {
      if (!hasTag(message)) return
      const workerMessage = message as WorkerMessage
      if (workerMessage._tag === 'Serving') {
        serves = true
        resolve(true)
      } else if (workerMessage._tag === 'LastFigures') lastFigures(worker.id, workerMessage.figures)
      else if (workerMessage._tag === 'Answer') questions.answered(workerMessage.id, workerMessage.answer)
    })
    void ended.then(() => {
      serves = false
      resolve(false)
    })
  })
  return {
    number: worker.id,
    pid: worker.process.pid,
    serving,
    isServing: () => serves,
    isLeaving: () => leaves,
    ended,
    ask: async (what) => (await questions.ask(what)) as WorkerAnswers[typeof what] | undefined,
    learn: (own, paths) => questions.tell({ _tag: 'Homes', own, paths }),
    leave: (isReplaced) => {
      leaves = true
      questions.tell({ _tag: 'Leave', isReplaced })
    },
    kill: () => void worker.process.kill('SIGKILL'),
  }
}
