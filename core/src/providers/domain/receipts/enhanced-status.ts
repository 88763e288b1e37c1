import type { FailureCode } from '../../../kernel/messages/message-state.js'

/** A mail server's enhanced status code (RFC 3463): class, subject, detail. */
export const ENHANCED_STATUS = /^[245]\.\d{1,3}\.\d{1,3}$/

/** The recipient is unknown to the server. */
export const UNKNOWN_MAILBOX = '5.1.1'

/** Whether the server rejected the sender, at whatever stage. */
export const isAboutSender = (status: string): boolean => /^5\.1\.[78]$/.test(status)

/**
 * The failure code of an email that certainly wasn't delivered, by the server's status; undefined if the
 * status says nothing about the recipient. Delivery that was given up after temporary failures counts as
 * unreachable.
 */
export const failureOfStatus = (status: string): FailureCode | undefined => {
  if (isAboutSender(status) || status === '5.2.3') return 'provider_rejected'
  if (status.startsWith('4.')) return 'recipient_unreachable'
  if (status.startsWith('5.1.')) return 'recipient_invalid'
  if (/^5\.[24]\./.test(status)) return 'recipient_unreachable'
  return status.startsWith('5.7.') ? 'recipient_blocked' : undefined
}
