import { expect } from 'chai'
import { advanceByDecision } from '@postrider/core/messaging/domain/dispatch/advance'
import type { Progress } from '@postrider/core/messaging/domain/dispatch/progress'
import { DECIDED_OUTCOMES, type Report } from '@postrider/core/messaging/domain/dispatch/report'
import { NO_CLAIM } from '@postrider/core/providers/domain/calls/claim'
import { settle } from '@postrider/core/messaging/domain/dispatch/settle'
import { MESSAGE_STATES } from '@postrider/core/kernel/messages/message-state'
import { aMessage } from '@postrider/conformance/builders/a-message'
import { anAttempt } from '@postrider/conformance/builders/an-attempt'
import { fresh, NOW_MS } from '@postrider/conformance/builders/fresh'
import { sha256 } from '@postrider/conformance/builders/sha256'

const context = { nowMs: NOW_MS, sha256, chanceOf: () => 0, entryIdOf: () => fresh.id('ent') }

describe("A super admin's decision about a call's outcome", () => {
  it('changes no message whose outcome is known', () => {
    for (const state of MESSAGE_STATES.filter((one) => one !== 'UNCONFIRMED'))
      for (const outcome of DECIDED_OUTCOMES) {
        const progress: Progress = { message: aMessage({ state }), due: 'as before' }
        expect(advanceByDecision(progress, outcome, NOW_MS), `${outcome} of ${state}`).to.equal(progress)
      }
  })

  it('changes neither the message nor its attempts if it names another attempt', () => {
    const message = aMessage({ state: 'UNCONFIRMED', attempt: 2 })
    const { messageId } = message
    const lastAttempt = anAttempt({ messageId, number: 2, phase: 'unknown' })
    const known = {
      messages: new Map([[messageId, { message, lastAttempt, claim: NO_CLAIM, refusals: [] }]]),
      accounts: new Map(),
      reservations: new Map(),
      parts: new Map(),
      receipts: new Map(),
      budgets: [],
    }
    const report: Report = {
      _tag: 'Decided',
      messageId,
      attempt: 1,
      outcome: 'delivered',
      providerMessageId: 'x-1',
    }
    const { messages, attempts, events, due } = settle([report], known, context)
    expect({ messages, attempts, events, due }).to.deep.equal({
      messages: [],
      attempts: [],
      events: [],
      due: [],
    })
  })
})
