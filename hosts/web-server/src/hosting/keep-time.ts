import { offsetSentence, type Offsets, clockStatus } from '@postrider/core/kernel/time/comparison'
import { MINUTE_MS, SECOND_MS } from '@postrider/core/kernel/time/epoch-ms'
import { E } from '@postrider/core/fp'
import type { Ports } from '@postrider/core/assembly/ports'
import type { ClockComparison } from '@postrider/core/platform/ports/timekeeping'
import type { HostLog } from './host-log.js'

/** Shows what the clocks differ by. */
export interface ClockGauge {
  clockOffsets(offsets: Offsets): void
}

export interface KeepTimeNeeds {
  readonly ports: Pick<Ports, 'timekeeping' | 'timers'>
  readonly gauges: ClockGauge
  readonly log: HostLog
}

/** Goes on until it is told to stop. */
export interface ClockTask {
  stop(): void
}

/** How often clocks that agree are compared, and how soon again those that do not. */
const AGREEING_MS = MINUTE_MS
const DIFFERING_MS = 10 * SECOND_MS

/** A process that has not met its database yet takes the database's time as soon as it answers. */
const UNMET_MS = 250

const WORDS = { pass: 'the clocks agree', warn: 'the clocks differ', fail: 'the clocks differ too much' }

/** Tells of it when what is to be thought of the clocks changes, and not every minute. */
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

/** Compares the process's clock with the database's each minute, and leads it there; tells operators what differs. */
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
