import type { Clock } from '@postrider/core/kernel/ports/clock'
import { type EpochMs, SECOND_MS } from '@postrider/core/kernel/time/epoch-ms'
import type { HostLog } from '@postrider/web-server/hosting/host-log'
import { foundBy } from './message-log.js'
import type { TelemetryTable } from './telemetry-table.js'

/** At most one line per part in this time, because failures come in thousands. */
const PAUSE_MS = 5 * SECOND_MS

interface LastLine {
  readonly loggedAtMs: EpochMs
  /** The number of failures since then. */
  readonly suppressed: number
}

/** Events that are logged every time. */
type Notices = Pick<
  TelemetryTable,
  | 'AccountStopped'
  | 'AccountWorks'
  | 'JobGivenUp'
  | 'BudgetReached'
  | 'PrefixBlocked'
  | 'OrganizationSetAside'
  | 'OrganizationRejoined'
>

/** Why an Organization's work is batched separately, for the log. */
const ASIDE_REASONS = {
  account_held: 'another transaction holds its account',
  rows_held: 'another transaction holds rows that it needs',
  batch_failed: 'it caused an error in a shared transaction',
} as const

/** Outcomes of a provider, a policy or a job that aren't failures of ours. */
const notices = (log: HostLog): Notices => ({
  AccountStopped: ({ providerAccountId, status, reason }) =>
    log.warn({ providerAccountId, status, reason }, 'provider account failed'),
  AccountWorks: ({ providerAccountId }) => log.info({ providerAccountId }, 'provider account recovered'),
  JobGivenUp: ({ messageId, trace }) => {
    if (messageId !== undefined)
      log.warn(
        foundBy({ messageId, trace }),
        'queue job dropped after consumer crashes; message scheduled again',
      )
  },
  OrganizationSetAside: ({ batcher, organizationId, why }) =>
    log.warn(
      { batcher, organizationId, why: ASIDE_REASONS[why] },
      'organization set aside with separate transactions',
    ),
  OrganizationRejoined: ({ batcher, organizationId, afterMs }) =>
    log.info({ batcher, organizationId, afterMs }, 'organization no longer set aside'),
  BudgetReached: ({ budgetId, percent }) => log.warn({ budgetId, percent }, 'budget percentage reached'),
  PrefixBlocked: ({ prefix, sends, verified }) =>
    log.warn(
      { prefix, sends, verified },
      'OTPs of app to number prefix blocked: few verified, SMS pumping suspected',
    ),
})

/** Events that administrators must know: failures, jobs that the queue gave up, budgets and toll fraud. */
export const failureLines = (log: HostLog, clock: Clock): Notices & Pick<TelemetryTable, 'PartFailed'> => {
  const lastLines = new Map<string, LastLine>()
  return {
    ...notices(log),
    PartFailed: ({ where, cause, about }) => {
      const nowMs = clock.nowMs()
      const last = lastLines.get(where)
      const ageMs = last === undefined ? Infinity : nowMs - last.loggedAtMs
      // A line from the future was written before the process took its time from the database.
      if (last !== undefined && ageMs >= 0 && ageMs < PAUSE_MS) {
        lastLines.set(where, { ...last, suppressed: last.suppressed + 1 })
        return
      }
      lastLines.set(where, { loggedAtMs: nowMs, suppressed: 0 })
      const suppressed = last?.suppressed ?? 0
      const found = about === undefined ? {} : foundBy(about)
      log.warn({ where, cause, ...found, ...(suppressed > 0 ? { suppressed } : {}) }, `failure in ${where}`)
    },
  }
}
