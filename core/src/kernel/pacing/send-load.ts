import { type EpochMs, SECOND_MS } from '../time/epoch-ms.js'

/** How long transactions of sends take in a process, lately and normally. */
export interface SendLoad {
  readonly recentMs: number
  readonly normalMs: number
  readonly atMs: EpochMs
}

/** The weight of one transaction in the recent time, and of the recent time in the normal one if it is shorter. */
const WEIGHT = 1 / 32

/** By how much of itself the normal time grows in a second while transactions take longer. */
const GROWTH_PER_SECOND = 0.01

/** A process without a transaction for this long is idle. */
const IDLE_AFTER_MS = SECOND_MS

const isIdle = ({ atMs }: SendLoad, nowMs: EpochMs): boolean => nowMs - atMs >= IDLE_AFTER_MS

/** Counts a transaction that took so long. After an idle time the recent time starts again. */
export const withSend = (load: SendLoad | undefined, tookMs: number, nowMs: EpochMs): SendLoad => {
  if (load === undefined) return { recentMs: tookMs, normalMs: tookMs, atMs: nowMs }
  const recentMs = isIdle(load, nowMs) ? tookMs : load.recentMs + (tookMs - load.recentMs) * WEIGHT
  const seconds = Math.min(1, Math.max(0, nowMs - load.atMs) / SECOND_MS)
  const normalMs =
    recentMs < load.normalMs
      ? load.normalMs + (recentMs - load.normalMs) * WEIGHT
      : Math.min(recentMs, load.normalMs * (1 + GROWTH_PER_SECOND * seconds))
  return { recentMs, normalMs, atMs: nowMs }
}

/** 0: no transactions lately; else how many times as long as normal they take, at least 1. */
export const loadLevel = (load: SendLoad, nowMs: EpochMs): number =>
  isIdle(load, nowMs) ? 0 : Math.max(1, load.recentMs / Math.max(1, load.normalMs))
