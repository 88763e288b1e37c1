import { MINUTE_MS, SECOND_MS } from '@postrider/core/kernel/time/epoch-ms'
import type { Clock } from '@postrider/core/kernel/ports/clock'
import type { Timers } from '@postrider/core/kernel/ports/timers'
import type { HostLog } from '@postrider/web-server/hosting/host-log'
import type { LiveWorker, WorkerEnd } from './live-worker.js'

export interface WorkerPositionNeeds {
  readonly count: number
  readonly begin: () => LiveWorker
  readonly clock: Clock
  readonly timers: Timers
  readonly log: HostLog
  /** Called when the workers at the positions, some of which serve, have changed. */
  readonly moved: (workers: ReadonlyArray<LiveWorker | undefined>) => void
  /** Called when a worker ended unexpectedly. */
  readonly died: () => void
}

/** A worker that lives this long isn't in a crash loop. */
const SOUND_MS = MINUTE_MS
const LONGEST_PAUSE_MS = MINUTE_MS

/**
 * After this many consecutive workers that ended before they served, while none serves, the pool gives up.
 */
const MOST_IN_VAIN = 5

/**
 * The delay before the next worker: none after the first death, a second after the next, and longer each
 * time.
 */
export const pauseAfterDeaths = (deaths: number): number =>
  deaths <= 1 ? 0 : Math.min(LONGEST_PAUSE_MS, SECOND_MS * 2 ** (deaths - 2))

/** The exit code for a worker that ended unexpectedly. */
export const exitCodeAfter = ({ exitCode }: WorkerEnd): number =>
  exitCode === undefined || exitCode === 0 ? 1 : exitCode

/** The position of a worker. */
export interface WorkerPosition {
  worker: LiveWorker | undefined
  /** The number of consecutive short-lived workers. */
  deaths: number
  /** Cancels the start of the next one. */
  withdraw: (() => void) | undefined
}

/** Positions of workers; each gets a new worker when its worker dies. */
export class WorkerPositions {
  readonly positions: readonly WorkerPosition[]
  /** All workers that haven't ended, including those that don't serve yet and those that leave. */
  readonly living = new Set<LiveWorker>()
  /** Resolves with the exit code when none serves and none can be started. */
  readonly gaveUp: Promise<number>
  #isClosed = false
  #inVain = 0
  #giveUp: (exitCode: number) => void = () => undefined

  constructor(private readonly needs: WorkerPositionNeeds) {
    this.positions = Array.from({ length: needs.count }, () => ({
      worker: undefined,
      deaths: 0,
      withdraw: undefined,
    }))
    this.gaveUp = new Promise((resolve) => (this.#giveUp = resolve))
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  /** Starts a worker that has no position yet; `take` assigns one. */
  launch(): { readonly worker: LiveWorker; readonly take: (position: WorkerPosition) => void } {
    const beganAtMs = this.needs.clock.nowMs()
    const worker = this.needs.begin()
    this.living.add(worker)
    void worker.serving.then((serves) => {
      if (serves) this.#inVain = 0
    })
    void worker.ended.then(() => this.living.delete(worker))
    return {
      worker,
      take: (position) => {
        position.withdraw?.()
        position.withdraw = undefined
        position.worker = worker
        void worker.serving.then(() => this.#tellMoved())
        this.#watch(position, worker, beganAtMs)
      },
    }
  }

  fill(position: WorkerPosition): LiveWorker {
    const { worker, take } = this.launch()
    take(position)
    return worker
  }

  /** Stops replacing workers. */
  close(): void {
    this.#isClosed = true
    for (const position of this.positions) position.withdraw?.()
  }

  #tellMoved(): void {
    if (!this.#isClosed) this.needs.moved(this.positions.map(({ worker }) => worker))
  }

  #watch(position: WorkerPosition, worker: LiveWorker, beganAtMs: number): void {
    void Promise.all([worker.serving, worker.ended]).then(([hasServed, end]) => {
      // A worker with a successor has no position.
      if (this.#isClosed || position.worker !== worker) return
      position.worker = undefined
      this.#tellMoved()
      position.deaths = this.needs.clock.nowMs() - beganAtMs < SOUND_MS ? position.deaths + 1 : 1
      this.#replace(position, end, hasServed)
    })
  }

  #replace(position: WorkerPosition, end: WorkerEnd, hasServed: boolean): void {
    const { died, log, timers } = this.needs
    died()
    if (!hasServed) this.#inVain += 1
    const pauseMs = pauseAfterDeaths(position.deaths)
    const { exitCode, signal } = end
    log.error({ exitCode, signal, pauseMs }, 'worker exited; replacement scheduled')
    const isHopeless = this.#inVain >= MOST_IN_VAIN && ![...this.living].some((one) => one.isServing())
    if (isHopeless) this.#giveUp(exitCodeAfter(end))
    else position.withdraw = timers.after(pauseMs, () => void this.fill(position))
  }
}
