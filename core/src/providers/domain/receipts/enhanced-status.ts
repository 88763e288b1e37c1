import type { FailureCode } from '../../../kernel/messages/message-state.js'

/** A mail server's enhanced status code (RFC 3463): class, subject, detail. */
export const ENHANCED_STATUS = /^[245]\.\d{1,3}\.\d{1,3}$/

/** That a mail is for somebody whom the server does not know. */
export const UNKNOWN_MAILBOX = '5.1.1'

/** That it is the sender that the server will not have, at whatever it says so. */
export const isAboutSender = (status: string): boolean => /^5\.1\.[78]$/.test(status)

/**
 * Why a mail that certainly was not delivered was not, by the status that a server gave it; undefined where the status says
 * nothing of the recipient. What was given up after passing failures was not reached.
 */
export const failureOfStatus = (status: string): FailureCode | undefined => {
  if (isAboutSender(status) || status === '5.2.3') return 'provider_rejected'
  if (status.startsWith('4.')) return 'recipient_unreachable'
  if (status.startsWith('5.1.')) return 'recipient_invalid'
  if (/^5\.[24]\./.test(status)) return 'recipient_unreachable'
  return status.startsWith('5.7.') ? 'recipient_blocked' : undefined
}
