import { type EpochMs, MINUTE_MS, SECOND_MS } from './epoch-ms.js'

/** The values of the clocks at one moment: the middle of the round trip, which is the best estimate. */
export interface Reading {
  /** The process's stopwatch. */
  readonly stopwatchMs: number
  readonly databaseMs: EpochMs
  /** The clock of the process's machine. */
  readonly machineMs: EpochMs
  readonly roundTripMs: number
}

/** The offsets of clocks from the database's, in milliseconds; positive: ahead of it. */
export interface Offsets {
  readonly machineMs: number
  readonly processMs: number
}

/** The reading with the shortest round trip; its error is at most half of that. */
export const truestOf = (first: Reading, others: readonly Reading[]): Reading =>
  others.reduce((best, one) => (one.roundTripMs < best.roundTripMs ? one : best), first)

/** A reading closer to the process's time than this is trusted at once; a larger offset has to last. */
export const NEAR_MS = SECOND_MS

/** How long a large offset must keep recurring before it is trusted. */
export const LASTS_MS = 5 * MINUTE_MS

/**
 * A large offset of the database's clock, and the stopwatch time since when it has been seen. It isn't
 * followed until it has lasted.
 */
export interface SuspectOffset {
  readonly sinceMs: number
  /** How far the database's clock was ahead of the stopwatch. */
  readonly aheadMs: number
}

/** Whether a reading is trusted, and the offset that remains in doubt. */
export interface Judgement {
  readonly isTrusted: boolean
  readonly suspectOffset: SuspectOffset | undefined
}

/**
 * Decides whether the process's time follows a reading of the database's clock. A momentary step of that
 * clock has no effect; a lasting one is followed after five minutes (`docs/decisions/0027`).
 */
export const judgeReading = (
  { databaseMs, stopwatchMs }: Pick<Reading, 'databaseMs' | 'stopwatchMs'>,
  processMs: number,
  suspectOffset: SuspectOffset | undefined,
): Judgement => {
  if (Math.abs(databaseMs - processMs) <= NEAR_MS) return { isTrusted: true, suspectOffset: undefined }
  const aheadMs = databaseMs - stopwatchMs
  const isTheSame = suspectOffset !== undefined && Math.abs(aheadMs - suspectOffset.aheadMs) <= NEAR_MS
  const sinceMs = isTheSame ? suspectOffset.sinceMs : stopwatchMs
  return { isTrusted: stopwatchMs - sinceMs >= LASTS_MS, suspectOffset: { sinceMs, aheadMs } }
}

/**
 * The offset from which administrators are warned, and the offset from which a process isn't ready
 * (docs/api/running#readiness).
 */
export const WARNED_FROM_MS = 2 * SECOND_MS
export const UNREADY_FROM_MS = 10 * SECOND_MS

const nearer = (one: number, other: number): number => (Math.abs(one) < Math.abs(other) ? one : other)

/**
 * The smaller of two consecutive comparisons: a momentary step of a clock must not make a process unready.
 */
export const lastingOffsets = (latest: Offsets, before: Offsets | undefined): Offsets =>
  before === undefined
    ? latest
    : {
        machineMs: nearer(latest.machineMs, before.machineMs),
        processMs: nearer(latest.processMs, before.processMs),
      }

/** The status of a process with these clock offsets. */
export const clockStatus = ({ machineMs, processMs }: Offsets): 'pass' | 'warn' | 'fail' => {
  const furthest = Math.max(Math.abs(machineMs), Math.abs(processMs))
  if (furthest >= UNREADY_FROM_MS) return 'fail'
  return furthest >= WARNED_FROM_MS ? 'warn' : 'pass'
}

const seconds = (ms: number): string =>
  `${(Math.abs(ms) / SECOND_MS).toFixed(3)} s ${ms < 0 ? 'behind' : 'ahead of'}`

/** The offsets in a sentence for administrators. */
export const offsetSentence = ({ machineMs, processMs }: Offsets): string =>
  `the machine's clock is ${seconds(machineMs)} the database's, this process's time ${seconds(processMs)} it`
