import { expect } from 'chai'
import { type ChangeGroup, groupOf } from '@postrider/core/feed/domain/change'
import { fresh } from '@postrider/conformance/builders/fresh'
import { shownChange } from '@postrider/live/subscriptions/tail-record'

describe('A tail record', () => {
  const [own, other] = [fresh.id('org'), fresh.id('org')]
  const messageIds = [fresh.id('msg')]
  const shownTo = (isMembers: boolean, request: object, ...groups: readonly ChangeGroup[]) =>
    shownChange(
      { kinds: ['message'], request: { ...request }, isMembers },
      { seq: 1, atMs: 1, groups, messageIds },
    )

  it('shows a member only the changes of their own organization', () => {
    const mine = { organizationId: own }
    expect(shownTo(true, mine, groupOf('message', 1, own))?.messageIds).to.deep.equal(messageIds)
    expect(shownTo(true, mine, groupOf('message', 1, other))).to.equal(undefined)
    expect(shownTo(true, mine, groupOf('message', 1))).to.equal(undefined)
    expect(shownTo(true, {}, groupOf('message', 1, own))).to.equal(undefined)
    const both = shownTo(
      true,
      mine,
      groupOf('message', 2, own),
      groupOf('message', 3, other),
      groupOf('message', 4),
    )
    expect(both?.groups.map(({ count }) => count)).to.deep.equal([2])
    expect(both?.messageIds).to.equal(null)
  })

  it('shows a super admin also changes without an organization', () => {
    expect(shownTo(false, { organizationId: own }, groupOf('message', 4))?.groups).to.have.length(1)
    expect(shownTo(false, {}, groupOf('message', 1, other))?.messageIds).to.deep.equal(messageIds)
  })
})
