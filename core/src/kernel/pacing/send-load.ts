import { type EpochMs, SECOND_MS } from '../time/epoch-ms.js'

/** How long send transactions of a process take, recently and normally. */
export interface SendLoad {
  readonly recentMs: number
  readonly normalMs: number
  readonly atMs: EpochMs
}

/**
 * The weight of one transaction in the recent duration. The recent duration has the same weight in the normal
 * duration if it is shorter.
 */
const WEIGHT = 1 / 32

/** The share by which the normal time grows per second while transactions take longer. */
const GROWTH_PER_SECOND = 0.01

/** A process without a send transaction for this long is idle. */
const IDLE_AFTER_MS = SECOND_MS

const isIdle = ({ atMs }: SendLoad, nowMs: EpochMs): boolean => nowMs - atMs >= IDLE_AFTER_MS

/** Adds a transaction that took this long. After an idle period the recent time starts again. */
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

/** 0: no recent transactions; otherwise the ratio of recent to normal time, at least 1. */
export const loadLevel = (load: SendLoad, nowMs: EpochMs): number =>
  isIdle(load, nowMs) ? 0 : Math.max(1, load.recentMs / Math.max(1, load.normalMs))
