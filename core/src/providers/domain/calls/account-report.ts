import { leastOf } from '../../../kernel/numbers/extremes.js'
import type { ProviderAccountId } from '../../../kernel/ids/id.js'
import { type EpochMs, MINUTE_MS } from '../../../kernel/time/epoch-ms.js'
import { type AccountHealth, HEALTH_STATUSES, type HealthStatus } from './account-health.js'

/** A random number that identifies a process. */
export type ProcessNumber = number

/** The number of a new process; `fraction` is random, 0 to 1. */
export const processNumber = (fraction: number): ProcessNumber =>
  1 + Math.floor(fraction * (Number.MAX_SAFE_INTEGER - 1))

/** The last report of a process about an account that it has open. */
export interface AccountReport extends Omit<AccountHealth, 'isCircuitOpen' | 'slowedTo'> {
  readonly isCircuitOpen: boolean
  readonly process: ProcessNumber
  readonly providerAccountId: ProviderAccountId
  readonly reportedAtMs: EpochMs
}

/** The reports of all processes, and the accounts that can't send now. */
export interface ReportsFacts {
  readonly reports: readonly AccountReport[]
  readonly unready: ReadonlySet<ProviderAccountId>
}

/** The writes for a process's report of its accounts. */
export interface ReportsPlan {
  /** Deletes all reports of these processes: this process's earlier ones, and those of stopped processes. */
  readonly forgotten: readonly ProcessNumber[]
  readonly added: readonly AccountReport[]
  /** The accounts that can't send, if they have changed: the catalog then gets a new epoch. */
  readonly unready: readonly ProviderAccountId[] | undefined
}

const LONGEST_DETAIL = 200

/** A process without a report for this long has stopped: every process reports every ten seconds. */
const GONE_AFTER_MS = MINUTE_MS

/** The reports of running processes. */
export const presentReports = (reports: readonly AccountReport[], nowMs: EpochMs): readonly AccountReport[] =>
  reports.filter(({ reportedAtMs }) => reportedAtMs > nowMs - GONE_AFTER_MS)

const isOut = (status: HealthStatus): boolean => status === 'down' || status === 'refused'

const byAccount = (
  reports: readonly AccountReport[],
): ReadonlyMap<ProviderAccountId, readonly AccountReport[]> => {
  const found = new Map<ProviderAccountId, AccountReport[]>()
  for (const report of reports) {
    const own = found.get(report.providerAccountId)
    if (own === undefined) found.set(report.providerAccountId, [report])
    else own.push(report)
  }
  return found
}

/** The accounts that are down or refused in every process that has them open. */
const unreadyIn = (reports: readonly AccountReport[]): readonly ProviderAccountId[] =>
  [...byAccount(reports)].flatMap(([accountId, own]) =>
    own.every(({ status }) => isOut(status)) ? [accountId] : [],
  )

/** The writes after a process reports the health of its accounts; it has no others open. */
export const publishHealth = (
  process: ProcessNumber,
  health: ReadonlyMap<ProviderAccountId, AccountHealth>,
  { reports, unready: before }: ReportsFacts,
  nowMs: EpochMs,
): ReportsPlan => {
  const added = [...health].map(([providerAccountId, one]): AccountReport => ({
    status: one.status,
    sinceMs: one.sinceMs,
    sessions: one.sessions,
    callsInFlight: one.callsInFlight,
    isCircuitOpen: one.isCircuitOpen === true,
    detail: one.detail?.slice(0, LONGEST_DETAIL),
    process,
    providerAccountId,
    reportedAtMs: nowMs,
  }))
  const others = presentReports(reports, nowMs).filter((report) => report.process !== process)
  const present = new Set(others.map((report) => report.process))
  const gone = reports.map((report) => report.process).filter((each) => !present.has(each))
  const unready = unreadyIn([...others, ...added])
  const isSame = unready.length === before.size && unready.every((accountId) => before.has(accountId))
  return { forgotten: [...new Set([process, ...gone])], added, unready: isSame ? undefined : unready }
}

const rankOf = (status: HealthStatus): number => HEALTH_STATUSES.indexOf(status)

/**
 * Whether an account is healthier than in the process's last report, was opened since, or was closed after
 * being unable to send: other processes should know at once.
 */
export const isBetter = (
  before: ReadonlyMap<ProviderAccountId, AccountHealth>,
  now: ReadonlyMap<ProviderAccountId, AccountHealth>,
): boolean => {
  const isBetterNow = [...now].some(([accountId, { status }]) => {
    const last = before.get(accountId)
    return last === undefined || rankOf(status) < rankOf(last.status)
  })
  return isBetterNow || [...before].some(([accountId, { status }]) => isOut(status) && !now.has(accountId))
}

/** The health of an account across all processes. */
export interface OverallHealth extends Omit<AccountHealth, 'isCircuitOpen' | 'slowedTo'> {
  /** How many processes have it open. */
  readonly processes: number
  /** How many of them have its circuit breaker open. */
  readonly circuitsOpen: number
}

/**
 * The health of an account across the reports of all processes: the best status of any process, with a
 * problem that any of them reports. Undefined if no process has it open.
 */
export const overallHealth = (
  providerAccountId: ProviderAccountId,
  reports: readonly AccountReport[],
): OverallHealth | undefined => {
  const own = reports.filter((report) => report.providerAccountId === providerAccountId)
  const status = HEALTH_STATUSES.find((each) => own.some((report) => report.status === each))
  if (status === undefined) return undefined
  const best = own.filter((report) => report.status === status)
  return {
    status,
    sinceMs: leastOf(best.map(({ sinceMs }) => sinceMs)),
    detail: own.find(({ detail }) => detail !== undefined)?.detail,
    sessions: own.reduce((sum, { sessions }) => sum + sessions, 0),
    callsInFlight: own.reduce((sum, { callsInFlight }) => sum + callsInFlight, 0),
    processes: own.length,
    circuitsOpen: own.filter(({ isCircuitOpen }) => isCircuitOpen).length,
  }
}
