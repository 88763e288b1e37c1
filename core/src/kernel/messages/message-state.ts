export const MESSAGE_STATES = [
  'ACCEPTED',
  'SUBMITTED',
  'UNCONFIRMED',
  'DELIVERED',
  'READ',
  'UNDELIVERED',
  'FAILED',
  'EXPIRED',
  'CANCELLED',
] as const

/** The state of a message (docs/api/sending#message-states). */
export type MessageState = (typeof MESSAGE_STATES)[number]

/** All allowed transitions, by source state (docs/api/sending#message-states). */
export const TRANSITIONS: Readonly<Record<MessageState, readonly MessageState[]>> = {
  ACCEPTED: ['SUBMITTED', 'FAILED', 'EXPIRED', 'CANCELLED', 'UNCONFIRMED', 'DELIVERED', 'UNDELIVERED'],
  SUBMITTED: ['DELIVERED', 'UNDELIVERED'],
  UNCONFIRMED: ['SUBMITTED', 'DELIVERED', 'UNDELIVERED', 'FAILED'],
  DELIVERED: ['READ'],
  READ: [],
  UNDELIVERED: [],
  FAILED: [],
  EXPIRED: [],
  CANCELLED: [],
}

/** Whether a message may move from one state to the other. */
export const canMove = (from: MessageState, to: MessageState): boolean => TRANSITIONS[from].includes(to)

/**
 * Whether the message may still be submitted: it waits for a provider, or the outcome of a call is unknown.
 */
export const isOpenState = (state: MessageState): boolean => state === 'ACCEPTED' || state === 'UNCONFIRMED'

/** The states in which it is known whether a message arrived. */
export const OUTCOME_STATES = ['DELIVERED', 'UNDELIVERED', 'FAILED', 'EXPIRED', 'CANCELLED'] as const

/** Whether a message's state says if it arrived. */
export const isOutcome = (state: MessageState): state is (typeof OUTCOME_STATES)[number] =>
  (OUTCOME_STATES as readonly MessageState[]).includes(state)

export const FAILURE_CODES = [
  'provider_rejected',
  'attempts_exhausted',
  'validity_expired',
  'outcome_unknown',
  'recipient_unreachable',
  'recipient_invalid',
  'recipient_blocked',
  'recipient_limited',
  'dlt_scrubbed',
  'template_rejected',
  'cancelled',
] as const

/** Why a message didn't arrive (docs/api/sending#message-states). */
export type FailureCode = (typeof FAILURE_CODES)[number]

/** The billing status of a message (docs/api/sending#message-projection). */
export type BillingStatus = 'provisional' | 'settled' | 'released'
