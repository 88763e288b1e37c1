import type { ProviderAccountId } from '../../../kernel/ids/id.js'
import type { AccountHealth } from './account-health.js'

/** An account that doesn't work, and the reasons that were reported since it stopped. */
export interface AccountOutage {
  /** Why it doesn't work now, if known. */
  readonly reason: string | undefined
  /**
   * Every reason that was reported in this outage. If a provider alternates between two reasons, each is
   * reported once.
   */
  readonly reported: readonly string[]
}

export type AccountOutages = ReadonlyMap<ProviderAccountId, AccountOutage>

/** An account that stopped working, still doesn't for another reason, or works again. */
export type OutageEvent =
  | {
      readonly _tag: 'AccountStopped'
      readonly providerAccountId: ProviderAccountId
      readonly status: AccountHealth['status']
      readonly reason: string
    }
  | { readonly _tag: 'AccountWorks'; readonly providerAccountId: ProviderAccountId }

/** The current outages, and the changes to report. */
export interface OutageChange {
  readonly outages: AccountOutages
  readonly events: readonly OutageEvent[]
}

export const NO_OUTAGES: AccountOutages = new Map()

/**
 * Further reasons aren't reported in one outage: an error text may contain a number that differs each time.
 */
const MOST_REASONS = 10

const UNKNOWN = 'the cause is unknown'

const isStopped = ({ status, isCircuitOpen }: AccountHealth): boolean =>
  isCircuitOpen === true || status === 'down' || status === 'refused'

/** The outage with its current reason, and that reason if it wasn't reported before. */
const followed = (before: AccountOutage | undefined, { detail }: AccountHealth) => {
  const reason = detail ?? before?.reason
  const text = reason ?? UNKNOWN
  const reported = before?.reported ?? []
  const isNew = !reported.includes(text) && reported.length < MOST_REASONS
  return {
    outage: { reason, reported: isNew ? [...reported, text] : reported },
    news: isNew ? text : undefined,
  }
}

/**
 * Compares the accounts of a process with the known outages. An outage starts when the account is down or
 * refused, or its circuit breaker opens. It ends when a call succeeds, a session opens, or the process closes
 * the account. Each outage and each of its reasons yields one event, however often the account is tried.
 */
export const followOutages = (
  before: AccountOutages,
  healthByAccount: ReadonlyMap<ProviderAccountId, AccountHealth>,
): OutageChange => {
  const outages = new Map<ProviderAccountId, AccountOutage>()
  const events: OutageEvent[] = []
  for (const [providerAccountId, health] of healthByAccount) {
    const known = before.get(providerAccountId)
    if (isStopped(health)) {
      const { outage, news } = followed(known, health)
      outages.set(providerAccountId, outage)
      if (news !== undefined)
        events.push({ _tag: 'AccountStopped', providerAccountId, status: health.status, reason: news })
    } else if (known !== undefined && health.status === 'up')
      events.push({ _tag: 'AccountWorks', providerAccountId })
    else if (known !== undefined) outages.set(providerAccountId, known)
  }
  return { outages, events }
}

/** Adds the reason of its outage to each account, even if the last call is too old to give it. */
export const withReasons = (
  healthByAccount: ReadonlyMap<ProviderAccountId, AccountHealth>,
  outages: AccountOutages,
): ReadonlyMap<ProviderAccountId, AccountHealth> =>
  new Map(
    [...healthByAccount].map(([accountId, health]) => {
      const detail = health.detail ?? (isStopped(health) ? outages.get(accountId)?.reason : undefined)
      return [accountId, { ...health, detail }]
    }),
  )

/** This process has stopped calling an account because it doesn't work, or calls it again. */
export interface CircuitChanged {
  readonly _tag: 'CircuitChanged'
  readonly providerAccountId: ProviderAccountId
  readonly isOpen: boolean
}
