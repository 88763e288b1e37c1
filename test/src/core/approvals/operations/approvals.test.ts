import { expect } from 'chai'
import { choosePrice, priceList } from '@postrider/core/ledger/domain/pricing/choose-price'
import { DAY_MS, HOUR_MS, isoTime } from '@postrider/core/kernel/time/epoch-ms'
import type { Operator } from '@postrider/core/identity/use-cases/callers/caller'
import { reconcile } from '@postrider/core/ledger/use-cases/reconcile'
import { verifyLedger } from '@postrider/core/ledger/use-cases/verify-ledger'
import { checkInvariants } from '@postrider/core/platform/use-cases/verification/check-invariants'
import { fresh, NOW_MS } from '@postrider/conformance/builders/fresh'
import { right } from '@postrider/conformance/outcome'
import { acceptPaid, credit } from '@postrider/conformance/storage/messaging/accepting'
import { confirmedNow } from '../../../builders/an-operator.js'
import { useOffice } from '../../assembly/an-office.js'
import { aCredit, aDecision, aListPrice, decidedBy, worthOf } from './approval-calls.js'

const INR = { currency: 'INR' }

describe('A decision about a proposal', () => {
  const office = useOffice()
  let maker: Operator
  let checker: Operator
  beforeEach(async () => {
    maker = await office.at.operator()
    checker = await office.at.operator()
  })

  const worth = () => worthOf(office.at.storage, office.at.organizationId)
  const propose = async (changes: object = {}) =>
    (await office.at.doneAbove(maker, 'proposeBalanceCredit', aCredit(office.at.organizationId, changes)))
      .approval
  const adjust = (amountMinor: number) =>
    office.at.doneAbove(maker, 'proposeBalanceAdjustment', aCredit(office.at.organizationId, { amountMinor }))

  /** Returns the code of a refused decision. The proposal and everything that it is about are unchanged. */
  const refused = async (by: Operator, body: object): Promise<string> => {
    const before = await worth()
    const { _tag } = await office.at.refusedAbove(by, 'decideApproval', body)
    expect(await worth()).to.deep.equal(before)
    return _tag
  }

  it('books the money at once, chained to the earlier entries, and returns the result', async () => {
    const { organizationId, storage } = office.at
    await credit(storage, { organizationId, environment: 'test', ...INR }, 1_000)
    const approval = await decidedBy(
      office.at,
      [maker, checker],
      'proposeBalanceCredit',
      aCredit(organizationId),
    )
    expect(approval).to.deep.include({
      status: 'approved',
      decider: { userId: checker.proof.userId, by: 'operator', credentialId: null },
      decisionReason: 'The money has arrived.',
      decidedAt: isoTime(NOW_MS),
      version: 2,
    })
    const { account, events } = await worth()
    expect(account).to.include({ postedMinor: 51_000, version: 2 })
    expect(events.at(-1)).to.include({
      type: 'credit',
      amountMinor: 50_000,
      seq: 2,
      entryId: approval.entryId,
    })
    const [act] = (await office.at.acts()).slice(-1)
    expect(act).to.deep.include({
      action: 'decideApproval',
      reason: 'The money has arrived.',
      details: {
        verdict: 'approve',
        makerId: maker.proof.userId,
        became: approval.entryId,
        kind: 'balance_credit',
        environment: 'test',
        ...INR,
        amountMinor: 50_000,
      },
    })
    expect(act?.actor).to.deep.equal({ kind: 'operator', id: checker.proof.userId })
  })

  it('opens an account, credits and debits it by adjustments, and every check finds the books sound', async () => {
    const { organizationId, owner, app, storage, done } = office.at
    const both = [maker, checker] as const
    await decidedBy(office.at, both, 'proposeBalanceCredit', aCredit(organizationId))
    await acceptPaid(storage, { organizationId, appId: app.appId })
    await decidedBy(
      office.at,
      both,
      'proposeBalanceAdjustment',
      aCredit(organizationId, { amountMinor: -700 }),
    )
    await decidedBy(
      office.at,
      both,
      'proposeBalanceAdjustment',
      aCredit(organizationId, { amountMinor: 300 }),
    )
    const { account, events } = await worth()
    expect(events.map(({ type, amountMinor }) => [type, amountMinor])).to.deep.equal([
      ['credit', 50_000],
      ['credit', 25],
      ['reservation', 25],
      ['debit', 700],
      ['credit', 300],
    ])
    expect(account).to.include({ postedMinor: 49_625, reservedMinor: 25, version: 5 })
    const ledger = await right(verifyLedger(office.at)())
    const own = ledger.find((one) => one.organizationId === organizationId)
    expect(own).to.deep.include({ finding: undefined })
    expect(
      (await right(checkInvariants(office.at)())).violations.filter(({ subject }) =>
        subject.startsWith(organizationId),
      ),
    ).to.deep.equal([])
    await right(reconcile(office.at)(undefined))
    expect(await done(owner, 'getCustomerBalance', { organizationId, ...INR })).to.include({
      availableMinor: 49_600,
      reconciliationStatus: 'reconciled',
    })
    const range = { from: NOW_MS - HOUR_MS, to: NOW_MS + 1 }
    const { entries } = await done(owner, 'listCustomerBillingActivity', { organizationId, ...INR, ...range })
    expect(entries.map(({ type, amountMinor, status }) => [type, amountMinor, status])).to.deep.equal([
      ['credit', 50_000, 'posted'],
      ['credit', 25, 'posted'],
      ['reservation', 25, 'held'],
      ['debit', 700, 'posted'],
      ['credit', 300, 'posted'],
    ])
  })

  it('to reject is final and changes nothing else', async () => {
    const approval = await propose()
    const before = await worth()
    const decided = await office.at.doneAbove(
      checker,
      'decideApproval',
      aDecision(approval, { decision: 'reject', reason: 'Nothing has arrived.' }),
    )
    expect(decided.approval).to.deep.include({
      status: 'rejected',
      decisionReason: 'Nothing has arrived.',
      version: 2,
    })
    expect(decided.approval).not.to.have.any.keys('entryId', 'priceVersionId')
    expect(await worth()).to.deep.equal(before)
    expect(await refused(checker, aDecision(decided.approval))).to.equal('Conflict')
  })

  it("can't be made by the proposal's maker, through any interface for proposal or decision", async () => {
    const { organizationId, doneByAdminAgent, askByAdminAgent } = office.at
    const byHimself = await propose()
    const byAgent = (await doneByAdminAgent(maker, 'proposeBalanceCredit', aCredit(organizationId))).approval
    const before = await worth()
    for (const approval of [byHimself, byAgent])
      for (const decision of ['approve', 'reject']) {
        expect(await refused(maker, aDecision(approval, { decision }))).to.equal('ApprovalRequired')
        const asAgent = await askByAdminAgent(maker, 'decideApproval', aDecision(approval, { decision }))
        expect(asAgent).to.deep.include({ left: { _tag: 'ApprovalRequired', fields: [] } })
      }
    expect(await worth()).to.deep.equal(before)
    const { approval } = await doneByAdminAgent(checker, 'decideApproval', aDecision(byHimself))
    expect(approval.decider).to.include({ userId: checker.proof.userId, by: 'agent' })
    await office.at.doneAbove(checker, 'decideApproval', aDecision(byAgent))
  })

  it('needs the permission for the change, and a recently confirmed second factor', async () => {
    const { operator, doneAbove, time } = office.at
    const money = await propose()
    const price = (await doneAbove(maker, 'proposePriceVersion', aListPrice({ destinationPrefix: '+1' })))
      .approval
    const pricer = await operator(['admin.pricing'])
    const biller = await operator(['admin.billing'])
    expect(await refused(pricer, aDecision(money))).to.equal('PermissionDenied')
    expect(await refused(biller, aDecision(price))).to.equal('PermissionDenied')
    await doneAbove(pricer, 'decideApproval', aDecision(price, { decision: 'reject' }))
    await time.advance(6 * 60_000)
    expect(await refused(biller, aDecision(money))).to.equal('PermissionDenied')
    await doneAbove(await confirmedNow(office.at, biller), 'decideApproval', aDecision(money))
  })

  it('needs an existing proposal, the version that was seen, and a reason', async () => {
    const approval = await propose()
    expect(await refused(checker, aDecision(approval, { version: 2 }))).to.equal('Conflict')
    expect(await refused(checker, aDecision(approval, { approvalId: fresh.id('apr') }))).to.equal('NotFound')
    expect(await refused(checker, aDecision(approval, { approvalId: 'none' }))).to.equal('NotFound')
    expect(await refused(checker, aDecision(approval, { reason: '' }))).to.equal('InvalidRequest')
    expect(await refused(checker, aDecision(approval, { decision: 'withdraw' }))).to.equal('InvalidRequest')
  })

  it('is made once, and its request id replays the same response', async () => {
    const approval = await propose()
    const body = aDecision(approval, { requestId: 'decide-acme-1' })
    const first = await office.at.doneAbove(checker, 'decideApproval', body)
    const after = await worth()
    expect(await office.at.doneAbove(checker, 'decideApproval', body)).to.deep.equal({
      ...first,
      replayed: true,
    })
    expect(await refused(checker, aDecision(approval))).to.equal('Conflict')
    expect(await refused(checker, aDecision(first.approval))).to.equal('Conflict')
    expect(await refused(checker, { ...body, decision: 'reject' })).to.equal('IdempotencyConflict')
    expect(await worth()).to.deep.equal(after)
  })

  it('never takes more than is available, and otherwise leaves the proposal pending', async () => {
    const { organizationId, storage, app, doneAbove } = office.at
    await credit(storage, { organizationId, environment: 'test', ...INR }, 100)
    await acceptPaid(storage, { organizationId, appId: app.appId })
    const [first, second] = [(await adjust(-60)).approval, (await adjust(-60)).approval]
    await doneAbove(checker, 'decideApproval', aDecision(first))
    expect(await refused(checker, aDecision(second))).to.equal('Conflict')
    const { approvals } = await doneAbove(checker, 'listApprovals', { status: 'pending' })
    expect(approvals.map(({ approvalId }) => approvalId)).to.include(second.approvalId)
    await credit(storage, { organizationId, environment: 'test', ...INR }, 20)
    await doneAbove(checker, 'decideApproval', aDecision(second))
    expect((await worth()).account).to.include({ postedMinor: 25, reservedMinor: 25 })
  })

  it('books nothing that would leave the safe integers', async () => {
    const amountMinor = Number.MAX_SAFE_INTEGER - 10
    const [first, second] = [await propose({ amountMinor }), await propose({ amountMinor: 11 })]
    await office.at.doneAbove(checker, 'decideApproval', aDecision(first))
    expect(await refused(checker, aDecision(second))).to.equal('Conflict')
  })

  describe('to set a price', () => {
    const priceOf = async (of: object) => {
      const approval = await decidedBy(office.at, [maker, checker], 'proposePriceVersion', aListPrice(of))
      const { prices } = await worth()
      return { approval, price: prices.find((one) => one.priceVersionId === approval.priceVersionId) }
    }

    it('adds a version from the proposed time on, for the Organization or for all', async () => {
      const { organizationId, storage } = office.at
      const before = await right(storage.catalog.epoch())
      const own = await priceOf({ organizationId, unitAmountMinor: 20, chargeOn: 'delivered' })
      expect(await right(storage.catalog.epoch())).to.equal(before + 1)
      expect(own.price).to.deep.equal({
        priceVersionId: own.approval.priceVersionId,
        organizationId,
        channel: 'sms',
        destinationPrefix: '+91',
        category: undefined,
        ...INR,
        unitAmountMinor: 20,
        chargeOn: 'delivered',
        effectiveFromMs: NOW_MS + DAY_MS,
      })
      // The price has a history of its own, which names the proposal.
      const { approvalId, priceVersionId: target } = own.approval
      const auditor = await office.at.operator(['admin.audit'])
      const { events } = await office.at.doneAbove(auditor, 'listAuditEvents', { target })
      expect(events).to.have.length(1)
      expect(events[0]).to.deep.include({
        action: 'price_version.set',
        organizationId,
        actor: { kind: 'operator', id: checker.proof.userId },
        reason: 'The money has arrived.',
        details: { approvalId },
      })
      const { price } = await priceOf({ effectiveFrom: isoTime(NOW_MS + 8 * DAY_MS) })
      expect(price).to.deep.include({ organizationId: undefined, unitAmountMinor: 30 })
    })

    it('is never retroactive: a price whose start has passed takes effect with the decision', async () => {
      const { organizationId, doneAbove, time } = office.at
      const from = aListPrice({ organizationId, effectiveFrom: isoTime(NOW_MS + HOUR_MS) })
      const { approval } = await doneAbove(maker, 'proposePriceVersion', from)
      await time.advance(2 * HOUR_MS)
      const late = await doneAbove(
        await confirmedNow(office.at, checker),
        'decideApproval',
        aDecision(approval),
      )
      const { prices } = await worth()
      const own = prices.filter(
        (one) => one.organizationId === organizationId && one.destinationPrefix === '+91',
      )
      expect(own.map((one) => [one.priceVersionId, one.effectiveFromMs])).to.deep.equal([
        [late.approval.priceVersionId, NOW_MS + 2 * HOUR_MS],
      ])
      const list = priceList(own)
      expect(choosePrice(list, 'sms', '+919876543210', NOW_MS + 2 * HOUR_MS - 1)).to.equal(undefined)
    })

    it('is a conflict if the version already exists', async () => {
      const { organizationId, doneAbove, write } = office.at
      const { approval } = await doneAbove(maker, 'proposePriceVersion', aListPrice({ organizationId }))
      await write((unit) =>
        unit.prices.add({
          priceVersionId: fresh.id('prv'),
          organizationId,
          channel: 'sms',
          destinationPrefix: '+91',
          ...INR,
          unitAmountMinor: 1,
          chargeOn: 'submitted',
          effectiveFromMs: NOW_MS + DAY_MS,
        }),
      )
      expect(await refused(checker, aDecision(approval))).to.equal('Conflict')
      await doneAbove(checker, 'decideApproval', aDecision(approval, { decision: 'reject' }))
    })
  })
})
