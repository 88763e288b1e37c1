import { expect } from 'chai'
import {
  organizationsOf,
  writtenAtMs,
  recipientOrganizationOf,
} from '@postrider/core/messaging/domain/inbound/recipient-organization'
import { soleSender } from '@postrider/core/tenancy/domain/senders/app-sender'
import { DAY_MS } from '@postrider/core/kernel/time/epoch-ms'
import { aMessage } from '@postrider/conformance/builders/a-message'
import { aStoredInbound } from '@postrider/conformance/builders/an-inbound-message'
import { aTenant } from '@postrider/conformance/builders/a-tenant'
import { fresh, NOW_MS } from '@postrider/conformance/builders/fresh'

const ASHA = '+919876543210'

describe('The Organization of an inbound message', () => {
  const { configuration, providerAccount } = aTenant()
  const { organizationId } = configuration
  const { providerAccountId } = providerAccount
  const by = (header: string) => ({
    ...configuration,
    senders: [soleSender({ channel: 'sms', header: 'FIRST' }), soleSender({ channel: 'sms', header })],
  })

  it('is the one whose sender it was written to, in any spelling of the provider', () => {
    const configurations = [by('919876500000'), { ...by('919876500000'), appId: fresh.id('app') }]
    for (const to of ['919876500000', '+919876500000', ' 919876500000 '])
      expect(organizationsOf(configurations, { providerAccountId, to })).to.deep.equal([organizationId])
    expect(organizationsOf([by('ASHAST')], { providerAccountId, to: 'ashast' })).to.deep.equal([
      organizationId,
    ])
    expect(organizationsOf([by('ASHAST')], { providerAccountId, to: 'BRANST' })).to.deep.equal([])
  })

  it("isn't one that doesn't send through the account that received it", () => {
    const to = { providerAccountId: fresh.id('pac'), to: 'ASHAST' }
    expect(organizationsOf([by('ASHAST')], to)).to.deep.equal([])
  })

  describe('The Organization, of several with the sender,', () => {
    const [one, two, elsewhere] = [fresh.id('org'), fresh.id('org'), fresh.id('org')]
    const message = aStoredInbound({ from: ASHA, atMs: NOW_MS, receivedAtMs: NOW_MS + 500 })
    const sent = (of: typeof one, agoMs: number, to = ASHA) =>
      aMessage({ organizationId: of, to, acceptedAtMs: NOW_MS - agoMs })
    const recipientOf = (
      newest: ReturnType<typeof aMessage>[],
      answered: ReturnType<typeof aMessage>[] = [],
    ) => recipientOrganizationOf([one, two], message, { answered, newest })

    it('is the one whose message it replies to', () => {
      expect(recipientOf([sent(two, 5)], [sent(one, 50 * DAY_MS)])).to.equal(one)
      expect(
        recipientOf([sent(two, 5)], [sent(one, 5, '+919876543211')]),
        'it went to somebody else',
      ).to.equal(two)
      expect(recipientOf([sent(two, 5)], [sent(elsewhere, 5)])).to.equal(two)
    })

    it('is otherwise the one whose message reached its author last, in 30 days', () => {
      expect(recipientOf([sent(elsewhere, 1), sent(two, 5), sent(one, 6)])).to.equal(two)
      expect(recipientOf([sent(two, -1_000), sent(one, 6)]), 'it was sent later').to.equal(one)
      expect(recipientOf([sent(two, 30 * DAY_MS - 1)])).to.equal(two)
      expect(recipientOf([sent(two, 30 * DAY_MS)])).to.equal(undefined)
      expect(recipientOf([])).to.equal(undefined)
    })

    it("depends on the provider's clock, unless that is ahead", () => {
      expect(writtenAtMs(message)).to.equal(NOW_MS)
      expect(writtenAtMs({ ...message, atMs: NOW_MS + DAY_MS })).to.equal(NOW_MS + 500)
      expect(writtenAtMs({ ...message, atMs: undefined })).to.equal(NOW_MS + 500)
    })
  })
})
