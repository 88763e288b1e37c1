import { MINUTE_MS, SECOND_MS } from '@postrider/core/kernel/time/epoch-ms'
import type { LiveWorker } from './live-worker.js'
import {
  exitCodeAfter,
  type WorkerPosition,
  type WorkerPositionNeeds,
  WorkerPositions,
} from './worker-positions.js'

/** A pool that keeps a fixed number of workers. */
export interface WorkerPool {
  /** All living workers, including those that don't serve yet and those that leave. */
  workers(): readonly LiveWorker[]
  /** Resolves when all serve, or with the exit code once it is clear that none ever will. */
  start(): Promise<number | undefined>
  /**
   * Replaces one worker after another, each once its successor is ready; stops if a successor isn't. A call
   * meanwhile causes one more round.
   */
  renew(): Promise<void>
  /** Resolves with the exit code when none serves and none can be started. */
  readonly gaveUp: Promise<number>
  /** Makes all workers drain, and kills those that take too long; resolves when all are gone. */
  stop(): Promise<void>
}

export interface WorkerPoolNeeds extends WorkerPositionNeeds {
  /** Whether requests can be sent to a serving worker, at least as well as to the one that it replaces. */
  readonly isReady: (worker: LiveWorker, before: LiveWorker | undefined) => Promise<boolean>
  /** How long connections may be idle: a replaced worker waits for them. */
  readonly keepAliveMs: number
}

const READY_WITHIN_MS = MINUTE_MS
const LOOK_AGAIN_MS = SECOND_MS / 4

/** A little less than the 20 s in which all must end (docs/api/running#shutdown). */
const LEAVE_WITHIN_MS = 18 * SECOND_MS

/** Resolves when they are gone; kills those that take too long. */
const leaveInTime = async (
  { timers, keepAliveMs }: WorkerPoolNeeds,
  leaving: readonly LiveWorker[],
  isReplaced: boolean,
): Promise<void> => {
  for (const worker of leaving) worker.leave(isReplaced)
  const withdraw = timers.after(LEAVE_WITHIN_MS + (isReplaced ? keepAliveMs : 0), () => {
    for (const worker of leaving) worker.kill()
  })
  await Promise.all(leaving.map(({ ended }) => ended))
  withdraw()
}

/** Whether it is ready within the time, and before all have to leave. */
const readyInTime = async (
  { clock, timers, isReady }: WorkerPoolNeeds,
  worker: LiveWorker,
  before: LiveWorker | undefined,
  all: WorkerPositions,
): Promise<boolean> => {
  const after = (ms: number): Promise<void> => new Promise((resolve) => timers.after(ms, resolve))
  const untilMs = clock.nowMs() + READY_WITHIN_MS
  const isLate = after(READY_WITHIN_MS).then(() => false)
  if (!(await Promise.race([worker.serving, isLate]))) return false
  while (worker.isServing() && !all.isClosed && clock.nowMs() < untilMs) {
    if (await isReady(worker, before)) return true
    await after(LOOK_AGAIN_MS)
  }
  return false
}

/** Whether the position has a successor that is ready. */
const renewPosition = async (
  needs: WorkerPoolNeeds,
  all: WorkerPositions,
  position: WorkerPosition,
): Promise<boolean> => {
  const { worker: next, take } = all.launch()
  if (!(await readyInTime(needs, next, position.worker, all))) {
    if (!all.isClosed) next.kill()
    return false
  }
  const before = position.worker
  position.deaths = 0
  take(position)
  if (before !== undefined) await leaveInTime(needs, [before], true)
  return true
}

const renewAll = async (needs: WorkerPoolNeeds, all: WorkerPositions): Promise<void> => {
  const { log, count } = needs
  for (const position of all.positions) {
    if (all.isClosed) return
    if (await renewPosition(needs, all, position)) continue
    if (!all.isClosed) log.error({}, 'replacement of workers stopped: new worker not ready within one minute')
    return
  }
  log.info({ workers: count }, 'all workers replaced')
}

const startAll = async (all: WorkerPositions): Promise<number | undefined> => {
  const [first, ...others] = all.positions
  if (first === undefined) return undefined
  // If one worker can't serve, none can, so the reason is logged once.
  const { worker, take } = all.launch()
  if (!(await worker.serving)) return exitCodeAfter(await worker.ended)
  take(first)
  if (!all.isClosed) await Promise.all(others.map((position) => all.fill(position).serving))
  return undefined
}

/** Creates a pool of this many workers. */
export const createWorkerPool = (needs: WorkerPoolNeeds): WorkerPool => {
  const all = new WorkerPositions(needs)
  let started: Promise<number | undefined> = Promise.resolve(undefined)
  let renewing: Promise<void> | undefined
  let isRenewalQueued = false
  const renew = async (): Promise<void> => {
    await started
    do {
      isRenewalQueued = false
      await renewAll(needs, all)
    } while (isRenewalQueued)
    renewing = undefined
  }
  return {
    workers: () => [...all.living],
    gaveUp: all.gaveUp,
    start: () => (started = startAll(all)),
    renew: () => {
      if (renewing !== undefined) isRenewalQueued = true
      return (renewing ??= renew())
    },
    stop: async () => {
      all.close()
      await leaveInTime(needs, [...all.living], false)
    },
  }
}
