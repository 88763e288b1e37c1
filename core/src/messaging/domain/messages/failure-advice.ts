import type { RefusalTag } from '../../../kernel/refusals/refusal.js'
import type { FailureCode } from '../../../kernel/messages/message-state.js'

/** Who can do something about what went wrong with a message. */
export const CAUSE_OWNERS = ['sender', 'recipient', 'carrier', 'platform'] as const

/** What went wrong, whose it is to change, and what they do. */
export interface FailureCause {
  readonly owner: (typeof CAUSE_OWNERS)[number]
  readonly meaning: string
  readonly advice: string
}

/** What each failure code means to whoever sent the message, and what to do about it (docs/contract#message-states). */
export const FAILURE_ADVICE: Readonly<Record<FailureCode, FailureCause>> = {
  provider_rejected: {
    owner: 'carrier',
    meaning: 'The carrier refused the message.',
    advice: 'Look at a few of them: the same sender, text or country points to the cause. Then ask support.',
  },
  attempts_exhausted: {
    owner: 'carrier',
    meaning: 'The carrier refused it again and again until the attempts were used up.',
    advice: 'Nothing was delivered. Send it again later; if it goes on, ask support.',
  },
  validity_expired: {
    owner: 'platform',
    meaning: 'Its time was over before a carrier took it.',
    advice: 'Nothing was delivered. Send it again if it still matters; many at once are for support.',
  },
  outcome_unknown: {
    owner: 'carrier',
    meaning: 'The carrier never said what became of it.',
    advice: 'It may have arrived. Ask the recipient before you send it again.',
  },
  recipient_unreachable: {
    owner: 'recipient',
    meaning: 'The handset or mailbox could not be reached.',
    advice: 'Try again later, or another channel. After several days take the recipient off your list.',
  },
  recipient_invalid: {
    owner: 'sender',
    meaning: 'There is no such number or address.',
    advice: 'Correct it in your records or take it off your list. Sending again does not help.',
  },
  recipient_blocked: {
    owner: 'recipient',
    meaning: 'The recipient takes no messages of this kind.',
    advice: 'Leave them alone on this channel. Ask for their consent in another way.',
  },
  dlt_scrubbed: {
    owner: 'sender',
    meaning: 'DLT does not know the text or the sender.',
    advice: 'Compare the template and its variable types with what is registered, then submit it anew.',
  },
  template_rejected: {
    owner: 'sender',
    meaning: 'The vendor does not accept the template.',
    advice: 'Look at the template: it may be paused or changed at the vendor. Submit a new version.',
  },
  cancelled: {
    owner: 'platform',
    meaning: 'It was stopped before a carrier took it.',
    advice: 'The Organization, the app or a destination was stopped. Ask support why before you send again.',
  },
}

/** What a send can be refused for that whoever sends can do something about. */
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
  InvalidRequest: 'Correct the fields that are named.',
  TemplateUnavailable: 'Choose an approved template of this channel, or submit this one for review.',
  ChannelNotActive: 'Ask support to open the channel, and see that the app is in use.',
  OrganizationSuspended: 'Ask support: nothing is sent while the Organization is suspended.',
  SenderUnavailable: 'Ask support for a sender of this channel for the app.',
  PriceUnavailable: 'Ask support for a price of this channel and country.',
  InsufficientBalance: 'Add credit to the balance of this environment.',
  BudgetExceeded: 'Raise or remove the budget, or wait for its next period.',
  DestinationNotAllowed:
    'See whether the country is on the app’s list and whether the recipient has opted out. An opt-out ends when they write START.',
  ProviderUnavailable: 'Wait and try again. If it goes on, ask support.',
}

const isOfSends = (tag: RefusalTag): tag is SendRefusal => Object.hasOwn(SEND_ADVICE, tag)

/** What to do about a send that is refused (docs/contract#error-codes); undefined where nothing can be said. */
export const sendAdvice = (tag: RefusalTag): string | undefined =>
  isOfSends(tag) ? SEND_ADVICE[tag] : undefined
