import { expect } from 'chai'
import { INTERRUPTED } from '@postrider/core/providers/domain/calls/attempt'
import type { CallOutcome } from '@postrider/core/providers/domain/calls/outcome'
import type { GiveBackCause, Report } from '@postrider/core/messaging/domain/dispatch/report'
import type { Message } from '@postrider/core/messaging/domain/messages/message'
import { anAttempt } from '@postrider/conformance/builders/an-attempt'
import { NOW_MS } from '@postrider/conformance/builders/fresh'
import { aCase } from '../../../messaging/domain/dispatch/a-case.js'

describe('A query result for a call with an unknown outcome', () => {
  const seen: CallOutcome = { _tag: 'OutcomeUnknown', detail: 'the mail server failed at the content' }
  const interrupted: CallOutcome = { _tag: 'OutcomeUnknown', detail: INTERRUPTED }

  it("isn't overwritten by a later query that found nothing", () => {
    const one = aCase()
    one.settleThese([one.called(seen)])
    expect(one.settleThese([one.called(interrupted)]).attempts).to.deep.equal([])
    expect(one.attempts.at(-1)?.detail).to.equal(seen.detail)
    expect(one.message().state).to.equal('UNCONFIRMED')
  })

  it('replaces such a query from before it', () => {
    const one = aCase({}, anAttempt({ phase: 'intent' }))
    one.settleThese([one.called(interrupted)])
    one.settleThese([one.called(seen)])
    expect(one.attempts.at(-1)?.detail).to.equal(seen.detail)
  })
})

describe('A claim that is released', () => {
  const CLAIM = 77
  const back = (
    messageId: Message['messageId'],
    attempt: number,
    cause: GiveBackCause = 'unanswered',
  ): Report => ({
    _tag: 'GivenBack',
    messageId,
    attempt,
    claim: CLAIM,
    isRepeat: false,
    cause,
  })

  it('is available at once, if it still belongs to the process', () => {
    const one = aCase({ attempt: 0 }, undefined, CLAIM)
    const { messages, due, attempts } = one.settleThese([back(one.messageId, 0, 'stopping')])
    expect(messages[0]).to.include({ attempt: 0, uncalled: 0, leaseUntilMs: 0, state: 'ACCEPTED' })
    expect(due).to.deep.equal([{ messageId: one.messageId, atMs: NOW_MS }])
    expect(attempts).to.deep.equal([])
  })

  it("isn't changed if another process has claimed the message by name", () => {
    const one = aCase({ attempt: 0 }, undefined, 78)
    const { messages, due } = one.settleThese([back(one.messageId, 0)])
    expect([messages, due]).to.deep.equal([[], []])
  })

  it("isn't changed if an attempt was started without a name, although the claim still has its name", () => {
    const one = aCase({ attempt: 1 }, anAttempt({ number: 1 }), CLAIM)
    const { messages, attempts, due } = one.settleThese([back(one.messageId, 0)])
    expect([messages, attempts, due]).to.deep.equal([[], [], []])
  })

  it('ends the intent without a response, and uses nothing up', () => {
    const one = aCase({ attempt: 1 }, anAttempt({ number: 1, claim: CLAIM }))
    const { messages, attempts, due } = one.settleThese([back(one.messageId, 0)])
    expect(messages[0]).to.include({ attempt: 1, uncalled: 1, leaseUntilMs: 0, state: 'ACCEPTED' })
    expect(attempts[0]).to.include({ number: 1, phase: 'transient_failure', claim: CLAIM })
    expect(due[0]?.atMs).to.equal(NOW_MS)
  })

  it('records that no provider was called, also if another process considered its intent unknown meanwhile', () => {
    const one = aCase(
      { attempt: 1, state: 'UNCONFIRMED' },
      anAttempt({ number: 1, claim: CLAIM, phase: 'unknown' }),
    )
    one.settleThese([back(one.messageId, 0)])
    expect(one.message()).to.include({ state: 'FAILED', failureCode: 'outcome_unknown', billing: 'released' })
  })

  it('changes no intent with a known end', () => {
    for (const phase of ['accepted', 'permanent_failure', 'transient_failure'] as const) {
      const one = aCase({ attempt: 1 }, anAttempt({ number: 1, claim: CLAIM, phase }))
      expect(one.settleThese([back(one.messageId, 0)]).attempts).to.deep.equal([])
    }
  })

  it('voids an ending that was decided before it was claimed', () => {
    const one = aCase({ attempt: 0, leaseUntilMs: NOW_MS + 5 }, undefined, CLAIM)
    const settled = one.settleThese([one.ended('NoProvider', 0)])
    expect([settled.messages, settled.due]).to.deep.equal([[], []])
  })
})
