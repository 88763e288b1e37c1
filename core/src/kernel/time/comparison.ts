import { type EpochMs, MINUTE_MS, SECOND_MS } from './epoch-ms.js'

/** What the clocks told at one moment: that of the answer's middle, as near as a round trip lets anybody know. */
export interface Reading {
  /** Of the process's stopwatch. */
  readonly stopwatchMs: number
  readonly databaseMs: EpochMs
  /** Of the machine that the process runs on. */
  readonly machineMs: EpochMs
  readonly roundTripMs: number
}

/** How far clocks were from the database's when they were compared, in milliseconds; positive: ahead of it. */
export interface Offsets {
  readonly machineMs: number
  readonly processMs: number
}

/** The reading that was under way for the shortest time: it can be wrong by half of that, and no more. */
export const truestOf = (first: Reading, others: readonly Reading[]): Reading =>
  others.reduce((best, one) => (one.roundTripMs < best.roundTripMs ? one : best), first)

/** A reading nearer to the process's time than this is trusted at once; whatever is further off has to last. */
export const NEAR_MS = SECOND_MS

/** For how long a reading that is far off must be met again and again before it is trusted. */
export const LASTS_MS = 5 * MINUTE_MS

/** A database's clock that is far off, and since when of the stopwatch; nobody follows it before it has lasted. */
export interface SuspectOffset {
  readonly sinceMs: number
  /** What the database's clock was ahead of the stopwatch. */
  readonly aheadMs: number
}

/** Whether a reading is trusted, and what remains to be doubted. */
export interface Judgement {
  readonly isTrusted: boolean
  readonly suspectOffset: SuspectOffset | undefined
}

/**
 * Whether the process's time follows what the database's clock was read to tell. A clock that stepped for a moment
 * moves nobody; one that goes on telling the same is followed after five minutes (`docs/decisions/0027`).
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
 * From which offset on operators are warned, and from which on a process is not ready (docs/contract#readiness).
 */
export const WARNED_FROM_MS = 2 * SECOND_MS
export const UNREADY_FROM_MS = 10 * SECOND_MS

const nearer = (one: number, other: number): number => (Math.abs(one) < Math.abs(other) ? one : other)

/** What two comparisons in a row agree on: a clock that stepped for a moment is no reason to turn anybody away. */
export const lastingOffsets = (latest: Offsets, before: Offsets | undefined): Offsets =>
  before === undefined
    ? latest
    : {
        machineMs: nearer(latest.machineMs, before.machineMs),
        processMs: nearer(latest.processMs, before.processMs),
      }

/** What is to be thought of a process whose clocks are so far off. */
export const clockStatus = ({ machineMs, processMs }: Offsets): 'pass' | 'warn' | 'fail' => {
  const furthest = Math.max(Math.abs(machineMs), Math.abs(processMs))
  if (furthest >= UNREADY_FROM_MS) return 'fail'
  return furthest >= WARNED_FROM_MS ? 'warn' : 'pass'
}

const seconds = (ms: number): string =>
  `${(Math.abs(ms) / SECOND_MS).toFixed(3)} s ${ms < 0 ? 'behind' : 'ahead of'}`

/** The offsets in a sentence for operators. */
export const offsetSentence = ({ machineMs, processMs }: Offsets): string =>
  `the machine's clock is ${seconds(machineMs)} the database's, this process's time ${seconds(processMs)} it`
