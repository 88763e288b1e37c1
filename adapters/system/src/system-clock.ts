import type { Clock } from '@postrider/core/ports/clock'
import type { EpochMs } from '@postrider/core/domain/time/epoch-ms'

/**
 * The machine's clock. When the machine's time is set back it stands still until that time has caught up,
 * so that it never goes back within the process.
 */
export const createSystemClock = (wallMs: () => EpochMs = Date.now): Clock => {
  let lastMs: EpochMs = 0
  return {
    nowMs: () => {
      const nowMs = wallMs()
      if (nowMs > lastMs) lastMs = nowMs
      return lastMs
    },
  }
}
