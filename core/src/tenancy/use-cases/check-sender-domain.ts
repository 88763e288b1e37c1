import type { Sender } from '../../channels/channels.js'
import type { DomainRecord } from '../../channels/domain-record.js'
import { domainNamesOf, domainRecordsOf } from '../../channels/own-records.js'
import type { DnsRecords } from '../../channels/ports/dns-records.js'
import { memoized } from '../../kernel/caching/memoized.js'
import { recent } from '../../kernel/caching/recent.js'
import type { Clock } from '../../kernel/ports/clock.js'
import { DAY_MS, type EpochMs, MINUTE_MS } from '../../kernel/time/epoch-ms.js'

/** The result of a check. */
export interface DomainCheck {
  readonly records: readonly DomainRecord[]
  readonly checkedAtMs: EpochMs
}

interface Needs {
  readonly clock: Clock
  readonly dnsRecords: DnsRecords
}

/** Results are kept for a day; those with a problem only briefly, because somebody may be fixing it. */
const KEPT_MS = DAY_MS
const KEPT_WITH_PROBLEM_MS = MINUTE_MS
const MOST_KEPT = 10_000

const hasProblem = ({ records }: DomainCheck): boolean => records.some(({ status }) => status !== 'ok')

const domainChecks = ({ clock, dnsRecords }: Needs) => {
  const kept = recent<string, Promise<DomainCheck>>(MOST_KEPT)

  const check = async (sender: Sender, names: readonly string[]): Promise<DomainCheck> => {
    const found = await Promise.all(names.map(async (name) => [name, await dnsRecords.txt(name)] as const))
    return { records: domainRecordsOf(sender, new Map(found)), checkedAtMs: clock.nowMs() }
  }

  return async (sender: Sender): Promise<DomainCheck | undefined> => {
    const names = domainNamesOf(sender)
    if (names === undefined) return undefined
    const key = JSON.stringify(sender)
    const known = await kept.get(key)
    const keptMs = known !== undefined && hasProblem(known) ? KEPT_WITH_PROBLEM_MS : KEPT_MS
    if (known !== undefined && clock.nowMs() - known.checkedAtMs < keptMs) return known
    const checking = check(sender, names)
    kept.set(key, checking)
    return checking
  }
}

/**
 * Checks the DNS records of senders' domains, and keeps results in this process
 * (docs/api/senders#email-domains). The check of a sender without a domain is undefined.
 */
export const senderDomainChecks = memoized(domainChecks)
