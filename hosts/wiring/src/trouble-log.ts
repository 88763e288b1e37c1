import type { Clock } from '@postrider/core/ports/clock'
import type { TelemetryEvent } from '@postrider/core/ports/telemetry'
import { type EpochMs, SECOND_MS } from '@postrider/core/domain/time/epoch-ms'
import type { HostLog } from './host-log.js'
import { foundBy } from './message-log.js'

/** At most one line about a place in this time: trouble comes in thousands. */
const PAUSE_MS = 5 * SECOND_MS

interface Place {
  readonly loggedAtMs: EpochMs
  readonly suppressed: number
}

/** What happened to somebody's policy, and is no trouble of ours. */
const logNotices = (log: HostLog, event: TelemetryEvent): void => {
  switch (event._tag) {
    case 'JobGivenUp': {
      const { messageId, trace } = event
      if (messageId !== undefined)
        log.warn(
          foundBy({ messageId, trace }),
          'the queue gave a job up whose consumers died; its message is looked at again',
        )
      return
    }
    case 'BudgetReached':
      log.warn({ budgetId: event.budgetId, percent: event.percent }, 'a budget reached a percentage')
      return
    case 'PrefixBlocked': {
      const { prefix, sends, verified } = event
      log.warn(
        { prefix, sends, verified },
        'passcodes to a prefix of an app are blocked: hardly any is verified',
      )
      return
    }
    default:
  }
}

/** Writes what operators must know: trouble, jobs that the queue gave up, budgets and toll fraud. */
export const logTrouble = (log: HostLog, clock: Clock): ((event: TelemetryEvent) => void) => {
  const places = new Map<string, Place>()
  return (event) => {
    logNotices(log, event)
    if (event._tag !== 'Trouble') return
    const { where, cause, about } = event
    const nowMs = clock.nowMs()
    const place = places.get(where)
    const ageMs = place === undefined ? Infinity : nowMs - place.loggedAtMs
    // A line from the future is one from before the process took its time from the database.
    if (place !== undefined && ageMs >= 0 && ageMs < PAUSE_MS) {
      places.set(where, { ...place, suppressed: place.suppressed + 1 })
      return
    }
    places.set(where, { loggedAtMs: nowMs, suppressed: 0 })
    const suppressed = place?.suppressed ?? 0
    const found = about === undefined ? {} : foundBy(about)
    log.warn({ where, cause, ...found, ...(suppressed > 0 ? { suppressed } : {}) }, `trouble with ${where}`)
  }
}
