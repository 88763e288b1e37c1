import { expect } from 'chai'
import { accountKey } from '@postrider/core/ledger/domain/account'
import { getBalance } from '@postrider/core/messaging/use-cases/accounts/get-balance'
import { listUsage, type UsageRequest } from '@postrider/core/messaging/use-cases/usage/list-usage'
import { reconcile } from '@postrider/core/ledger/use-cases/reconcile'
import { authentication } from '@postrider/core/identity/use-cases/credentials/authentication'
import { creditAccount } from '../../../../builders/credit-account.js'
import { left, right } from '@postrider/conformance/outcome'
import { NOW_MS } from '@postrider/conformance/builders/fresh'
import { aDispatcher } from '../../../fakes/dispatch-world.js'
import { asking } from '../../../../builders/granted.js'

const aTill = () => {
  const one = aDispatcher()
  const auth = authentication(one.ports)
  const usage = listUsage(one.ports, auth)
  const range = { currency: 'INR', fromMs: NOW_MS - 1, toMs: NOW_MS + 60_000, limit: 50, cursor: undefined }
  const page = (request: Partial<UsageRequest> = {}) => usage(one.caller, { ...range, ...request })
  return { ...one, balance: getBalance(one.ports, auth), page, credit: creditAccount(one.ports) }
}

describe('A balance', () => {
  it("is the account's amounts, with what is available", async () => {
    const till = aTill()
    till.accept()
    expect(await right(till.balance(till.caller, 'INR'))).to.deep.equal({
      organizationId: till.tenant.organization.organizationId,
      currency: 'INR',
      asOfMs: NOW_MS,
      availableMinor: 975,
      reservedMinor: 25,
      postedMinor: 1e3,
      projectionVersion: 2,
      reconciliationStatus: 'pending',
    })
  })

  it('is zero in a currency without an account', async () => {
    const till = aTill()
    expect(await right(till.balance(till.caller, 'USD'))).to.include({
      availableMinor: 0,
      reservedMinor: 0,
      postedMinor: 0,
      projectionVersion: 0,
      reconciliationStatus: 'reconciled',
    })
  })

  it('shows its comparison with the ledger: drift, complete, or incomplete', async () => {
    const till = aTill()
    const status = async () => (await right(till.balance(till.caller, 'INR'))).reconciliationStatus
    const check = async () => void (await right(reconcile(till.ports)(undefined)))
    expect(await status()).to.equal('pending')
    await check()
    expect(await status()).to.equal('reconciled')
    till.accept()
    expect(await status()).to.equal('pending')
    await check()
    expect(await status()).to.equal('reconciled')
    const at = accountKey(till.tenant.accountKey)
    const account = till.tables.accounts.get(at)
    if (account === undefined) throw new Error('no account')
    till.tables.accounts.set(at, { ...account, postedMinor: 9_999 })
    expect(await status()).to.equal('pending')
    await check()
    expect(await status()).to.equal('drift')
    await right(till.credit(till.tenant.accountKey, 5))
    expect(await status()).to.equal('drift')
  })

  it('is shown only to credentials with the permission', async () => {
    const till = aTill()
    const caller = { ...till.caller, credential: { ...till.caller.credential, actions: [] } }
    expect((await left(asking('billing.read', till.balance)(caller, 'INR')))._tag).to.equal(
      'ActionNotGranted',
    )
  })
})

describe('A credit', () => {
  it('adds to the account, and opens it if needed', async () => {
    const till = aTill()
    const key = { ...till.tenant.accountKey, currency: 'EUR' }
    await right(till.credit(key, 70))
    expect(await right(till.credit(key, 30))).to.include({ postedMinor: 100, version: 2 })
    expect(till.tables.accounts.get(accountKey(key))?.postedMinor).to.equal(100)
  })
})

describe('Usage', () => {
  it('has pages that together contain every entry once, in order, also during bookings', async () => {
    const till = aTill()
    for (let count = 0; count < 7; count += 1) till.accept()
    const seen: number[] = []
    let cursor: string | undefined
    do {
      const page = await right(till.page({ limit: 3, cursor }))
      seen.push(...page.entries.map(({ seq }) => seq))
      cursor = page.nextCursor
      if (seen.length === 3) till.accept()
    } while (cursor !== undefined)
    expect(seen).to.deep.equal([2, 3, 4, 5, 6, 7, 8, 9])
  })

  it('has no next page if the last one is exactly full', async () => {
    const till = aTill()
    for (let count = 0; count < 3; count += 1) till.accept()
    expect((await right(till.page({ limit: 3 }))).nextCursor).to.equal(undefined)
  })

  it('refuses a cursor of another query or an invalid one', async () => {
    const till = aTill()
    for (let count = 0; count < 3; count += 1) till.accept()
    const { nextCursor } = await right(till.page({ limit: 1 }))
    for (const request of [{ cursor: nextCursor, fromMs: NOW_MS }, { cursor: 'x' }, { cursor: '' }]) {
      const refused = await left(till.page(request))
      expect(refused).to.deep.include({ _tag: 'InvalidRequest' })
    }
  })

  it('refuses a range beyond the limits, but first a credential without the permission', async () => {
    const till = aTill()
    expect((await left(till.page({ toMs: NOW_MS + 300_001 })))._tag).to.equal('InvalidRequest')
    const auth = authentication(till.ports)
    const caller = { ...till.caller, credential: { ...till.caller.credential, actions: [] } }
    const request = { currency: 'INR', fromMs: 5, toMs: 1, limit: 1, cursor: undefined }
    expect((await left(asking('usage.read', listUsage(till.ports, auth))(caller, request)))._tag).to.equal(
      'ActionNotGranted',
    )
  })
})
