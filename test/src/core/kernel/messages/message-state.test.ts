import { expect } from 'chai'
import {
  canMove,
  isOpenState,
  MESSAGE_STATES,
  type MessageState,
  TRANSITIONS,
} from '@postrider/core/kernel/messages/message-state'

/** A second copy of the table in docs/api/sending#message-states. */
const TABLE: Record<MessageState, string> = {
  ACCEPTED: 'SUBMITTED FAILED EXPIRED CANCELLED UNCONFIRMED DELIVERED UNDELIVERED',
  SUBMITTED: 'DELIVERED UNDELIVERED',
  UNCONFIRMED: 'SUBMITTED DELIVERED UNDELIVERED FAILED',
  DELIVERED: 'READ',
  READ: '',
  UNDELIVERED: '',
  FAILED: '',
  EXPIRED: '',
  CANCELLED: '',
}

describe('The states of a message', () => {
  it('have exactly one row each', () => {
    expect(Object.keys(TRANSITIONS).sort()).to.deep.equal([...MESSAGE_STATES].sort())
  })

  for (const from of MESSAGE_STATES) {
    it(`allow ${from} to become ${TABLE[from] === '' ? 'no other' : TABLE[from].replaceAll(' ', ', ')} and nothing else`, () => {
      const allowed = MESSAGE_STATES.filter((to) => canMove(from, to))
      expect(allowed).to.have.members(TABLE[from].split(' ').filter((to) => to !== ''))
    })
  }

  it('never lead back to an earlier state', () => {
    const reach = (from: MessageState): ReadonlySet<MessageState> =>
      new Set(TRANSITIONS[from].flatMap((to) => [to, ...reach(to)]))
    for (const state of MESSAGE_STATES) expect(reach(state).has(state)).to.equal(false)
  })

  it('are queried only until a provider has reported one', () => {
    expect(MESSAGE_STATES.filter(isOpenState)).to.deep.equal(['ACCEPTED', 'UNCONFIRMED'])
  })
})
