import { expect } from 'chai'
import { aMessage } from '@postrider/conformance/builders/a-message'
import type { Message } from '@postrider/core/messaging/domain/messages/message'
import { messageView } from '@postrider/core/messaging/operations/messages/message-view'
import { eventBody } from '@postrider/core/events/domain/event-body'
import type { AppEvent } from '@postrider/core/events/domain/event'
import { eventIdOf } from '@postrider/core/events/domain/event-id'
import { messageEventOf } from '@postrider/core/feed/domain/event-note'

/** The event for the present state of a message. */
const eventOf = (message: Message): AppEvent => {
  const { appId, organizationId, environment, messageId, channel, state, billing, failureCode } = message
  return {
    eventId: eventIdOf(message.updatedAtMs, 1, 7),
    type: messageEventOf(state),
    sequence: 7,
    occurredAtMs: message.updatedAtMs,
    appId,
    organizationId,
    environment,
    subject: { kind: 'message', messageId, became: { channel, state, billing, failureCode } },
  }
}

const failed = (changes: Partial<Message> = {}): Message =>
  aMessage({
    state: 'FAILED',
    billing: 'released',
    failureCode: 'recipient_blocked',
    providerReason: { code: '21610', text: 'Attempt to send to unsubscribed recipient' },
    clientReference: 'order-1',
    ...changes,
  })

describe('The data of an event about a message', () => {
  it('is the message as its sender reads it, with the reason of the provider', () => {
    const { providerReason: _, ...unexplained } = failed()
    const messages = [
      aMessage(),
      aMessage({ state: 'SUBMITTED', billing: 'settled', sender: undefined }),
      failed(),
      failed({ providerReason: { code: '30007' } }),
      { ...unexplained, providerReason: undefined },
    ]
    for (const message of messages)
      expect(eventBody(eventOf(message), message).data).to.deep.equal(messageView(message))
  })

  it('keeps the state of its moment if the message changes, and what the event has if it is deleted', () => {
    const before = failed()
    const event = eventOf(before)
    const delivered: Message = {
      ...before,
      state: 'DELIVERED',
      billing: 'settled',
      failureCode: undefined,
      providerReason: undefined,
    }
    const { failure: _, ...shown } = messageView(before)
    expect(eventBody(event, delivered).data).to.deep.equal(shown)
    const { messageId, state, channel, failureCode } = before
    expect(eventBody(event, undefined).data).to.deep.equal({ messageId, state, channel, failureCode })
  })

  it('has no reason of a failure from before or after it', () => {
    const waiting = aMessage({ providerReason: { code: '131049' } })
    expect(eventBody(eventOf(waiting), waiting).data).not.to.have.property('failure')
    const later = failed({ failureCode: 'outcome_unknown' })
    expect(eventBody(eventOf(failed()), later).data).not.to.have.property('failure')
  })
})
