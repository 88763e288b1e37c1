import type { Account } from '@postrider/core/ledger/domain/account'
import { newAccount, post } from '@postrider/core/ledger/domain/post'
import { fresh, NOW_MS } from './fresh.js'
import { sha256 } from './sha256.js'

/** An account with one credit of 1,000 rupees. */
export const anAccount = (overrides: Partial<Account> = {}): Account => {
  const { organizationId = fresh.id('org'), environment = 'test', currency = 'INR' } = overrides
  const { postedMinor = 100_000 } = overrides
  const credit = { entryId: fresh.id('ent'), type: 'credit', amountMinor: postedMinor } as const
  return {
    ...post(newAccount({ organizationId, environment, currency }), credit, NOW_MS, sha256).account,
    ...overrides,
  }
}
