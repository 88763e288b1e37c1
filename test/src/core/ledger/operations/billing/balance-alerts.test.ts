import { expect } from 'chai'
import { ROLE_PERMISSIONS, ROLES } from '@postrider/core/identity/domain/people/roles'
import { DAY_MS } from '@postrider/core/kernel/time/epoch-ms'
import { reportLowBalances } from '@postrider/core/ledger/use-cases/report-low-balances'
import { mailContext } from '@postrider/core/identity/use-cases/mails/add-mail'
import { aMessage } from '@postrider/conformance/builders/a-message'
import { NOW_MS } from '@postrider/conformance/builders/fresh'
import { opened, right } from '@postrider/conformance/outcome'
import { acceptOne, aRequest, credit } from '@postrider/conformance/storage/messaging/accepting'
import { endMessages } from '@postrider/conformance/storage/messaging/settling'
import { useOffice } from '../../../assembly/an-office.js'
import { eventsLeft } from '../../../../builders/events-left.js'
import { NOT_FOUND } from '../../../runner/use-cases/strange.js'

describe('The email about a low balance', () => {
  const office = useOffice()
  const account = () => ({ organizationId: office.at.organizationId, currency: 'INR', environment: 'test' })
  const key = () =>
    ({ organizationId: office.at.organizationId, environment: 'test', currency: 'INR' }) as const
  const set = (thresholdMinor?: number) =>
    office.at.doneAtWebsite(office.at.owner, 'setBalanceAlert', {
      ...account(),
      ...(thresholdMinor === undefined ? {} : { thresholdMinor }),
    })

  /** Returns the emails since the previous call. */
  const emails = async () => {
    const { storage, keyRing, clock } = office.at
    const jobs = await right(storage.mails.claim(clock.nowMs(), 365 * DAY_MS, 100))
    return jobs
      .filter(({ kind }) => kind === 'low_balance')
      .map(
        ({ mailJobId, sealed }) =>
          JSON.parse(opened(keyRing.open(sealed, mailContext(mailJobId)))) as Record<string, unknown>,
      )
  }
  const report = () => right(reportLowBalances(office.at)())
  const fall = async () => {
    const message = aMessage({ organizationId: office.at.organizationId })
    await acceptOne(office.at.storage, aRequest({ message }))
    return {
      rise: () => right(endMessages(office.at.storage, [message.messageId], 'release', NOW_MS + 1)),
      cost: message.charge.amountMinor,
    }
  }

  it('goes to owners and billing people once for each fall, with concurrent comparisons', async () => {
    const { at } = office
    const before = (await eventsLeft(at.storage)).length
    const billing = await at.member('billing')
    for (const role of ['admin', 'developer', 'viewer'] as const) await at.member(role)
    await credit(at.storage, key(), 100)
    const notBefore = await fall()
    await notBefore.rise()
    await set(80)
    expect(await report()).to.equal(0)
    const { rise, cost } = await fall()
    const all = await Promise.all([1, 2, 3, 4].map(report))
    expect(all.reduce((sum, one) => sum + one, 0)).to.equal(1)
    const sent = await emails()
    const members = await at.doneAtWebsite(at.owner, 'listOrganizationMembers', {
      organizationId: at.organizationId,
    })
    const concerned = members.members.filter(({ role }) => role === 'owner' || role === 'billing')
    expect(concerned.map(({ userId }) => userId)).to.include(billing.userId)
    expect(sent.map(({ email }) => email)).to.have.members(concerned.map(({ email }) => email))
    expect(sent[0]).to.include({
      environment: 'test',
      currency: 'INR',
      availableMinor: 100 - cost,
      thresholdMinor: 80,
    })
    expect((await eventsLeft(at.storage)).slice(before)).to.deep.equal([
      {
        type: 'balance.low',
        organizationId: at.organizationId,
        environment: 'test',
        data: { currency: 'INR', availableMinor: 100 - cost, thresholdMinor: 80 },
      },
    ])
    const again = await fall()
    await report()
    expect(await emails()).to.deep.equal([])
    await again.rise()
    await rise()
    expect(await report()).to.equal(1)
    expect(await emails()).to.deep.equal([])
    await fall()
    expect(await report()).to.equal(1)
    expect(await emails()).to.have.length(concerned.length)
  })

  it("isn't sent when it is off, or when the balance was already below the new limit", async () => {
    await credit(office.at.storage, key(), 50)
    expect(await set()).to.deep.include({ environment: 'test', thresholdMinor: null })
    await fall()
    expect(await report()).to.equal(0)
    await set(1_000_000)
    expect(await report()).to.equal(0)
    expect(await emails()).to.deep.equal([])
  })

  it('is set by members with the billing permission, visible to those who read billing, and hidden from other Organizations', async () => {
    const { at } = office
    const read = { ...account() }
    const written = { ...account(), thresholdMinor: 500 }
    for (const role of ROLES) {
      const member = await at.member(role)
      const may = (permission: string) => (ROLE_PERMISSIONS[role] as readonly string[]).includes(permission)
      if (may('billing.manage')) await at.doneAtWebsite(member, 'setBalanceAlert', written)
      else
        expect(await at.refusedAtWebsite(member, 'setBalanceAlert', written)).to.include({
          _tag: 'PermissionDenied',
        })
      if (may('billing.read'))
        expect(await at.doneAtWebsite(member, 'getBalanceAlert', read)).to.include({ thresholdMinor: 500 })
      else
        expect(await at.refusedAtWebsite(member, 'getBalanceAlert', read)).to.include({
          _tag: 'PermissionDenied',
        })
    }
    for (const [name, body] of [
      ['getBalanceAlert', read],
      ['setBalanceAlert', written],
    ] as const)
      expect(await at.refusedAtWebsite(at.other.owner, name, body)).to.deep.include(NOT_FOUND)
    const own = { ...read, organizationId: at.other.organizationId }
    expect(await at.doneAtWebsite(at.other.owner, 'getBalanceAlert', own)).to.include({
      thresholdMinor: null,
    })
    const act = (await at.acts()).find(({ action }) => action === 'setBalanceAlert')
    expect(act?.details).to.include({ currency: 'INR', environment: 'test' })
  })
})
