import { offsetSentence, type Offsets, clockStatus } from '@postrider/core/kernel/time/comparison'
import { MINUTE_MS, SECOND_MS } from '@postrider/core/kernel/time/epoch-ms'
import { E } from '@postrider/core/fp'
import type { Timers } from '@postrider/core/kernel/ports/timers'
import type { ClockComparison, Timekeeping } from '@postrider/core/platform/ports/timekeeping'
import type { HostLog } from './host-log.js'

/** Shows the difference between the clocks. */
export interface ClockGauge {
  clockOffsets(offsets: Offsets): void
}

export interface KeepTimeNeeds {
  readonly ports: { readonly timekeeping: Timekeeping; readonly timers: Timers }
  readonly gauges: ClockGauge
  readonly log: HostLog
}

/** Runs until it is stopped. */
export interface ClockTask {
  stop(): void
}

/** How often clocks are compared while they agree, and how soon again while they don't. */
const AGREEING_MS = MINUTE_MS
const DIFFERING_MS = 10 * SECOND_MS

/** A process that hasn't reached its database yet takes the database's time as soon as it responds. */
const UNMET_MS = 250

const WORDS = { pass: 'the clocks agree', warn: 'the clocks differ', fail: 'the clocks differ too much' }

/** Logs only changes in how the clocks compare, not every comparison. */
const teller = ({ gauges, log }: KeepTimeNeeds) => {
  let loggedStatus: keyof typeof WORDS = 'pass'
  return ({ latest, lasting, isFollowed }: ClockComparison): void => {
    gauges.clockOffsets(latest)
    const status = clockStatus(lasting)
    if (status === loggedStatus) return
    loggedStatus = status
    const write = status === 'pass' ? log.info : log.warn
    write.call(log, { clocks: offsetSentence(lasting), isFollowed }, WORDS[status])
  }
}

const pauseAfter = ({ latest, isFollowed }: ClockComparison): number =>
  isFollowed && clockStatus(latest) === 'pass' ? AGREEING_MS : DIFFERING_MS

/** Compares the process's clock with the database's each minute, corrects it, and logs the difference. */
export const keepTime = (needs: KeepTimeNeeds): ClockTask => {
  const { timekeeping, timers } = needs.ports
  const tell = teller(needs)
  let isStopped = false
  let cancel: (() => void) | undefined

  const turn = async (): Promise<number> => {
    const compared = await timekeeping.compare()()
    if (E.isLeft(compared)) return timekeeping.last() === undefined ? UNMET_MS : DIFFERING_MS
    tell(compared.right)
    return pauseAfter(compared.right)
  }
  const pause = (delayMs: number): void => {
    if (!isStopped) cancel = timers.after(delayMs, () => void turn().then(pause))
  }

  const first = timekeeping.last()
  if (first !== undefined) tell(first)
  pause(first === undefined ? UNMET_MS : pauseAfter(first))
  return {
    stop: () => {
      isStopped = true
      cancel?.()
    },
  }
}
