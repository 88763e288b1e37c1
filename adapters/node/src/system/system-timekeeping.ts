import {
  judgeReading,
  lastingOffsets,
  type SuspectOffset,
  NEAR_MS,
  type Reading,
  truestOf,
  WARNED_FROM_MS,
} from '@postrider/core/kernel/time/comparison'
import { type EpochMs, SECOND_MS } from '@postrider/core/kernel/time/epoch-ms'
import type { StorageUnavailable } from '@postrider/core/kernel/refusals/outage'
import { E, type TE } from '@postrider/core/fp'
import type { Timers } from '@postrider/core/kernel/ports/timers'
import type { ClockComparison, Timekeeping } from '@postrider/core/platform/ports/timekeeping'
import type { SystemClock } from './system-clock.js'

export interface TimekeepingNeeds {
  readonly clock: SystemClock
  readonly timers: Timers
  /** Reads the time of the database's clock. */
  readonly askTime: () => TE.TaskEither<StorageUnavailable, EpochMs>
}

/** The number of readings per comparison: one may be delayed, but hardly all of them. */
const QUESTIONS = 3

/**
 * How long a starting process waits before it reads again, if the two clocks that it can read are far apart.
 */
const SECOND_OPINION_MS = 2 * SECOND_MS
const MOST_OPINIONS = 4

type Read = E.Either<StorageUnavailable, Reading>

const readOnce = async ({ clock, askTime }: TimekeepingNeeds): Promise<Read> => {
  const { stopwatchMs, wallMs } = clock.sources
  const sentMs = stopwatchMs()
  const databaseTime = await askTime()()
  const answeredMs = stopwatchMs()
  if (E.isLeft(databaseTime)) return databaseTime
  const roundTripMs = answeredMs - sentMs
  return E.right({
    stopwatchMs: sentMs + roundTripMs / 2,
    databaseMs: databaseTime.right,
    machineMs: wallMs() - roundTripMs / 2,
    roundTripMs,
  })
}

const read = async (needs: TimekeepingNeeds): Promise<Read> => {
  const first = await readOnce(needs)
  if (E.isLeft(first)) return first
  const others: Reading[] = []
  for (let count = 1; count < QUESTIONS; count += 1) {
    const another = await readOnce(needs)
    if (E.isRight(another)) others.push(another.right)
  }
  return E.right(truestOf(first.right, others))
}

/**
 * A starting process can compare its first reading only with the machine's clock, and then with a second
 * reading.
 */
const readToBegin = async (needs: TimekeepingNeeds): Promise<Read> => {
  let latest = await read(needs)
  for (let opinions = 1; E.isRight(latest) && opinions < MOST_OPINIONS; opinions += 1) {
    const { databaseMs, machineMs, stopwatchMs } = latest.right
    if (Math.abs(databaseMs - machineMs) < WARNED_FROM_MS) return latest
    await new Promise<void>((resolve) => needs.timers.after(SECOND_OPINION_MS, resolve))
    const next = await read(needs)
    if (E.isLeft(next)) return next
    latest = next
    const wentBy = next.right.databaseMs - databaseMs - (next.right.stopwatchMs - stopwatchMs)
    if (Math.abs(wentBy) <= NEAR_MS) return latest
  }
  return latest
}

/**
 * Keeps a process's clock in step with the database's. The first successful comparison sets the clock; later
 * ones adjust it, and trust a large difference only if it persists (`docs/decisions/0027`).
 */
export const createTimekeeping = (needs: TimekeepingNeeds): Timekeeping => {
  const { clock } = needs
  let suspectOffset: SuspectOffset | undefined
  let last: ClockComparison | undefined
  let underWay: Promise<E.Either<StorageUnavailable, ClockComparison>> | undefined

  const follow = (reading: Reading): boolean => {
    const { stopwatchMs, databaseMs } = reading
    if (last === undefined) {
      clock.begin(stopwatchMs, databaseMs)
      return true
    }
    const judged = judgeReading(reading, clock.at(stopwatchMs), suspectOffset)
    suspectOffset = judged.suspectOffset
    if (judged.isTrusted) clock.steer(stopwatchMs, databaseMs)
    return judged.isTrusted
  }

  const compareOnce = async (): Promise<E.Either<StorageUnavailable, ClockComparison>> => {
    const answered = await (last === undefined ? readToBegin(needs) : read(needs))
    if (E.isLeft(answered)) return answered
    const { stopwatchMs, databaseMs, machineMs } = answered.right
    const isFollowed = follow(answered.right)
    const latest = {
      machineMs: machineMs - databaseMs,
      processMs: clock.at(stopwatchMs) - databaseMs,
    }
    last = { latest, lasting: lastingOffsets(latest, last?.latest), isFollowed }
    return E.right(last)
  }

  return {
    last: () => last,
    compare: () => async () => {
      underWay ??= compareOnce().finally(() => (underWay = undefined))
      return underWay
    },
  }
}
