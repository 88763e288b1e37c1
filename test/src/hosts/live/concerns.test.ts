import { expect } from 'chai'
import { type Change, type ChangeKind, groupOf } from '@postrider/core/feed/domain/change'
import { fresh } from '@postrider/conformance/builders/fresh'
import type { Principal } from '@postrider/core/identity/use-cases/callers/caller'
import { concerns } from '@postrider/live/subscriptions/concerns'

describe('The changes that rerun a reading', () => {
  const [own, other] = [fresh.id('org'), fresh.id('org')]
  const [mine, theirs] = [fresh.id('msg'), fresh.id('msg')]
  const kinds: readonly ChangeKind[] = ['message', 'receipt', 'act']
  const organization = { organizationId: own }
  /** The only part of a caller that is read: the memberships. */
  const member = { _tag: 'WebsiteUser', facts: { memberships: [{ organization }] } } as unknown as Principal
  const operator = { _tag: 'Operator' } as unknown as Principal
  const wakes = (isMembers: boolean, request: Readonly<Record<string, unknown>>, change: Change): boolean =>
    concerns(isMembers ? member : operator, { by: 'again', kinds }, request, change)
  const unnamed: Change = { groups: [groupOf('receipt', 2)], messageIds: [theirs] }

  it("of a member's message are those that name the message", () => {
    const trace = { organizationId: own, messageId: mine }
    expect(wakes(true, trace, { groups: [groupOf('message', 2)], messageIds: [theirs, mine] })).to.equal(true)
    expect(wakes(true, trace, { groups: [groupOf('act', 1, own)], messageIds: [] })).to.equal(false)
    expect(wakes(true, trace, unnamed)).to.equal(false)
    expect(wakes(true, trace, { groups: [groupOf('account', 1, own)], messageIds: [mine] })).to.equal(false)
  })

  it("of a member's organization are those that name the organization", () => {
    const list = { organizationId: own }
    expect(wakes(true, list, { groups: [groupOf('act', 1, own)], messageIds: [] })).to.equal(true)
    expect(wakes(true, list, { groups: [groupOf('act', 1, other)], messageIds: [] })).to.equal(false)
    expect(wakes(true, list, unnamed)).to.equal(false)
  })

  it('of a super admin include those without an organization', () => {
    expect(wakes(false, { organizationId: own }, unnamed)).to.equal(true)
    expect(wakes(false, { messageId: mine }, unnamed)).to.equal(true)
    expect(
      wakes(false, { messageId: mine }, { groups: [groupOf('message', 1)], messageIds: [theirs] }),
    ).to.equal(false)
  })
})
