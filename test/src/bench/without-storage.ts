import { type Account, accountKey } from '@postrider/core/domain/ledger/account'
import { newAccount } from '@postrider/core/domain/ledger/post'
import type { Message } from '@postrider/core/domain/messages/message'
import { E, TE } from '@postrider/core/fp'
import type { AcceptanceStorage } from '@postrider/core/ports/storage/acceptance-storage'
import type { ProjectionStorage } from '@postrider/core/ports/storage/projection-storage'
import type { Storage } from '@postrider/core/ports/storage/storage'
import { nothingKnown } from '../builders/nothing-known.js'

const RICH = 1_000_000_000_000

/**
 * Baseline (a): the same host and core, but acceptance remembers nothing and asks nobody, and every read shows the
 * message accepted last. Everything that is not
 * storage still happens: authentication, decoding, rendering, pricing, hashing, the ledger's chain, the answer.
 */
export const withoutStorage = (storage: Storage): Storage => {
  let catalogEpoch: number | undefined
  const accounts = new Map<string, Account>()
  let last: Message | undefined
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
    const plan = decide({ ...nothingKnown, catalogEpoch, accounts })
    for (const account of plan.accounts) accounts.set(accountKey(account), account)
    last = plan.acceptances.at(-1)?.message ?? last
    return E.right(plan.result)
  }
  const messages: ProjectionStorage['messages'] = (asked) =>
    TE.right({ epoch: catalogEpoch ?? 0, value: asked.map(() => last) })
  return {
    ...storage,
    acceptance: { ...storage.acceptance, accept },
    projections: { ...storage.projections, messages },
  }
}
