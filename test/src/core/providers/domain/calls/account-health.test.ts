import { expect } from 'chai'
import {
  afterCall,
  healthByCalls,
  type LastCalls,
  notCalledYet,
} from '@postrider/core/providers/domain/calls/account-health'
import type { SubmitOutcome } from '@postrider/core/providers/domain/calls/outcome'
import { MINUTE_MS } from '@postrider/core/kernel/time/epoch-ms'
import { NOW_MS } from '@postrider/conformance/builders/fresh'

const taken: SubmitOutcome = { _tag: 'Accepted', providerMessageIds: [] }
const notAttempted: SubmitOutcome = { _tag: 'NotAttempted', detail: 'no connection' }
const refused: SubmitOutcome = { _tag: 'NotAttempted', detail: 'wrong password', isRefused: true }
const lost: SubmitOutcome = { _tag: 'OutcomeUnknown', detail: 'no answer' }

/** The health of an account after these calls, one per millisecond. */
const after = (...outcomes: readonly SubmitOutcome[]): LastCalls =>
  outcomes.reduce((before, outcome, at) => afterCall(before, outcome, NOW_MS + at + 1), notCalledYet(NOW_MS))

describe('The health of an account by its last calls', () => {
  it('is unknown before the first', () => {
    expect(healthByCalls(notCalledYet(NOW_MS), NOW_MS + MINUTE_MS)).to.deep.equal({
      status: 'connecting',
      sinceMs: NOW_MS,
      detail: undefined,
    })
  })

  it('is up after any response about a message, since the first of them', () => {
    const answers: readonly SubmitOutcome[] = [
      taken,
      { _tag: 'RejectedByRoute', detail: '' },
      { _tag: 'TransientFailure', detail: '' },
      { _tag: 'PermanentFailure', detail: '', failureCode: 'provider_rejected' },
    ]
    for (const answer of answers)
      expect(after(notAttempted, answer, taken)).to.include({ status: 'up', sinceMs: NOW_MS + 2 })
  })

  it('is down if nothing could be sent, and refused if the provider refused, each with its reason', () => {
    expect(after(taken, notAttempted)).to.include({ status: 'down', detail: 'no connection' })
    expect(after(notAttempted, refused)).to.include({
      status: 'refused',
      detail: 'wrong password',
      sinceMs: NOW_MS + 2,
    })
  })

  it('is down after three lost responses in a row, but not for those about a message', () => {
    expect(after(taken, lost, lost).status).to.equal('up')
    expect(after(taken, lost, lost, lost).status).to.equal('down')
    expect(after(taken, lost, lost, taken, lost).status).to.equal('up')
    const ofMessage: SubmitOutcome = { _tag: 'OutcomeUnknown', detail: '', isOfMessage: true }
    expect(after(taken, ofMessage, ofMessage, ofMessage).status).to.equal('up')
  })

  it('is unknown again a minute after a failure, so that it is called again', () => {
    const failed = after(refused)
    const atMs = NOW_MS + 1
    expect(healthByCalls(failed, atMs + MINUTE_MS - 1).status).to.equal('refused')
    expect(healthByCalls(failed, atMs + MINUTE_MS)).to.deep.equal({
      status: 'connecting',
      sinceMs: atMs + MINUTE_MS,
      detail: undefined,
    })
    expect(healthByCalls(after(taken), atMs + MINUTE_MS).status).to.equal('up')
  })
})
