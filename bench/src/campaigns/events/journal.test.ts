import { createHmac } from 'node:crypto'
import { expect } from 'chai'
import { isSigned, openAppJournal, openEndpointJournal, type SeenEvent } from './journal.js'

const OWNER = { organizationId: 'org_1', appId: 'app_1' }

const anEvent = (sequence: number, messageId: string, more: Partial<SeenEvent> = {}): SeenEvent => ({
  ...OWNER,
  id: `evt_${sequence}`,
  type: 'message.submitted',
  sequence,
  data: { messageId },
  ...more,
})

const NONE = { forged: 0, foreign: 0, renumbered: 0, overtaken: 0, repeated: 0 }

describe('The journal of an endpoint in the campaign events', () => {
  const open = (isStrict = false) => openEndpointJournal(openAppJournal(OWNER), isStrict)

  it('counts nothing while each event of a message follows the accepted one', () => {
    const journal = open()
    for (const event of [anEvent(1, 'a'), anEvent(3, 'b'), anEvent(2, 'a')]) {
      journal.arrives(event, true)
      journal.accepts(event)
    }
    expect(journal.counts).to.deep.equal(NONE)
    expect([...journal.accepted]).to.deep.equal([1, 3, 2])
  })

  it('counts an event that arrives before the previous one of its message is accepted, or after a later one', () => {
    const journal = open()
    journal.arrives(anEvent(1, 'a'), true)
    journal.arrives(anEvent(2, 'a'), true)
    expect(journal.counts.overtaken).to.equal(1)
    journal.accepts(anEvent(2, 'a'))
    journal.arrives(anEvent(1, 'a'), true)
    expect(journal.counts.overtaken).to.equal(2)
  })

  it('does so for all events with strict ordering', () => {
    const [strict, usual] = [open(true), open()]
    for (const journal of [strict, usual])
      for (const event of [anEvent(2, 'a'), anEvent(1, 'b')]) {
        journal.arrives(event, true)
        journal.accepts(event)
      }
    expect([strict.counts.overtaken, usual.counts.overtaken]).to.deep.equal([1, 0])
  })

  it('counts repetitions, wrong signatures, other owners and other IDs of a sequence', () => {
    const journal = open()
    journal.arrives(anEvent(1, 'a'), false)
    journal.accepts(anEvent(1, 'a'))
    journal.arrives(anEvent(1, 'a', { id: 'evt_9' }), true)
    journal.arrives(anEvent(2, 'b', { organizationId: 'org_2' }), true)
    expect(journal.counts).to.deep.equal({ ...NONE, repeated: 1, forged: 1, foreign: 1, renumbered: 1 })
  })

  it('expects no event of the time before a restore that was not accepted', () => {
    const journal = open()
    journal.arrives(anEvent(1, 'a'), true)
    journal.loses()
    journal.arrives(anEvent(101, 'a'), true)
    expect(journal.counts.overtaken).to.equal(0)
  })

  it('verifies signatures under the bytes of the secret', () => {
    const key = Buffer.from('0123456789abcdef')
    const secret = `whsec_${key.toString('base64')}`
    const signature = createHmac('sha256', key).update('evt_1.17.{}').digest('base64')
    const headers = {
      'webhook-id': 'evt_1',
      'webhook-timestamp': '17',
      'webhook-signature': `v1,${signature}`,
    }
    expect(isSigned(secret, headers, '{}')).to.equal(true)
    expect(isSigned(secret, headers, '{ }')).to.equal(false)
    expect(isSigned(secret, { ...headers, 'webhook-timestamp': '18' }, '{}')).to.equal(false)
  })
})
