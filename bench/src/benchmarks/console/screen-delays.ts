import { quantile } from '../quantile.js'

/** A change that was committed: its number, and when its transaction wrote it. */
export interface CommittedChange {
  readonly seq: number
  readonly atMs: number
}

/** An event that came to a screen. */
export interface ScreenEvent {
  /** All changes up to this number are in it. */
  readonly seq: number
  /** As of when its gauges were read; undefined where it has none. */
  readonly asOfMs: number | undefined
  readonly receivedAtMs: number
}

/** How long changes took to their screens. */
export interface DelaySummary {
  readonly p50Ms: number
  readonly p95Ms: number
  readonly p99Ms: number
  /** Changes by screens. */
  readonly count: number
}

/** The first event of a screen that shows a change: by its number, or by the moment of its gauges. */
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

/** From the commit of each change, in the order of numbers, to each screen; one that was never shown took for ever. */
export const changeDelays = (
  screens: ReadonlyArray<readonly ScreenEvent[]>,
  changes: readonly CommittedChange[],
): DelaySummary => delaysOf(screens, changes, (event, change) => event.seq >= change.seq)

/** The same up to gauges that were read no earlier than the change was written. */
export const gaugeDelays = (
  screens: ReadonlyArray<readonly ScreenEvent[]>,
  changes: readonly CommittedChange[],
): DelaySummary =>
  delaysOf(screens, changes, (event, change) => (event.asOfMs ?? Number.NEGATIVE_INFINITY) >= change.atMs)
