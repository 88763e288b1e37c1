import { expect } from 'chai'
import { E } from '@postrider/core/fp'
import type { Approval } from '@postrider/core/approvals/domain/approval'
import type { ApprovalQuery } from '@postrider/core/approvals/ports/approval-storage'
import { aFactorProposal, anApproval, aPriceProposal, decided } from '../../builders/an-approval.js'
import { fresh, NOW_MS } from '../../builders/fresh.js'
import { right, thrown } from '../../outcome.js'
import { type OpenStorage, type StorageUnderTest, useStorage } from '../open-storage.js'
import { exclusively, sharing } from '../unit-work.js'

const EVERY: ApprovalQuery = {
  status: undefined,
  kinds: ['price_version', 'balance_credit', 'balance_adjustment'],
  order: 'oldest first',
  beyond: undefined,
  limit: 100,
}

const aPrice = (overrides: Partial<Approval> = {}): Approval =>
  anApproval({ proposal: aPriceProposal(), ...overrides })

const records = (at: StorageUnderTest): void => {
  it('are stored as they were made, and as they were decided', async () => {
    const list = aPrice({ organizationId: undefined, makerKind: 'agent', makerCredentialId: fresh.id('agk') })
    const credit = anApproval()
    const factor = anApproval({ organizationId: undefined, proposal: aFactorProposal() })
    await sharing(at, (unit) => {
      unit.approvals.add(factor)
      unit.approvals.add(list)
      unit.approvals.add(credit)
    })
    const read = (of: Approval) => sharing(at, (unit) => unit.approvals.lock(of.approvalId))
    expect(await read(list)).to.deep.equal(list)
    expect(await read(credit)).to.deep.equal(credit)
    expect(await read(factor)).to.deep.equal(factor)
    const [approved, rejected] = [decided(credit, 'approved'), decided(list, 'rejected')]
    await sharing(at, (unit) => {
      unit.approvals.replace(approved)
      unit.approvals.replace(rejected)
    })
    expect(await read(credit)).to.deep.equal(approved)
    expect(await read(list)).to.deep.equal(rejected)
    expect(await sharing(at, (unit) => unit.approvals.lock(fresh.id('apr')))).to.equal(undefined)
  })

  it('are never decided by their maker: that is a bug and leaves nothing', async () => {
    const credit = anApproval()
    await sharing(at, (unit) => unit.approvals.add(credit))
    const error = await thrown(
      at.storage.units.transact('exclusive', async (unit) => {
        unit.approvals.replace({ ...decided(credit, 'approved'), deciderId: credit.makerId })
        return E.right(undefined)
      }),
    )
    expect(error).to.be.instanceOf(Error)
    expect(await sharing(at, (unit) => unit.approvals.lock(credit.approvalId))).to.deep.equal(credit)
  })

  it('are locked while they are decided: each of several concurrent decisions sees the previous one', async () => {
    const credit = anApproval()
    await sharing(at, (unit) => unit.approvals.add(credit))
    const other = await at.another()
    const count = (index: number) =>
      sharing({ storage: index % 2 === 0 ? at.storage : other }, async (unit) => {
        const held = await unit.approvals.lock(credit.approvalId)
        if (held === undefined) throw new Error('the approval is missing')
        unit.approvals.replace({ ...held, version: held.version + 1 })
      })
    await Promise.all(Array.from({ length: 8 }, (_, index) => count(index)))
    const held = await sharing(at, (unit) => unit.approvals.lock(credit.approvalId))
    expect(held?.version).to.equal(9)
  })
}

const slots = (at: StorageUnderTest): void => {
  it('of a price are found by their unique key while they are pending', async () => {
    const price = aPrice({ organizationId: undefined })
    const own = aPrice({ proposal: aPriceProposal({ effectiveFromMs: NOW_MS + 1 }) })
    await sharing(at, (unit) => {
      unit.approvals.add(price)
      unit.approvals.add(own)
    })
    const pending = (organizationId: Approval['organizationId'], overrides = {}) =>
      sharing(at, (unit) => unit.approvals.lockPendingPrice({ ...aPriceProposal(overrides), organizationId }))
    expect(await pending(undefined)).to.deep.equal(price)
    expect(await pending(own.organizationId, { effectiveFromMs: NOW_MS + 1 })).to.deep.equal(own)
    for (const other of [
      pending(own.organizationId),
      pending(fresh.id('org')),
      pending(undefined, { channel: 'email' }),
      pending(undefined, { destinationPrefix: '+9' }),
      pending(undefined, { currency: 'GBP' }),
      pending(undefined, { effectiveFromMs: NOW_MS }),
    ])
      expect(await other).to.equal(undefined)
    await sharing(at, (unit) => unit.approvals.replace(decided(price, 'rejected')))
    expect(await pending(undefined)).to.equal(undefined)
  })

  it('of a price are unique: a second pending one is a bug and leaves nothing', async () => {
    const organizationId = fresh.id('org')
    const [first, second] = [aPrice({ organizationId }), aPrice({ organizationId })]
    await sharing(at, (unit) => unit.approvals.add(first))
    const again = at.storage.units.transact('exclusive', async (unit) => {
      unit.approvals.add(second)
      return E.right(undefined)
    })
    expect(await thrown(again)).to.be.instanceOf(Error)
    await sharing(at, (unit) => unit.approvals.replace(decided(first, 'approved')))
    await sharing(at, (unit) => unit.approvals.add(second))
    expect(await sharing(at, (unit) => unit.approvals.lock(second.approvalId))).to.deep.equal(second)
  })

  it('of one price that are made concurrently: one is stored, and the others see it', async () => {
    const other = await at.another()
    for (const organizationId of [undefined, fresh.id('org')]) {
      const destinationPrefix = `+${fresh.hex(6)}`
      const propose = (index: number) =>
        sharing({ storage: index % 2 === 0 ? at.storage : other }, async (unit) => {
          const proposal = aPriceProposal({ destinationPrefix })
          const present = await unit.approvals.lockPendingPrice({ ...proposal, organizationId })
          if (present === undefined) unit.approvals.add(anApproval({ organizationId, proposal }))
          return present
        })
      const seen = await Promise.all(Array.from({ length: 6 }, (_, index) => propose(index)))
      expect(seen.filter((one) => one === undefined)).to.have.length(1)
    }
  })
}

const lists = (open: OpenStorage): void => {
  const at = useStorage(open)

  it('are listed in the order of their proposals or in reverse, page by page, by status and kind', async () => {
    const credits = [anApproval(), anApproval(), anApproval()]
    const prices = [aPrice(), aPrice()]
    const [first, second, third] = credits
    if (first === undefined || second === undefined || third === undefined) throw new Error('no credits')
    const approved = decided(second, 'approved')
    await exclusively(at, (unit) => {
      for (const one of [...credits, ...prices]) unit.approvals.add(one)
      unit.approvals.replace(approved)
    })
    const all = [first, approved, third, ...prices]
    const list = async (query: Partial<ApprovalQuery>) =>
      (await right(at.storage.approvals.list({ ...EVERY, ...query }))).value
    expect(await right(at.storage.approvals.list(EVERY))).to.deep.equal({
      epoch: await right(at.storage.catalog.epoch()),
      value: all,
    })
    const newest = { order: 'newest first' } as const
    expect(await list(newest)).to.deep.equal([...all].reverse())
    const pending = all.filter(({ status }) => status === 'pending')
    expect(await list({ status: 'pending' })).to.deep.equal(pending)
    expect(await list({ status: 'pending', ...newest })).to.deep.equal([...pending].reverse())
    expect(await list({ status: 'approved' })).to.deep.equal([approved])
    expect(await list({ status: 'rejected' })).to.deep.equal([])
    expect(await list({ kinds: ['price_version'] })).to.deep.equal(prices)
    expect(await list({ kinds: ['balance_credit', 'balance_adjustment'], status: 'pending' })).to.deep.equal([
      first,
      third,
    ])
    expect(await list({ kinds: [] })).to.deep.equal([])
    const { approvalId } = approved
    expect(await list({ approvalId })).to.deep.equal([approved])
    expect(await list({ approvalId, status: 'pending' })).to.deep.equal([])
    expect(await list({ approvalId, kinds: ['price_version'] })).to.deep.equal([])
    expect(await list({ approvalId: fresh.id('apr') })).to.deep.equal([])
    const beyond = third.approvalId
    expect(await list({ beyond, limit: 1 })).to.deep.equal(prices.slice(0, 1))
    expect(await list({ beyond, ...newest })).to.deep.equal([approved, first])
    expect(await list({ beyond, status: 'pending', ...newest })).to.deep.equal([first])
  })
}

/** Tests proposals that need two people, and their outcomes. */
export const approvalsSuite = (open: OpenStorage): void => {
  describe('approvals', () => {
    const at = useStorage(open)
    records(at)
    slots(at)
  })
  describe('approvals of a platform', () => lists(open))
}
