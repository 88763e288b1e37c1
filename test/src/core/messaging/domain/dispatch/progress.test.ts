import { expect } from 'chai'
import { moveTo, type Progress } from '@postrider/core/messaging/domain/dispatch/progress'
import { canMove, MESSAGE_STATES } from '@postrider/core/kernel/messages/message-state'
import { aMessage } from '@postrider/conformance/builders/a-message'
import { NOW_MS } from '@postrider/conformance/builders/fresh'

const laterMs = NOW_MS + 5_000
const sealed = { sealedVariables: 'sealed', leaseUntilMs: NOW_MS + 9_000 }

describe('Moving a message', () => {
  for (const from of MESSAGE_STATES)
    for (const to of MESSAGE_STATES) {
      const before: Progress = { message: aMessage({ state: from, ...sealed }), due: NOW_MS }
      if (canMove(from, to))
        it(`from ${from} to ${to} erases sealed values and ends lease and schedule`, () => {
          expect(moveTo(before, to, laterMs, 'cancelled')).to.deep.equal({
            message: {
              ...before.message,
              state: to,
              sealedVariables: undefined,
              leaseUntilMs: 0,
              updatedAtMs: laterMs,
              failureCode: 'cancelled',
            },
            due: 'never',
          })
        })
      else
        it(`from ${from} to ${to} changes nothing`, () => {
          expect(moveTo(before, to, laterMs)).to.equal(before)
        })
    }

  it('never makes it look older than it was, though the clocks of processes differ by milliseconds', () => {
    const before: Progress = { message: aMessage({ state: 'ACCEPTED', updatedAtMs: NOW_MS }), due: NOW_MS }
    expect(moveTo(before, 'SUBMITTED', NOW_MS - 7).message.updatedAtMs).to.equal(NOW_MS)
  })
})
