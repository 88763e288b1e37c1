import { expect } from 'chai'
import { MAX_AMOUNT_MINOR } from '@postrider/core/kernel/money/money'
import { DAY_MS, isoTime, MINUTE_MS } from '@postrider/core/kernel/time/epoch-ms'
import type { Operator } from '@postrider/core/identity/use-cases/callers/caller'
import { fresh, NOW_MS } from '@postrider/conformance/builders/fresh'
import { credit } from '@postrider/conformance/storage/messaging/accepting'
import { useOffice } from '../../assembly/an-office.js'
import { aCredit, aDecision, aListPrice, decidedBy, worthOf } from './approval-calls.js'

describe('A proposal of money or of a price', () => {
  const office = useOffice()
  let maker: Operator
  let checker: Operator
  beforeEach(async () => {
    maker = await office.at.operator()
    checker = await office.at.operator()
  })

  const worth = () => worthOf(office.at.storage, office.at.organizationId)
  const refusal = async (operation: Parameters<typeof office.at.refusedAbove>[1], body: object) => {
    const before = await worth()
    const { _tag, ...rest } = await office.at.refusedAbove(maker, operation, body)
    expect(await worth()).to.deep.equal(before)
    const fields = 'fields' in rest ? rest.fields.map(({ field, code }) => `${field} ${code}`) : []
    return [_tag, ...fields].join(' ')
  }

  it('changes nothing by itself: it records its maker, content and reason, and is pending', async () => {
    const { organizationId, doneAbove } = office.at
    const before = await worth()
    const { approval } = await doneAbove(maker, 'proposeBalanceCredit', aCredit(organizationId))
    expect(approval).to.deep.equal({
      approvalId: approval.approvalId,
      kind: 'balance_credit',
      status: 'pending',
      organizationId,
      money: { currency: 'INR', environment: 'test', amountMinor: 50_000 },
      maker: { userId: maker.proof.userId, by: 'operator', credentialId: null },
      reason: 'Paid by bank transfer.',
      proposedAt: isoTime(NOW_MS),
      decider: null,
      decisionReason: null,
      decidedAt: null,
      version: 1,
    })
    const priced = await doneAbove(maker, 'proposePriceVersion', aListPrice())
    expect(priced.approval).to.deep.include({
      kind: 'price_version',
      organizationId: null,
      price: {
        channel: 'sms',
        destinationPrefix: '+91',
        currency: 'INR',
        unitAmountMinor: 30,
        chargeOn: 'submitted',
        effectiveFrom: isoTime(NOW_MS + DAY_MS),
      },
    })
    expect(await worth()).to.deep.equal(before)
    const [act] = (await office.at.acts()).slice(-1)
    expect(act).to.deep.include({
      action: 'proposeBalanceCredit',
      target: approval.approvalId,
      reason: 'Paid by bank transfer.',
      details: { kind: 'balance_credit', currency: 'INR', environment: 'test', amountMinor: 50_000 },
    })
  })

  it('names the key if an Agent makes it, and the person responsible for the Agent', async () => {
    const { organizationId, doneByAdminAgent } = office.at
    const { approval } = await doneByAdminAgent(maker, 'proposeBalanceCredit', aCredit(organizationId))
    expect(approval.maker).to.include({ userId: maker.proof.userId, by: 'agent' })
    expect(approval.maker.credentialId).to.match(/^agk_/)
  })

  it('is made once for a request id, and a different proposal with that id is a conflict', async () => {
    const { organizationId, doneAbove } = office.at
    const body = aCredit(organizationId, { requestId: 'credit-acme-1' })
    const first = await doneAbove(maker, 'proposeBalanceCredit', body)
    const again = await doneAbove(maker, 'proposeBalanceCredit', body)
    expect(again).to.deep.equal({ ...first, replayed: true })
    const other = await refusal('proposeBalanceCredit', { ...body, amountMinor: 1 })
    expect(other).to.equal('IdempotencyConflict')
    const { approvals } = await doneAbove(checker, 'listApprovals', { status: 'pending' })
    expect(approvals.filter((one) => one.organizationId === organizationId)).to.have.length(1)
  })

  describe('of a credit', () => {
    it('has an amount above zero within the safe integers', async () => {
      const { organizationId } = office.at
      const refused = async (amountMinor: unknown) =>
        refusal('proposeBalanceCredit', aCredit(organizationId, { amountMinor }))
      expect(await refused(0)).to.equal('InvalidRequest /amountMinor too_small')
      expect(await refused(-1)).to.equal('InvalidRequest /amountMinor too_small')
      expect(await refused(2 ** 53)).to.equal('InvalidRequest /amountMinor too_large')
      expect(await refused(1.5)).to.equal('InvalidRequest /amountMinor type')
      expect(await refused('1')).to.equal('InvalidRequest /amountMinor type')
    })

    it('is refused if the account would leave the safe integers', async () => {
      const { organizationId, storage, doneAbove } = office.at
      await credit(storage, { organizationId, environment: 'test', currency: 'INR' }, 1)
      const amountMinor = MAX_AMOUNT_MINOR
      expect(await refusal('proposeBalanceCredit', aCredit(organizationId, { amountMinor }))).to.equal(
        'Conflict',
      )
      expect(await refusal('proposeBalanceAdjustment', aCredit(organizationId, { amountMinor }))).to.equal(
        'Conflict',
      )
      const most = aCredit(organizationId, { amountMinor: amountMinor - 1 })
      expect((await doneAbove(maker, 'proposeBalanceCredit', most)).approval.status).to.equal('pending')
    })

    it('needs a currency of the platform, an existing Organization and a reason', async () => {
      const { organizationId } = office.at
      const refused = (changes: object) => refusal('proposeBalanceCredit', aCredit(organizationId, changes))
      expect(await refused({ currency: 'USD' })).to.equal('InvalidRequest /currency not_allowed')
      expect(await refused({ organizationId: fresh.id('org') })).to.equal('NotFound')
      expect(await refused({ organizationId: 'nobody' })).to.equal('NotFound')
      expect(await refused({ reason: ' ' })).to.equal('InvalidRequest /reason format')
      expect(await refused({ reason: undefined })).to.equal('InvalidRequest /reason required')
    })

    it('needs the permission to bill, and a recently confirmed second factor', async () => {
      const { organizationId, operator, refusedAbove, time } = office.at
      const pricer = await operator(['admin.pricing', 'admin.users'])
      const body = aCredit(organizationId)
      expect((await refusedAbove(pricer, 'proposeBalanceCredit', body))._tag).to.equal('PermissionDenied')
      await time.advance(5 * MINUTE_MS + 1)
      expect(await refusal('proposeBalanceCredit', body)).to.equal('PermissionDenied')
    })
  })

  describe('of an adjustment', () => {
    it('credits or debits an amount other than zero', async () => {
      const { organizationId, doneAbove } = office.at
      const body = (amountMinor: number) => aCredit(organizationId, { amountMinor })
      expect(await refusal('proposeBalanceAdjustment', body(0))).to.equal(
        'InvalidRequest /amountMinor not_allowed',
      )
      expect(await refusal('proposeBalanceAdjustment', body(-(2 ** 53)))).to.equal(
        'InvalidRequest /amountMinor too_small',
      )
      for (const amountMinor of [-7, 7]) {
        const { approval } = await doneAbove(maker, 'proposeBalanceAdjustment', body(amountMinor))
        expect(approval).to.deep.include({
          kind: 'balance_adjustment',
          money: { currency: 'INR', environment: 'test', amountMinor },
        })
      }
    })
  })

  describe('of a price', () => {
    const refused = (changes: object) => refusal('proposePriceVersion', aListPrice(changes))

    it("names what is priced and from when, and can't be in the past", async () => {
      expect(await refused({ effectiveFrom: isoTime(NOW_MS - 5 * MINUTE_MS - 1) })).to.equal(
        'InvalidRequest /effectiveFrom too_small',
      )
      expect(await refused({ effectiveFrom: '2026-02-30T00:00:00.000Z' })).to.equal(
        'InvalidRequest /effectiveFrom format',
      )
      expect(await refused({ currency: 'USD' })).to.equal('InvalidRequest /currency not_allowed')
      expect(await refused({ channel: 'email' })).to.equal('InvalidRequest /destinationPrefix not_allowed')
      for (const destinationPrefix of ['91', '+0', '+91*', '', '+9112345678901234'])
        expect(await refused({ destinationPrefix })).to.match(/^InvalidRequest \/destinationPrefix/)
      expect(await refused({ unitAmountMinor: -1 })).to.equal('InvalidRequest /unitAmountMinor too_small')
      expect(await refused({ organizationId: undefined })).to.equal('InvalidRequest /organizationId required')
      expect(await refused({ organizationId: fresh.id('org') })).to.equal('NotFound')
    })

    it('needs the permission to set prices', async () => {
      const biller = await office.at.operator(['admin.billing'])
      const { _tag } = await office.at.refusedAbove(biller, 'proposePriceVersion', aListPrice())
      expect(_tag).to.equal('PermissionDenied')
    })

    it('is a conflict if the same price is pending or exists for the same time', async () => {
      const { doneAbove, organizationId } = office.at
      const at = isoTime(NOW_MS + 3 * DAY_MS)
      const price = aListPrice({ effectiveFrom: at, unitAmountMinor: 1 })
      const { approval } = await doneAbove(maker, 'proposePriceVersion', price)
      expect(await refused({ effectiveFrom: at })).to.equal('Conflict')
      await doneAbove(checker, 'decideApproval', aDecision(approval))
      expect(await refused({ effectiveFrom: at })).to.equal('Conflict')
      for (const other of [
        { organizationId },
        { destinationPrefix: '+44' },
        { channel: 'whatsapp' },
        { currency: 'GBP' },
        { effectiveFrom: isoTime(NOW_MS + 4 * DAY_MS) },
      ]) {
        const body = aListPrice({ effectiveFrom: at, ...other })
        await decidedBy(office.at, [maker, checker], 'proposePriceVersion', body, 'reject')
        expect((await doneAbove(maker, 'proposePriceVersion', body)).approval.status).to.equal('pending')
      }
    })
  })
})
