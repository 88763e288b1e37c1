import type { ClientPort } from './live-client.js'

/** Time as a `ReadTimer` needs it, and how far apart the starts of its readings are at least. */
export interface ReadTimerPort extends Pick<ClientPort, 'later' | 'nowMs'> {
  apartMs(): number
}

/** `more`: a part is left for the next reading; `failed`: the reading failed and may succeed later. */
export type ReadOutcome = 'done' | 'more' | 'failed'

/** How long a failed reading waits. */
const RETRY_MS = 2_000

/**
 * Reads again after changes: the first one at once, the following ones together, one reading at a time and no sooner
 * than `apartMs` after the start of the previous one. A change that comes during a reading is read after it.
 */
export class ReadTimer {
  #startedMs = Number.NEGATIVE_INFINITY
  #isReading = false
  #isOwed = false
  #isStopped = false
  #stopTimer: (() => void) | undefined

  constructor(
    readonly port: ReadTimerPort,
    readonly read: () => Promise<ReadOutcome>,
  ) {}

  /** Something has changed. */
  changed(): void {
    this.#isOwed = true
    this.#plan(0)
  }

  /** Plans the next reading again, because `apartMs` has changed. */
  replan(): void {
    this.#stopTimer?.()
    this.#stopTimer = undefined
    this.#plan(0)
  }

  stop(): void {
    this.#isStopped = true
    this.#stopTimer?.()
  }

  #plan(leastMs: number): void {
    if (this.#isStopped || !this.#isOwed || this.#isReading || this.#stopTimer !== undefined) return
    const { port } = this
    const waitMs = Math.max(leastMs, this.#startedMs + port.apartMs() - port.nowMs())
    this.#stopTimer = port.later(waitMs, () => void this.#run())
  }

  async #run(): Promise<void> {
    this.#stopTimer = undefined
    this.#isOwed = false
    this.#isReading = true
    this.#startedMs = this.port.nowMs()
    const outcome = await this.read()
    this.#isReading = false
    if (outcome !== 'done') this.#isOwed = true
    this.#plan(outcome === 'failed' ? RETRY_MS : 0)
  }
}
