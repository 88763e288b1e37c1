import type { FailureCode } from '../../../kernel/messages/message-state.js'

/** A mail server's enhanced status code (RFC 3463): class, subject, detail. */
export const ENHANCED_STATUS = /^[245]\.\d{1,3}\.\d{1,3}$/

/** The recipient is unknown to the server. */
export const UNKNOWN_MAILBOX = '5.1.1'

/** Whether the server rejected the sender, at whatever stage. */
export const isAboutSender = (status: string): boolean => /^5\.1\.[78]$/.test(status)

/**
 * Failed authentication of the sender's domain or host (RFC 7372, 7489, 8617), and Microsoft's blocks of
 * sending hosts and tenants.
 */
const OUR_STATUS = /^5\.7\.(?:2[0-9]|[5-7]\d\d)$/

/** Microsoft's statuses for recipients that accept only some senders. */
const THEIR_STATUS = /^5\.7\.(?:2|12[0-9]|13[0-9])$/

/** A mailbox whose owner or domain has changed (RFC 7293). */
const GONE_STATUS = /^5\.7\.1[78]$/

/** Microsoft's words, with `5.4.1`, for a mailbox that its domain doesn't have. */
const UNKNOWN_WORDS = /recipient address rejected/i

/** Words for a recipient that may refuse anybody. */
const THEIR_WORDS =
  /not (?:authori[sz]ed|permitted|allowed) to send to|RESOLVER\.RST|only accepts|accepts? (?:mail|messages) only|recipient (?:has )?(?:rejected|blocked|does not accept)|blocked (?:you|by (?:the )?recipient)/i

/** Words for a host, network or domain with a bad reputation or without proof of its origin. */
const OUR_WORDS =
  /spamhaus|spamcop|barracuda|sorbs|uceprotect|cloudmark|proofpoint|blocked using|(?:black|block|deny) ?list|\bd?n?s?rbl\b|dnsbl|reputation|reverse dns|\bptr\b|\bspf\b|dkim|dmarc|unable to relay|relay(?:ing)? (?:access )?(?:not|denied|is denied)|not permitted to relay|(?:client host|sender(?:'s)? ip|your ip|ip address|ip \[)|banned send|unauthenticated (?:mail|email|message|sender)/i

/**
 * Whether a permanent refusal is about the sending host or domain: its reputation, its proof of origin or
 * relaying. It says nothing about the recipient (docs/provider-smtp#outcomes-of-mail-server-responses). `status` may
 * be empty. A plain `5.7.1` means that unless its words name the recipient.
 */
export const isAboutUs = (status: string, words: string): boolean => {
  if (OUR_STATUS.test(status)) return true
  if (THEIR_STATUS.test(status) || GONE_STATUS.test(status)) return false
  if (THEIR_WORDS.test(words)) return false
  return OUR_WORDS.test(words) || status === '5.7.1'
}

/**
 * The failure code of an email that certainly wasn't delivered, by the server's status; undefined if the
 * status says nothing about the recipient. Delivery that was given up after temporary failures counts as
 * unreachable. `words` are the server's, for a status that several causes share.
 */
export const failureOfStatus = (status: string, words = ''): FailureCode | undefined => {
  if (isAboutSender(status) || status === '5.2.3') return 'provider_rejected'
  if (status.startsWith('4.')) return 'recipient_unreachable'
  if (isAboutUs(status, words)) return 'provider_rejected'
  if (status.startsWith('5.1.') || GONE_STATUS.test(status)) return 'recipient_invalid'
  if (status === '5.4.1' && UNKNOWN_WORDS.test(words)) return 'recipient_invalid'
  if (/^5\.[24]\./.test(status)) return 'recipient_unreachable'
  if (THEIR_STATUS.test(status) || status === '5.7.1') return 'recipient_blocked'
  return status.startsWith('5.7.') ? 'provider_rejected' : undefined
}
