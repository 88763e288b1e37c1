import { CHANNELS } from '../../../channels/channels.js'
import type { FailureCode } from '../../../kernel/messages/message-state.js'
import type { ShownMessage } from './message.js'

/** Who can fix the cause of a failed message. */
export const CAUSE_OWNERS = ['sender', 'recipient', 'carrier', 'platform'] as const

/** The cause of a failure, who can fix it, and how. */
export interface FailureCause {
  readonly owner: (typeof CAUSE_OWNERS)[number]
  readonly meaning: string
  readonly advice: string
}

/** Whether sending the message again helps: `ask`: only if the recipient confirms that it didn't arrive. */
export type SendAgain = 'no' | 'later' | 'ask'

/** More about a failure, for the error reference. */
export interface FailureGuide extends FailureCause {
  /** Usual causes, the most frequent first. */
  readonly causes: readonly string[]
  readonly sendAgain: SendAgain
}

/** The meaning, causes and fix of each failure code, for the sender of a message (docs/errors#failure-codes). */
export const FAILURE_GUIDES: Readonly<Record<FailureCode, FailureGuide>> = {
  provider_rejected: {
    owner: 'carrier',
    meaning: 'The provider rejected the message.',
    advice:
      'Compare a few of these messages. A common sender ID, text or country points to the cause. Then ask support.',
    causes: [
      'The sender ID, the text or the country isn’t allowed at the provider.',
      'The provider’s own rules consider the message spam.',
    ],
    sendAgain: 'no',
  },
  attempts_exhausted: {
    owner: 'carrier',
    meaning: 'The provider rejected the message at every attempt.',
    advice: 'Nothing was delivered. Send the message again later. If it fails again, ask support.',
    causes: ['The provider was overloaded or refused every attempt for a temporary reason.'],
    sendAgain: 'later',
  },
  validity_expired: {
    owner: 'platform',
    meaning: 'The message expired before a provider accepted it.',
    advice:
      'Nothing was delivered. If the message still matters, send it again. If many messages expired, ask support.',
    causes: [
      'No provider was available in time.',
      'The message waited behind a pause of the app, the Organization or the channel.',
    ],
    sendAgain: 'later',
  },
  outcome_unknown: {
    owner: 'carrier',
    meaning: 'The provider never confirmed the outcome.',
    advice: 'The message may have arrived. Ask the recipient before you send it again.',
    causes: [
      'The provider accepted the message and never sent a delivery report.',
      'The connection broke while the message was being handed over.',
    ],
    sendAgain: 'ask',
  },
  recipient_unreachable: {
    owner: 'recipient',
    meaning: 'The phone or mailbox could not be reached.',
    advice:
      'Try again later, or use another channel. If it still fails after several days, remove the recipient from your list.',
    causes: ['The phone is off or has no network.', 'The mailbox is full or its server doesn’t respond.'],
    sendAgain: 'later',
  },
  recipient_invalid: {
    owner: 'sender',
    meaning: 'The number or address doesn’t exist.',
    advice: 'Correct it or remove it from your list. Sending again doesn’t help.',
    causes: ['The number isn’t assigned, or is a landline.', 'The mailbox doesn’t exist.'],
    sendAgain: 'no',
  },
  recipient_blocked: {
    owner: 'recipient',
    meaning: 'The recipient doesn’t accept messages of this kind.',
    advice: 'Stop sending to them on this channel. Ask for their consent in another way.',
    causes: [
      'The recipient blocked the sender or promotional messages.',
      'The recipient opted out after the message was accepted.',
      'The number is on a do-not-disturb register.',
    ],
    sendAgain: 'no',
  },
  recipient_limited: {
    owner: 'recipient',
    meaning: 'The channel limits how many messages of this kind the recipient gets.',
    advice:
      'Wait at least a day before you send again, or use another channel. Other recipients aren’t affected.',
    causes: [
      'The recipient recently got several marketing messages, from you or from other companies.',
      'The channel excludes the recipient from marketing messages for an experiment.',
    ],
    sendAgain: 'later',
  },
  dlt_scrubbed: {
    owner: 'sender',
    meaning: 'DLT has no matching template or sender ID.',
    advice: 'Compare the template and its variable types with the DLT registration, then submit it again.',
    causes: [
      'The text differs from the registered template.',
      'The template ID or the header isn’t registered for the Organization.',
    ],
    sendAgain: 'no',
  },
  template_rejected: {
    owner: 'sender',
    meaning: 'WhatsApp or DLT doesn’t accept the template.',
    advice: 'Check whether the template was paused or changed there. Then submit a new version.',
    causes: [
      'The template was paused or rejected after recipients complained.',
      'The template was changed or deleted at the provider.',
      'A value is empty or in a form that the template doesn’t allow.',
    ],
    sendAgain: 'no',
  },
  cancelled: {
    owner: 'platform',
    meaning: 'The message was cancelled before a provider accepted it.',
    advice:
      'Nothing was delivered. Check whether a colleague cancelled the message or disabled the app. Otherwise ask support before you send again.',
    causes: [
      'A member of the Organization cancelled it at the website, or disabled the app.',
      'Support paused the Organization, the app or the provider account, or blocked the destination.',
    ],
    sendAgain: 'no',
  },
}

/** The part of a failure's guide that API responses have. */
export const failureCauseOf = (code: FailureCode): FailureCause => {
  const { owner, meaning, advice } = FAILURE_GUIDES[code]
  return { owner, meaning, advice }
}

/** Why a message failed and what to do, by the provider's own code if it is known; undefined if it didn't. */
export const causeOfMessage = ({
  channel,
  failureCode,
  providerReason,
}: Pick<ShownMessage, 'channel' | 'failureCode' | 'providerReason'>): FailureCause | undefined =>
  failureCode && (CHANNELS[channel].causes?.[providerReason?.code ?? ''] ?? failureCauseOf(failureCode))
