import cluster, { type Worker } from 'node:cluster'
import { SECOND_MS } from '@postrider/core/kernel/time/epoch-ms'
import { forwardLines } from './forward-lines.js'
import type { HomePaths } from './homes/worker-homes.js'
import { hasTag, type ParentMessage, type WorkerAnswers, type WorkerMessage } from './worker-message.js'
import type { FigureRecords } from '@postrider/wiring/metrics/figure-records'

/** How a worker ended. */
export interface WorkerEnd {
  /** Undefined where a signal ended it. */
  readonly exitCode: number | undefined
  readonly signal: string | undefined
}

/** A worker as its parent sees it. */
export interface LiveWorker {
  /** Counts up from 1: no two workers of a parent have one number. */
  readonly number: number
  readonly pid: number | undefined
  /** True once it serves; false where it ended before. */
  readonly serving: Promise<boolean>
  isServing(): boolean
  /** True once it was told to leave: others answer in its place, and it will close what it stands on. */
  isLeaving(): boolean
  readonly ended: Promise<WorkerEnd>
  /** Its answer; undefined where none comes in time. */
  ask<K extends keyof WorkerAnswers>(what: K): Promise<WorkerAnswers[K] | undefined>
  /** Shows it where it listens for other workers, and where all of them do. */
  learn(own: string, paths: HomePaths): void
  /** Has it drain and end. */
  leave(isReplaced: boolean): void
  kill(): void
}

/** A worker that is busy answers late; one that hangs never does. */
const ANSWER_WITHIN_MS = 2 * SECOND_MS

/** Questions under way, by their numbers. */
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

/** Starts a worker: this command once more, by the settings as they stand now. `lastFigures` hears what it counted in all. */
export const startWorker = (lastFigures: (number: number, figures: FigureRecords) => void): LiveWorker => {
  // Numbers in messages stay what they are, those that are none as well.
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
    // Once all that it wrote is there; what could not be started at all never closes.
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
