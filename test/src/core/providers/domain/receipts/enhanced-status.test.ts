import { expect } from 'chai'
import { failureOfStatus, isAboutUs } from '@postrider/core/providers/domain/receipts/enhanced-status'

/** A status, the server's words, and the failure; `us` means that the sender is at fault and not the recipient. */
const ROWS: ReadonlyArray<readonly [string, string, string]> = [
  ['5.7.1', 'Service unavailable; client host [203.0.113.7] blocked using zen.spamhaus.org', 'us'],
  ['5.7.1', 'Unable to relay', 'us'],
  ['5.7.1', 'relaying denied', 'us'],
  ['5.7.1', 'Our system has detected that this message is likely unsolicited mail', 'us'],
  ['5.7.1', '', 'us'],
  ['5.7.1', 'You are not authorized to send to this group', 'recipient_blocked'],
  ['5.7.1', 'RESOLVER.RST.NotAuthorized; not authorized', 'recipient_blocked'],
  ['5.7.1', 'Recipient only accepts mail from allowed senders', 'recipient_blocked'],
  ['5.7.26', 'This mail is unauthenticated', 'us'],
  ['5.7.23', 'SPF validation failed', 'us'],
  ['5.7.25', 'The IP address has no PTR record', 'us'],
  ['5.7.511', 'Access denied, banned sender', 'us'],
  ['5.7.606', 'Access denied, banned sending IP', 'us'],
  ['5.7.133', 'Sender not authenticated for group', 'recipient_blocked'],
  ['5.7.124', 'Sender not in the list of allowed senders', 'recipient_blocked'],
  ['5.7.2', 'Mailing list expansion prohibited', 'recipient_blocked'],
  ['5.7.17', 'Mailbox owner has changed', 'recipient_invalid'],
  ['5.7.0', 'This attachment is not allowed', 'provider_rejected'],
  ['5.1.1', 'The account does not exist', 'recipient_invalid'],
  ['5.1.1', 'rejected, listed at dnsbl.example', 'us'],
  ['5.2.2', 'Mailbox full', 'recipient_unreachable'],
  ['5.4.4', 'No route', 'recipient_unreachable'],
  ['5.4.1', 'Recipient address rejected: Access denied', 'recipient_invalid'],
  ['5.4.1', 'No answer from host', 'recipient_unreachable'],
]

describe('A status of a mail server', () => {
  for (const [status, words, failure] of ROWS)
    it(`${status} "${words}" means ${failure}`, () => {
      expect(isAboutUs(status, words)).to.equal(failure === 'us')
      expect(failureOfStatus(status, words)).to.equal(failure === 'us' ? 'provider_rejected' : failure)
    })

  it('is about our host, by only its words, if there is no status', () => {
    expect(isAboutUs('', 'relay access denied')).to.equal(true)
    expect(isAboutUs('', 'no such user')).to.equal(false)
  })
})
