import type * as t from 'io-ts'
import { CHANNEL_NAMES, CHANNELS } from '../../../channels/channels.js'
import { identifier, messageId, timestamp } from '../../../kernel/codecs/identifiers.js'
import { integer } from '../../../kernel/codecs/integer.js'
import { literalUnion } from '../../../kernel/codecs/literal-union.js'
import { currency, minor } from '../../../kernel/codecs/money.js'
import { openSet } from '../../../kernel/codecs/open-set.js'
import { open } from '../../../kernel/codecs/shape.js'
import { text } from '../../../kernel/codecs/text.js'
import { FAILURE_CODES, MESSAGE_STATES } from '../../../kernel/messages/message-state.js'
import { present } from '../../../kernel/present.js'
import { isoTime } from '../../../kernel/time/epoch-ms.js'
import type { ProviderReason } from '../../../providers/domain/calls/provider-reason.js'
import { appId, organizationId } from '../../../runner/domain/fields/tenancy.js'
import type { Message, ShownMessage } from '../../domain/messages/message.js'
import { clientReference } from '../../domain/messages/send-request.js'

const STATE_MEANINGS = [
  'State of the message. `ACCEPTED`: stored; no provider has it yet. `SUBMITTED`: a provider has it. `UNCONFIRMED`: the',
  'outcome of a provider call is unknown. `DELIVERED`: it reached the handset or inbox. `READ`: the recipient has read it.',
  "`UNDELIVERED`: it didn't arrive. `FAILED`: rejected, all attempts used, or the outcome stayed unknown; then it may have",
  'arrived. `EXPIRED`: its validity ended before a provider accepted it. `CANCELLED`: stopped before a provider accepted',
  'it. Accept unknown values.',
].join(' ')

/** The provider's own words for a failure (docs/api/sending#provider-reason). */
export const failureShape = open(
  {
    providerCode: text({
      description: "The provider's code for the failure, as its documentation writes it.",
      example: '30005',
    }),
  },
  {
    providerText: text({
      description: "The provider's text, without addresses and long numbers.",
      example: 'Unknown destination handset',
    }),
  },
  { description: "The provider's reason for its last refusal; absent if it gave none." },
)

/** The provider's code and words; undefined if it gave none. */
export const reasonView = (reason: ProviderReason | undefined): t.TypeOf<typeof failureShape> | undefined =>
  reason && { providerCode: reason.code, ...present({ providerText: reason.text }) }

const failureView = ({ failureCode, providerReason }: ShownMessage): ReturnType<typeof reasonView> =>
  failureCode && reasonView(providerReason)

/**
 * A message in its current state (docs/api/sending#message-projection), with the additive `clientReference`
 * and `failureCode` of docs/api/sending#message-states. States and failure codes are open sets, so their
 * codec is a plain text.
 */
export const messageShape = open(
  {
    messageId,
    state: text({ description: STATE_MEANINGS, openSet: MESSAGE_STATES, example: 'DELIVERED' }),
    channel: text({ ...openSet('Channel of the message', CHANNEL_NAMES), example: 'sms' }),
    acceptedAt: timestamp('Time at which Postrider accepted the message.'),
    billing: open(
      {
        status: literalUnion(['provisional', 'settled', 'released'], {
          description: '`provisional`: reserved. `settled`: charged. `released`: returned.',
        }),
        amountMinor: minor('Amount in minor units.', 0),
        currency,
      },
      {},
      { description: 'Charge for the message and its status.' },
    ),
  },
  {
    updatedAt: timestamp('Time of the last change of the message.'),
    clientReference,
    sender: text({
      description: 'Sender that the recipient sees: sender ID, phone number ID or address.',
      example: 'ACMEIN',
    }),
    language: text({ description: 'Language of the text, if its template has several.', example: 'pt-BR' }),
    failureCode: text({
      ...openSet('Reason why the message did not arrive', FAILURE_CODES),
      example: 'recipient_unreachable',
    }),
    failure: failureShape,
  },
  {
    name: 'Message',
    description: 'A message in its current state.',
    example: {
      messageId: 'msg_01k9x7c2v5n8q4r6t0w3y1z5bd',
      state: 'DELIVERED',
      channel: 'sms',
      acceptedAt: '2026-11-21T08:30:00.000Z',
      updatedAt: '2026-11-21T08:30:02.125Z',
      billing: { status: 'settled', amountMinor: 35, currency: 'INR' },
      clientReference: 'order-10024',
    },
  },
)

/** A message as its sender may see it (docs/api/sending#message-projection); absent fields are omitted. */
export const messageView = (message: ShownMessage): t.TypeOf<typeof messageShape> => ({
  messageId: message.messageId,
  state: message.state,
  channel: message.channel,
  acceptedAt: isoTime(message.acceptedAtMs),
  updatedAt: isoTime(message.updatedAtMs),
  billing: {
    status: message.billing,
    amountMinor: message.charge.amountMinor,
    currency: message.charge.currency,
  },
  ...present({
    clientReference: message.clientReference,
    sender: message.sender,
    language: message.language,
    failureCode: message.failureCode,
  }),
  ...present({ failure: failureView(message) }),
})

/** A message as its Organization sees it (docs/api/sending#message-projection); its recipient is masked. */
export const historyMessageShape = open(
  {
    ...messageShape.required,
    appId,
    to: text({ description: 'The recipient, masked.', example: '+44******0123' }),
    templateId: identifier('ID of the template that the message uses.', 'tpl_01k9x7c2v5n8q4r6t0w3y1z5bd'),
  },
  messageShape.optional,
  { name: 'HistoryMessage', description: 'A message of the Organization in its current state.' },
)

/**
 * A message as its Organization sees it, without its content and full recipient
 * (docs/api/sending#message-projection).
 */
export const historyMessageView = (message: Message): t.TypeOf<typeof historyMessageShape> => ({
  ...messageView(message),
  appId: message.appId,
  to: CHANNELS[message.channel].recipient.masked(message.to),
  templateId: message.templateId,
})

/** A message as super admins see it: with its owner, without its content. */
export const platformMessageShape = open(
  {
    ...historyMessageShape.required,
    organizationId,
    version: integer({ min: 0, description: 'Number of attempts so far.', example: 1 }),
  },
  historyMessageShape.optional,
  { name: 'PlatformMessage', description: 'A message of the platform in its current state.' },
)

/** A message as super admins see it. */
export const platformMessageView = (message: Message): t.TypeOf<typeof platformMessageShape> => ({
  ...historyMessageView(message),
  organizationId: message.organizationId,
  version: message.attempt,
})
