import { expect } from 'chai'
import { aMessage } from '@postrider/conformance/builders/a-message'
import { anAttempt } from '@postrider/conformance/builders/an-attempt'
import { timelineOf } from '@postrider/core/messaging/operations/messages/timeline-view'

const NOW = Date.parse('2026-11-22T12:00:00.000Z')

describe('The timeline of a message', () => {
  it("has the provider's own code and text with a finished attempt", () => {
    const message = aMessage({ acceptedAtMs: NOW })
    const { messageId } = message
    const detail = '550 5.1.1 no such mailbox'
    const attempts = [
      anAttempt({ messageId, number: 1, phase: 'transient_failure', startedAtMs: NOW, endedAtMs: NOW + 1 }),
      anAttempt({
        messageId,
        number: 2,
        phase: 'permanent_failure',
        detail,
        startedAtMs: NOW,
        endedAtMs: NOW + 2,
      }),
    ]
    const entries = timelineOf({ message, attempts, events: [], receipts: [], failures: undefined, acts: [] })
    const ended = entries.filter(({ kind }) => kind === 'attempt_ended')
    expect(ended.map((entry) => [entry.attempt, entry.detail])).to.deep.equal([
      [1, undefined],
      [2, detail],
    ])
  })
})
