/** What message states are called. */
export const STATE_WORDS: Readonly<Record<string, string>> = {
  ACCEPTED: 'Accepted',
  SUBMITTED: 'Submitted',
  UNCONFIRMED: 'Unconfirmed',
  DELIVERED: 'Delivered',
  READ: 'Read',
  UNDELIVERED: 'Undelivered',
  FAILED: 'Failed',
  EXPIRED: 'Expired',
  CANCELLED: 'Cancelled',
}

/** Why a message did not arrive, in words. */
export const FAILURE_WORDS: Readonly<Record<string, string>> = {
  provider_rejected: 'the provider refused it',
  attempts_exhausted: 'every attempt failed',
  validity_expired: 'it was no longer valid',
  outcome_unknown: 'the result is unknown',
  recipient_unreachable: 'the recipient could not be reached',
  recipient_invalid: 'there is no such recipient',
  recipient_blocked: 'the recipient takes no messages of this kind',
  dlt_scrubbed: 'DLT does not know its text or sender',
  template_rejected: 'the vendor refused its template',
  cancelled: 'it was stopped before it left',
}
