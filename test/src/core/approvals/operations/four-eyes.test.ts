import { expect } from 'chai'
import { composeExample } from '@postrider/contracts/openapi/compose-example'
import type { Operation } from '@postrider/core/identity/domain/access/operation'
import { type OperationName, OPERATIONS } from '@postrider/core/assembly/registry'
import { E } from '@postrider/core/fp'
import type { Operator } from '@postrider/core/identity/use-cases/callers/caller'
import { credit } from '@postrider/conformance/storage/messaging/accepting'
import { type Office, useOffice } from '../../assembly/an-office.js'
import { aCredit, aDecision, aListPrice, worthOf } from './approval-calls.js'

type Proposing = 'proposePriceVersion' | 'proposeBalanceCredit' | 'proposeBalanceAdjustment'

const NAMES = Object.keys(OPERATIONS) as OperationName[]

const entry = (name: OperationName): Operation => OPERATIONS[name]

/** The operations that need two people, according to the registry. */
const FOUR_EYED = NAMES.filter((name) => entry(name).controls.includes('makerChecker'))

/**
 * The operations with which a super admin changes something. None of them moves money or prices without a
 * second person.
 */
const CHANGES = NAMES.filter(
  (name) => entry(name).mutation && entry(name).audiences.some((audience) => audience.startsWith('admin')),
)

/** Each kind of proposal, twice. The first test fails for a kind that is missing here. */
const PROPOSALS: Readonly<Record<Proposing, (office: Office, time: number) => object>> = {
  proposePriceVersion: ({ organizationId }, time) =>
    aListPrice({ organizationId, destinationPrefix: `+4${time}` }),
  proposeBalanceCredit: ({ organizationId }) => aCredit(organizationId),
  proposeBalanceAdjustment: ({ organizationId }) => aCredit(organizationId, { amountMinor: -250 }),
}

describe('Four eyes', () => {
  const office = useOffice()
  let maker: Operator
  let checker: Operator
  beforeEach(async () => {
    maker = await office.at.operator()
    checker = await office.at.operator()
    await credit(
      office.at.storage,
      { organizationId: office.at.organizationId, environment: 'test', currency: 'INR' },
      1_000,
    )
  })

  const worth = () => worthOf(office.at.storage, office.at.organizationId)
  /** The ways in which one super admin calls: in person, and through an Agent. */
  const ways = () => [office.at.askAbove, office.at.askByAdminAgent]

  it('are required by these operations', () => {
    // Second factors have tests of their own: only people decide about them, and they move nothing.
    const byPeople = 'resetSecondFactor'
    expect(FOUR_EYED.toSorted()).to.deep.equal([...Object.keys(PROPOSALS), 'decideApproval', byPeople].sort())
    for (const name of FOUR_EYED) {
      const keyKinds = name === byPeople ? [] : ['admin']
      expect(entry(name)).to.deep.include({ stepUp: true, keyKinds })
    }
  })

  for (const name of Object.keys(PROPOSALS) as Proposing[])
    it(`protect ${name}: one person changes nothing through any interface, and a second person does`, async () => {
      for (const [time, propose] of ways().entries()) {
        const before = await worth()
        const proposed = await propose(maker, name, PROPOSALS[name](office.at, time + 1))
        if (E.isLeft(proposed)) throw new Error(JSON.stringify(proposed.left))
        const { approval } = proposed.right.result as { approval: { approvalId: string; version: number } }
        for (const decide of ways())
          for (const decision of ['approve', 'reject']) {
            const alone = await decide(maker, 'decideApproval', aDecision(approval, { decision }))
            expect(alone).to.deep.equal(E.left({ _tag: 'ApprovalRequired', fields: [] }))
          }
        expect(await worth()).to.deep.equal(before)
        await office.at.doneAbove(checker, 'decideApproval', aDecision(approval))
        const after = await worth()
        const added = (of: 'events' | 'prices') => after[of].length - before[of].length
        expect([added('events'), added('prices')]).to.deep.equal(
          name === 'proposePriceVersion' ? [0, 1] : [1, 0],
        )
      }
    })

  it('protect everything that super admins change: one person never moves money or prices', async () => {
    const { organizationId, appId } = office.at.app
    const before = await worth()
    for (const name of CHANGES)
      for (const ask of ways()) {
        const { request } = entry(name)
        const named = { organizationId, appId }
        const known = Object.fromEntries(
          Object.entries(named).filter(
            ([property]) => property in request.required || property in request.optional,
          ),
        )
        await ask(maker, name, { ...composeExample(request), ...known, requestId: office.at.ids.next('req') })
      }
    expect(await worth()).to.deep.equal(before)
  })
})
