import type { RefusalTag } from '../../../kernel/refusals/refusal.js'
import type { FailureCode } from '../../../kernel/messages/message-state.js'

/** Who can fix the cause of a failed message. */
export const CAUSE_OWNERS = ['sender', 'recipient', 'carrier', 'platform'] as const

/** The cause of a failure, who can fix it, and how. */
export interface FailureCause {
  readonly owner: (typeof CAUSE_OWNERS)[number]
  readonly meaning: string
  readonly advice: string
}

/**
 * The meaning of each failure code for the sender of a message, and the advice
 * (docs/contract#message-states).
 */
export const FAILURE_ADVICE: Readonly<Record<FailureCode, FailureCause>> = {
  provider_rejected: {
    owner: 'carrier',
    meaning: 'The provider rejected the message.',
    advice:
      'Compare a few of these messages. A common sender ID, text or country points to the cause. Then ask support.',
  },
  attempts_exhausted: {
    owner: 'carrier',
    meaning: 'The provider rejected the message at every attempt.',
    advice: 'Nothing was delivered. Send the message again later. If it fails again, ask support.',
  },
  validity_expired: {
    owner: 'platform',
    meaning: 'The message expired before a provider accepted it.',
    advice:
      'Nothing was delivered. If the message still matters, send it again. If many messages expired, ask support.',
  },
  outcome_unknown: {
    owner: 'carrier',
    meaning: 'The provider never confirmed the outcome.',
    advice: 'The message may have arrived. Ask the recipient before you send it again.',
  },
  recipient_unreachable: {
    owner: 'recipient',
    meaning: 'The phone or mailbox could not be reached.',
    advice:
      'Try again later, or use another channel. If it still fails after several days, remove the recipient from your list.',
  },
  recipient_invalid: {
    owner: 'sender',
    meaning: 'The number or address doesn’t exist.',
    advice: 'Correct it or remove it from your list. Sending again doesn’t help.',
  },
  recipient_blocked: {
    owner: 'recipient',
    meaning: 'The recipient doesn’t accept messages of this kind.',
    advice: 'Stop sending to them on this channel. Ask for their consent in another way.',
  },
  dlt_scrubbed: {
    owner: 'sender',
    meaning: 'DLT has no matching template or sender ID.',
    advice: 'Compare the template and its variable types with the DLT registration, then submit it again.',
  },
  template_rejected: {
    owner: 'sender',
    meaning: 'WhatsApp or DLT doesn’t accept the template.',
    advice: 'Check whether the template was paused or changed there. Then submit a new version.',
  },
  cancelled: {
    owner: 'platform',
    meaning: 'The message was cancelled before a provider accepted it.',
    advice:
      'The Organization or the app was paused, or the destination was blocked. Ask support before you send again.',
  },
}

/** The refusals of sends that the sender can do something about. */
type SendRefusal = Extract<
  RefusalTag,
  | 'InvalidRequest'
  | 'TemplateUnavailable'
  | 'ChannelNotActive'
  | 'OrganizationSuspended'
  | 'SenderUnavailable'
  | 'PriceUnavailable'
  | 'InsufficientBalance'
  | 'BudgetExceeded'
  | 'DestinationNotAllowed'
  | 'ProviderUnavailable'
>

const SEND_ADVICE: Readonly<Record<SendRefusal, string>> = {
  InvalidRequest: 'Correct the fields that the error names.',
  TemplateUnavailable: 'Use an approved template of this channel, or submit this one for review.',
  ChannelNotActive: 'Ask support to open the channel. Check that the app is active.',
  OrganizationSuspended: 'Ask support why the Organization is paused. Nothing is sent while it is.',
  SenderUnavailable: 'Ask support for a sender ID of this channel for the app.',
  PriceUnavailable: 'Ask support for a price of this channel and country.',
  InsufficientBalance: 'Add credit to the balance of this environment.',
  BudgetExceeded: 'Raise or remove the budget, or wait for its next period.',
  DestinationNotAllowed:
    'Check the app’s allowed countries and whether the recipient has opted out. An opt-out ends when they write START.',
  ProviderUnavailable: 'Wait and try again. If it continues, ask support.',
}

const isOfSends = (tag: RefusalTag): tag is SendRefusal => Object.hasOwn(SEND_ADVICE, tag)

/** The advice for a refused send (docs/contract#error-codes); undefined if there is none. */
export const sendAdvice = (tag: RefusalTag): string | undefined =>
  isOfSends(tag) ? SEND_ADVICE[tag] : undefined
