import { expect } from 'chai'
import { answerAgain } from '@postrider/core/messaging/domain/acceptance/earlier-acceptance'
import { refusal } from '@postrider/core/kernel/refusals/refusal'
import { E } from '@postrider/core/fp'
import { fresh } from '@postrider/conformance/builders/fresh'
import { aQuote } from './a-candidate.js'

const { charge } = aQuote(25)
const first = { messageId: fresh.id('msg'), acceptedAtMs: 5, charge, lane: 'otp' as const }
const material = fresh.hex(32)
const earlier = { ...first, material }

describe('A request with a used key', () => {
  it('gets the first response, as a replay', () => {
    const answer = answerAgain({ material, messageId: fresh.id('msg') }, earlier)
    expect(answer).to.deep.equal(E.right({ ...first, replayed: true }))
  })

  it("isn't a replay if the acceptance is its own, found again after a lost response", () => {
    const answer = answerAgain({ material, messageId: first.messageId }, earlier)
    expect(answer).to.deep.equal(E.right({ ...first, replayed: false }))
  })

  it('is a conflict if it has different content', () => {
    for (const messageId of [first.messageId, fresh.id('msg')])
      expect(answerAgain({ material: fresh.hex(32), messageId }, earlier)).to.deep.equal(
        E.left(refusal('IdempotencyConflict')),
      )
  })
})
