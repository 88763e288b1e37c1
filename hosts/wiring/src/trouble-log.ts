import type { Clock } from '@postrider/core/ports/clock'
import type { Happening } from '@postrider/core/ports/telemetry'
import { type EpochMs, SECOND_MS } from '@postrider/core/domain/time/epoch-ms'
import type { HostLog } from './host-log.js'

/** At most one line about a place in this time: trouble comes in thousands. */
const PAUSE_MS = 5 * SECOND_MS

interface Place {
  readonly loggedAtMs: EpochMs
  readonly suppressed: number
}

/** Writes what operators must know: trouble, and providers that contradict themselves. */
export const logTrouble = (log: HostLog, clock: Clock): ((happening: Happening) => void) => {
  const places = new Map<string, Place>()
  return (happening) => {
    if (happening._tag === 'ReceiptContradicted') {
      log.warn(
        { count: happening.count },
        'receipts contradict final states; they were kept and changed nothing',
      )
      return
    }
    if (happening._tag !== 'Trouble') return
    const { where, cause } = happening
    const nowMs = clock.nowMs()
    const place = places.get(where)
    if (place !== undefined && nowMs - place.loggedAtMs < PAUSE_MS) {
      places.set(where, { ...place, suppressed: place.suppressed + 1 })
      return
    }
    places.set(where, { loggedAtMs: nowMs, suppressed: 0 })
    const suppressed = place?.suppressed ?? 0
    log.warn({ where, cause, ...(suppressed > 0 ? { suppressed } : {}) }, `trouble with ${where}`)
  }
}
