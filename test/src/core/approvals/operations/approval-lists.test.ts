import { expect } from 'chai'
import { DAY_MS, isoTime } from '@postrider/core/kernel/time/epoch-ms'
import type { Operator } from '@postrider/core/identity/use-cases/callers/caller'
import { aPrice } from '@postrider/conformance/builders/a-price'
import { fresh, NOW_MS } from '@postrider/conformance/builders/fresh'
import { useOffice } from '../../assembly/an-office.js'
import { aCredit, aDecision, aListPrice } from './approval-calls.js'

describe('The lists of proposals and prices for super admins', () => {
  const office = useOffice()
  let maker: Operator
  let checker: Operator
  beforeEach(async () => {
    maker = await office.at.operator()
    checker = await office.at.operator()
  })

  /** Filters a list of all Organizations down to what this test has created. */
  const among = (ids: readonly string[], list: readonly string[]) => list.filter((id) => ids.includes(id))

  const three = async (): Promise<readonly [string, string, string]> => {
    const { organizationId, doneAbove } = office.at
    const credit = await doneAbove(maker, 'proposeBalanceCredit', aCredit(organizationId))
    const price = await doneAbove(maker, 'proposePriceVersion', aListPrice({ organizationId }))
    const taking = aCredit(organizationId, { amountMinor: -5 })
    const adjustment = await doneAbove(maker, 'proposeBalanceAdjustment', taking)
    return [credit.approval.approvalId, price.approval.approvalId, adjustment.approval.approvalId]
  }

  it('show pending proposals oldest first and others newest first, filtered by status and kind', async () => {
    const { doneAbove } = office.at
    const ids = await three()
    const [credit, price, adjustment] = ids
    const list = async (query: object) => {
      const { approvals } = await doneAbove(checker, 'listApprovals', { limit: 100, ...query })
      return among(
        ids,
        approvals.map(({ approvalId }) => approvalId),
      )
    }
    expect(await list({ status: 'pending' })).to.deep.equal([credit, price, adjustment])
    expect(await list({})).to.deep.equal([adjustment, price, credit])
    expect(await list({ kind: 'price_version' })).to.deep.equal([price])
    await doneAbove(checker, 'decideApproval', aDecision({ approvalId: credit, version: 1 }))
    await doneAbove(
      checker,
      'decideApproval',
      aDecision({ approvalId: price, version: 1 }, { decision: 'reject' }),
    )
    expect(await list({ status: 'pending' })).to.deep.equal([adjustment])
    expect(await list({ status: 'approved' })).to.deep.equal([credit])
    expect(await list({ status: 'rejected', kind: 'price_version' })).to.deep.equal([price])
    expect(await list({ status: 'rejected', kind: 'balance_credit' })).to.deep.equal([])
  })

  it('are paginated, with cursors that only work for the same query', async () => {
    const { doneAbove, refusedAbove } = office.at
    const ids = await three()
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const page: { approvals: readonly { approvalId: string }[]; nextCursor: string | null } =
        await doneAbove(checker, 'listApprovals', {
          status: 'pending',
          limit: 2,
          ...(cursor === null ? {} : { cursor }),
        })
      seen.push(...page.approvals.map(({ approvalId }) => approvalId))
      cursor = page.nextCursor
    } while (cursor !== null)
    expect(among(ids, seen)).to.deep.equal(ids)
    const { nextCursor } = await doneAbove(checker, 'listApprovals', { status: 'pending', limit: 1 })
    const other = await refusedAbove(checker, 'listApprovals', { limit: 1, cursor: nextCursor })
    expect(other._tag).to.equal('InvalidRequest')
  })

  it('contain only the kinds that the reader may decide', async () => {
    const { doneAbove, refusedAbove, operator } = office.at
    const ids = await three()
    const [credit, price, adjustment] = ids
    const list = async (permission: 'admin.pricing' | 'admin.billing', query: object = {}) => {
      const { approvals } = await doneAbove(await operator([permission]), 'listApprovals', {
        limit: 100,
        ...query,
      })
      return among(
        ids,
        approvals.map(({ approvalId }) => approvalId),
      )
    }
    expect(await list('admin.pricing')).to.deep.equal([price])
    expect(await list('admin.billing')).to.deep.equal([adjustment, credit])
    const stranger = await operator(['admin.audit'])
    expect((await refusedAbove(stranger, 'listApprovals', {}))._tag).to.equal('PermissionDenied')
    expect(await list('admin.pricing', { kind: 'balance_credit' })).to.deep.equal([])
    expect(await list('admin.pricing', { approvalId: price })).to.deep.equal([price])
    expect(await list('admin.pricing', { approvalId: credit })).to.deep.equal([])
    expect(await list('admin.billing', { approvalId: credit, status: 'approved' })).to.deep.equal([])
    expect(await list('admin.billing', { approvalId: office.at.organizationId })).to.deep.equal([])
  })

  it('show the prices of an Organization, the list prices, or all prices, also for a given time', async () => {
    const { organizationId, doneAbove, refusedAbove, write } = office.at
    const own = aPrice({ organizationId, unitAmountMinor: 20 })
    const later = aPrice({ organizationId, effectiveFromMs: NOW_MS + DAY_MS })
    const list = aPrice({ channel: 'whatsapp', destinationPrefix: '+351' })
    await write((unit) => {
      for (const price of [own, later, list]) unit.prices.add(price)
    })
    const ids = [own, later, list].map(({ priceVersionId }) => priceVersionId)
    const read = async (query: object) => {
      const { priceVersions } = await doneAbove(checker, 'listPriceVersions', { limit: 100, ...query })
      return among(
        ids,
        priceVersions.map(({ priceVersionId }) => priceVersionId),
      )
    }
    const [ownId, laterId, listId] = ids
    expect(await read({ organizationId })).to.deep.equal([laterId, ownId])
    expect(await read({ organizationId: null })).to.deep.equal([listId])
    expect(await read({})).to.deep.equal([listId, laterId, ownId])
    expect(await read({ channel: 'whatsapp' })).to.deep.equal([listId])
    expect(await read({ currency: 'GBP' })).to.deep.equal([])
    expect(await read({ organizationId, at: isoTime(NOW_MS) })).to.deep.equal([ownId])
    expect(await read({ organizationId, at: isoTime(NOW_MS + DAY_MS) })).to.deep.equal([laterId])
    const { priceVersions } = await doneAbove(checker, 'listPriceVersions', { organizationId, limit: 1 })
    const { effectiveFromMs, category: _category, ...shown } = later
    expect(priceVersions).to.deep.equal([{ ...shown, effectiveFrom: isoTime(effectiveFromMs) }])
    expect((await refusedAbove(checker, 'listPriceVersions', { organizationId: 'nobody' }))._tag).to.equal(
      'NotFound',
    )
    expect(
      (await refusedAbove(checker, 'listPriceVersions', { at: '2026-02-30T00:00:00.000Z' }))._tag,
    ).to.equal('InvalidRequest')
    expect(await read({ organizationId: fresh.id('org') })).to.deep.equal([])
    const biller = await office.at.operator(['admin.billing'])
    expect((await refusedAbove(biller, 'listPriceVersions', {}))._tag).to.equal('PermissionDenied')
  })
})
