import { expect } from 'chai'
import { hasEnded } from '@postrider/core/messaging/domain/dispatch/has-ended'
import type { Message } from '@postrider/core/messaging/domain/messages/message'

type Status = Pick<Message, 'state' | 'billing'>

const at = (state: Status['state'], billing: Status['billing'] = 'provisional'): Status => ({
  state,
  billing,
})
const waiting = at('ACCEPTED')
const charged = at('SUBMITTED', 'settled')
const held = at('SUBMITTED')

describe('A message has ended', () => {
  it('when its state is final, for any earlier state', () => {
    for (const before of [waiting, at('UNCONFIRMED'), held, charged])
      for (const state of ['DELIVERED', 'UNDELIVERED', 'FAILED', 'EXPIRED', 'CANCELLED'] as const)
        expect(hasEnded(before, at(state, 'settled'), false), `${before.state} ${state}`).to.equal(true)
  })

  it('once: not when it is read or changes otherwise after that', () => {
    expect(hasEnded(at('DELIVERED', 'settled'), at('READ', 'settled'), false)).to.equal(false)
    expect(hasEnded(at('FAILED', 'released'), at('FAILED', 'released'), true)).to.equal(false)
  })

  it('when a provider that sends no reports has it, and its money is settled', () => {
    expect(hasEnded(waiting, charged, true)).to.equal(true)
    expect(hasEnded(waiting, held, true)).to.equal(false)
  })

  it('not while a report is expected', () => {
    expect(hasEnded(waiting, charged, false)).to.equal(false)
    expect(hasEnded(waiting, held, false)).to.equal(false)
    expect(hasEnded(waiting, waiting, true)).to.equal(false)
    expect(hasEnded(waiting, at('UNCONFIRMED'), true)).to.equal(false)
  })

  it('when the report that its held money needed never came', () => {
    expect(hasEnded(held, at('SUBMITTED', 'released'), false)).to.equal(true)
    expect(hasEnded(held, held, false)).to.equal(false)
  })
})
