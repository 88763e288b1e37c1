import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import type { AppRuns } from './derive-runs.js'
import { type EventBlock, type EventRun, lengthOfRun, type StreamOwner } from './event.js'

/** The end of an app's stream of events. */
export interface EventStream extends StreamOwner {
  /** The sequence of its newest event; 0 if there is none. */
  readonly sequence: number
  /** The time of the last restoration before its last event; 0: there was none. */
  readonly generation: EpochMs
  /** When its last event got its number, by the database's clock. */
  readonly numberedAtMs: EpochMs
}

/** The moment of numbering. */
export interface Numbering {
  readonly nowMs: EpochMs
  /** The time of the last restoration; 0: there was none. */
  readonly generation: EpochMs
  /** Draws the random seed of a block. */
  readonly seed: () => number
}

/** A block is closed when it has this many events. */
const BLOCK_EVENTS = 500

/** No app gets more numbers than this in a millisecond, so that a gap of this rate is above all of them. */
const MOST_PER_MS = 100
/** For a backup that is restored within a few milliseconds, and clocks that differ by as much. */
const LEAST_GAP = 100_000

const blockOf = (
  owner: StreamOwner,
  first: number,
  runs: readonly EventRun[],
  at: Numbering,
): EventBlock => ({
  ...owner,
  first,
  last: first + runs.reduce((sum, run) => sum + lengthOfRun(run), 0) - 1,
  seed: at.seed(),
  numberedAtMs: at.nowMs,
  runs,
})

const blocksOf = (
  owner: StreamOwner,
  after: number,
  runs: readonly EventRun[],
  at: Numbering,
): readonly EventBlock[] => {
  const blocks: EventBlock[] = []
  let pending: EventRun[] = []
  let count = 0
  const close = (): void => {
    if (pending.length === 0) return
    blocks.push(blockOf(owner, (blocks.at(-1)?.last ?? after) + 1, pending, at))
    pending = []
    count = 0
  }
  for (const run of runs) {
    pending.push(run)
    count += lengthOfRun(run)
    if (count >= BLOCK_EVENTS) close()
  }
  close()
  return blocks
}

/**
 * The event that states which numbers a restored stream skips: more than readers may have seen of the history
 * that was lost (docs/promises#restored-event-streams). Undefined if nothing was restored since its last
 * event, or it has no event.
 */
const gapOf = (
  { sequence, generation, numberedAtMs }: EventStream,
  at: Numbering,
): { readonly to: number; readonly run: EventRun } | undefined => {
  if (sequence === 0 || generation >= at.generation) return undefined
  const to = sequence + LEAST_GAP + Math.max(0, at.nowMs - numberedAtMs) * MOST_PER_MS
  const data = { fromSequence: sequence + 1, toSequence: to }
  return { to, run: { kind: 'note', atMs: at.nowMs, type: 'events.gap', data } }
}

/** An app's stream after further events, and the new blocks. */
export interface Appended {
  readonly stream: EventStream
  readonly blocks: readonly EventBlock[]
}

/** Appends events to an app's stream, without gaps; after a restoration, first the event about it. */
export const appendRuns = (stream: EventStream, runs: readonly EventRun[], at: Numbering): Appended => {
  const { appId, organizationId, environment } = stream
  const owner = { appId, organizationId, environment }
  const gap = gapOf(stream, at)
  const blocks =
    gap === undefined
      ? blocksOf(owner, stream.sequence, runs, at)
      : blocksOf(owner, gap.to, [gap.run, ...runs], at)
  const sequence = blocks.at(-1)?.last ?? stream.sequence
  return { stream: { ...owner, sequence, generation: at.generation, numberedAtMs: at.nowMs }, blocks }
}

/** The stream of an app without events. */
export const newStream = ({ appId, organizationId, environment }: AppRuns, at: Numbering): EventStream => ({
  appId,
  organizationId,
  environment,
  sequence: 0,
  generation: at.generation,
  numberedAtMs: at.nowMs,
})
