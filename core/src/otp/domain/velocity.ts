import { greatestOf } from '../../kernel/numbers/extremes.js'
import type { AppId } from '../../kernel/ids/id.js'
import { DAY_MS, type EpochMs, MINUTE_MS, SECOND_MS } from '../../kernel/time/epoch-ms.js'

/** An OTP that was sent to a destination. */
export interface PastSend {
  readonly appId: AppId
  readonly createdAtMs: EpochMs
}

/** A limit: at most `most` sends within a period. */
interface Velocity {
  readonly most: number
  readonly withinMs: number
}

const OF_ONE_APP: readonly Velocity[] = [
  { most: 1, withinMs: 30 * SECOND_MS },
  { most: 5, withinMs: 10 * MINUTE_MS },
  { most: 10, withinMs: DAY_MS },
]
const OF_ALL_APPS: readonly Velocity[] = [{ most: 20, withinMs: DAY_MS }]

/** How far back sends count. */
export const VELOCITY_WINDOW_MS = DAY_MS

const waitMs = (times: readonly EpochMs[], { most, withinMs }: Velocity, nowMs: EpochMs): number => {
  const recent = times.filter((atMs) => atMs > nowMs - withinMs).sort((one, other) => other - one)
  const blocking = recent[most - 1]
  return blocking === undefined ? 0 : blocking + withinMs - nowMs
}

/**
 * The time until another OTP can be sent to the destination, in milliseconds; 0 means now
 * (docs/api/otp#otp-velocity: per app and destination 1 in 30 s, 5 in 10 min, 10 in 24 h; 20 in 24 h over
 * all apps).
 */
export const velocityWaitMs = (past: readonly PastSend[], appId: AppId, nowMs: EpochMs): number => {
  const all = past.map(({ createdAtMs }) => createdAtMs)
  const own = past.filter((send) => send.appId === appId).map(({ createdAtMs }) => createdAtMs)
  const waits = [
    ...OF_ONE_APP.map((velocity) => waitMs(own, velocity, nowMs)),
    ...OF_ALL_APPS.map((velocity) => waitMs(all, velocity, nowMs)),
  ]
  return greatestOf(waits)
}
