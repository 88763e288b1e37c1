import { type Account, accountKey } from '@postrider/core/domain/ledger/account'
import { newAccount } from '@postrider/core/domain/ledger/post'
import { E } from '@postrider/core/fp'
import type { AcceptanceStorage } from '@postrider/core/ports/storage/acceptance-storage'
import type { Storage } from '@postrider/core/ports/storage/storage'

const RICH = 1_000_000_000_000

/**
 * Baseline (a): the same host and core, but acceptance remembers nothing and asks nobody. Everything that is not
 * storage still happens: authentication, decoding, rendering, pricing, hashing, the ledger's chain, the answer.
 */
export const withoutStorage = (storage: Storage): Storage => {
  let catalogEpoch: number | undefined
  const accounts = new Map<string, Account>()
  const accept: AcceptanceStorage['accept'] = (inquiry, decide) => async () => {
    if (catalogEpoch === undefined) {
      const epoch = await storage.catalog.epoch()()
      if (E.isLeft(epoch)) return epoch
      catalogEpoch = epoch.right
    }
    for (const key of inquiry.accounts) {
      const name = accountKey(key)
      if (!accounts.has(name)) accounts.set(name, { ...newAccount(key), postedMinor: RICH })
    }
    const plan = decide({ catalogEpoch, accepted: new Map(), accounts })
    for (const account of plan.accounts) accounts.set(accountKey(account), account)
    return E.right(plan.result)
  }
  return { ...storage, acceptance: { ...storage.acceptance, accept } }
}
