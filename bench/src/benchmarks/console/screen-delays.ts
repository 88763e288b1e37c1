import { quantile } from '../quantile.js'

/** A committed change: its number, and the time at which its transaction wrote it. */
export interface CommittedChange {
  readonly seq: number
  readonly atMs: number
}

/** An event of a screen. */
export interface ScreenEvent {
  /** It includes all changes up to this number. */
  readonly seq: number
  /** The time at which its gauges were read; undefined without gauges. */
  readonly asOfMs: number | undefined
  readonly receivedAtMs: number
}

/** The delays from changes to their screens. */
export interface DelaySummary {
  readonly p50Ms: number
  readonly p95Ms: number
  readonly p99Ms: number
  /** Changes times screens. */
  readonly count: number
}

/** The first event of a screen that shows a change: by its number, or by the time of its gauges. */
const shownAt = (
  events: readonly ScreenEvent[],
  from: number,
  isShown: (event: ScreenEvent) => boolean,
): number => {
  let at = from
  for (let event = events[at]; event !== undefined && !isShown(event); event = events[at]) at += 1
  return at
}

const delaysOf = (
  screens: ReadonlyArray<readonly ScreenEvent[]>,
  changes: readonly CommittedChange[],
  isShown: (event: ScreenEvent, change: CommittedChange) => boolean,
): DelaySummary => {
  const delays = screens.flatMap((events) => {
    let at = 0
    return changes.map((change) => {
      at = shownAt(events, at, (event) => isShown(event, change))
      return (events[at]?.receivedAtMs ?? Number.POSITIVE_INFINITY) - change.atMs
    })
  })
  delays.sort((one, other) => one - other)
  const [p50Ms, p95Ms, p99Ms] = [0.5, 0.95, 0.99].map((share) => quantile(delays, share))
  return {
    p50Ms: p50Ms ?? Number.NaN,
    p95Ms: p95Ms ?? Number.NaN,
    p99Ms: p99Ms ?? Number.NaN,
    count: delays.length,
  }
}

/** The delays from the commit of each change, in order, to each screen; infinite if it was never shown. */
export const changeDelays = (
  screens: ReadonlyArray<readonly ScreenEvent[]>,
  changes: readonly CommittedChange[],
): DelaySummary => delaysOf(screens, changes, (event, change) => event.seq >= change.seq)

/** The delays to gauges that were read no earlier than the change was written. */
export const gaugeDelays = (
  screens: ReadonlyArray<readonly ScreenEvent[]>,
  changes: readonly CommittedChange[],
): DelaySummary =>
  delaysOf(screens, changes, (event, change) => (event.asOfMs ?? Number.NEGATIVE_INFINITY) >= change.atMs)
