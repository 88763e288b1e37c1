import { aChallenge } from '@postrider/conformance/builders/a-challenge'
import { aMessage } from '@postrider/conformance/builders/a-message'
import { aSuppression } from '@postrider/conformance/builders/a-suppression'
import { aStoredInbound } from '@postrider/conformance/builders/an-inbound-message'
import { EVENT_DESCRIPTIONS, eventExample } from '@postrider/contracts/events/event-types'
import { event } from '@postrider/contracts/events/event'
import { consentEvents } from '@postrider/core/consent/domain/consent-event'
import { type EventNote, EVENT_TYPES } from '@postrider/core/feed/domain/event-note'
import { verifiedChange } from '@postrider/core/otp/domain/verified-event'
import { receivedEvents } from '@postrider/core/messaging/domain/inbound/received-event'
import { messageView } from '@postrider/core/messaging/operations/messages/message-view'
import { Faults } from '@postrider/core/kernel/codecs/fault'
import { closed } from '@postrider/core/kernel/codecs/shape'
import { expect } from 'chai'

/** The faults of data, with undeclared fields as faults too. */
const faultsOf = (type: keyof typeof EVENT_DESCRIPTIONS, data: unknown): unknown => {
  const { required, optional } = EVENT_DESCRIPTIONS[type].data
  const read = closed(required, optional).read(data)
  return read instanceof Faults ? read : undefined
}

describe('The described types of events', () => {
  it('are all types, in the same order', () => {
    expect(Object.keys(EVENT_DESCRIPTIONS)).to.deep.equal(EVENT_TYPES)
  })

  it('have examples that match their shapes', () => {
    for (const type of EVENT_TYPES) {
      expect(event.read(eventExample(type)), type).not.to.be.instanceOf(Faults)
      expect(faultsOf(type, EVENT_DESCRIPTIONS[type].example), type).to.equal(undefined)
    }
  })

  it('describe every field of messages, inbound messages, consents and passcodes', () => {
    const failed = aMessage({
      state: 'FAILED',
      billing: 'released',
      failureCode: 'recipient_blocked',
      providerReason: { code: '21610', text: 'Attempt to send to unsubscribed recipient' },
      clientReference: 'order-1',
    })
    expect(faultsOf('message.failed', messageView(failed))).to.equal(undefined)
    const inbound = aStoredInbound({ atMs: 1, consentChange: { wants: 'stop', scope: 'all' } })
    const suppression = aSuppression({ source: 'opt_out' })
    const notes: readonly EventNote[] = [
      ...receivedEvents(inbound, suppression.organizationId, []),
      ...consentEvents('consent.opted_out', suppression),
      ...(verifiedChange([aChallenge({ verifiedAtMs: 1 })]).events ?? []),
    ]
    expect(notes.map(({ type }) => type)).to.deep.equal([
      'message.received',
      'consent.opted_out',
      'otp.verified',
    ])
    for (const { type, data } of notes) expect(faultsOf(type, data), type).to.equal(undefined)
  })

  it('refuse data of another type', () => {
    expect(faultsOf('message.received', EVENT_DESCRIPTIONS['app.paused'].example)).not.to.equal(undefined)
  })
})
