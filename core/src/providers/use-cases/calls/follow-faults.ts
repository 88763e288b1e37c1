import { restsUntilMs } from '../../domain/calls/account-fault.js'
import { detailWith } from '../../domain/calls/provider-reason.js'
import type { ProviderAccountId } from '../../../kernel/ids/id.js'
import type { StorageUnavailable } from '../../../kernel/refusals/outage.js'
import { type EpochMs, SECOND_MS } from '../../../kernel/time/epoch-ms.js'
import { E, type TE } from '../../../fp.js'
import type { AccountHealthStorage } from '../../ports/account-health-storage.js'
import type { Clock } from '../../../kernel/ports/clock.js'
import type { AccountCircuits } from './account-circuits.js'

/** The interval between two readings of the faults. */
const EVERY_MS = 5 * SECOND_MS

interface Needs {
  readonly storage: { readonly accountHealth: AccountHealthStorage }
  readonly clock: Clock
}

/**
 * Stops calling accounts whose provider reports a fault of the account for messages that it took
 * (docs/api/delivery#several-accounts). Any process may have received the reports. Right: done, or not due
 * yet.
 */
export const followFaults = (
  { storage, clock }: Needs,
  circuits: Pick<AccountCircuits, 'rest'>,
): (() => TE.TaskEither<StorageUnavailable, void>) => {
  const followed = new Map<ProviderAccountId, EpochMs>()
  let readAtMs: EpochMs | undefined
  return () => async () => {
    const nowMs = clock.nowMs()
    if (readAtMs !== undefined && nowMs < readAtMs + EVERY_MS) return E.right(undefined)
    const read = await storage.accountHealth.faults()()
    if (E.isLeft(read)) return read
    readAtMs = nowMs
    for (const fault of read.right) {
      const { providerAccountId, reason, lastAtMs } = fault
      const untilMs = restsUntilMs(fault, nowMs)
      if (untilMs === undefined || followed.get(providerAccountId) === lastAtMs) continue
      followed.set(providerAccountId, lastAtMs)
      const detail = detailWith(`the provider reports a fault of the account, ${reason.code}`, reason)
      circuits.rest(providerAccountId, detail, untilMs)
    }
    return E.right(undefined)
  }
}
