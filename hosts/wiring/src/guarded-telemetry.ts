import type { Clock } from '@postrider/core/kernel/ports/clock'
import type { Telemetry } from '@postrider/core/messaging/ports/telemetry'
import { SECOND_MS } from '@postrider/core/kernel/time/epoch-ms'
import type { HostLog } from '@postrider/web-server/hosting/host-log'

/** At most one line in this time. */
const PAUSE_MS = 5 * SECOND_MS

/** Telemetry that never throws: an error of a listener is logged, and the caller continues. */
export const guardedTelemetry = (telemetry: Telemetry, log: HostLog, { nowMs }: Clock): Telemetry => {
  let loggedAtMs = -Infinity
  const failed = (err: unknown): void => {
    if (nowMs() - loggedAtMs < PAUSE_MS) return
    loggedAtMs = nowMs()
    log.error({ err }, 'telemetry failed: emit threw or rejected')
  }
  return {
    ...telemetry,
    emit: (event) => {
      try {
        const answer: unknown = telemetry.emit(event)
        if (answer instanceof Promise) answer.catch(failed)
      } catch (err) {
        failed(err)
      }
    },
  }
}
