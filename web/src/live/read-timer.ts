import type { ClientPort } from './live-client.js'

/** The clock of a `ReadTimer`, and the minimum time between the starts of two readings. */
export interface ReadTimerPort extends Pick<ClientPort, 'later' | 'nowMs'> {
  apartMs(): number
}

/** `more`: part is left for the next reading; `failed`: the reading failed and may succeed later. */
export type ReadOutcome = 'done' | 'more' | 'failed'

/** The delay after a failed reading. */
const RETRY_MS = 2_000

/**
 * Reads again after changes. The first change is read at once, and the following ones together. Readings
 * don't overlap, and they start at least `apartMs` after the start of the previous one. A change during a
 * reading is read after it.
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

  /** Handles a change. */
  changed(): void {
    this.#isOwed = true
    this.#plan(0)
  }

  /** Reschedules the next reading, because `apartMs` has changed. */
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
