import { CHANNEL_NAMES } from '../../../channels/channels.js'
import type { TextRules } from '../../../kernel/codecs/codec.js'
import { flag } from '../../../kernel/codecs/flag.js'
import { identifier, messageId, requestId, timestamp } from '../../../kernel/codecs/identifiers.js'
import { integer } from '../../../kernel/codecs/integer.js'
import { list } from '../../../kernel/codecs/list.js'
import { literalUnion } from '../../../kernel/codecs/literal-union.js'
import { currency, minor } from '../../../kernel/codecs/money.js'
import { nullable } from '../../../kernel/codecs/nullable.js'
import { open } from '../../../kernel/codecs/shape.js'
import { text } from '../../../kernel/codecs/text.js'
import { FAILURE_CODES, MESSAGE_STATES } from '../../../kernel/messages/message-state.js'
import { clientReference } from '../../domain/messages/send-request.js'
import { SEARCH_SOURCES } from '../../domain/messages/search-text.js'
import { appId, organizationId } from '../../../runner/domain/fields/tenancy.js'

/** A validation rule for a text from a set that may grow. */
export const openSet = (
  what: string,
  values: readonly string[],
): Required<Pick<TextRules, 'description' | 'openSet'>> => ({
  description: `${what}; a client must accept new ones. At present: ${values.join(', ')}.`,
  openSet: values,
})

/**
 * A message in its current state (docs/contract#message-projection), with the additive `clientReference` and
 * `failureCode` of docs/contract#message-states. States and failure codes are open sets, so their codec is a
 * plain text.
 */
export const messageShape = open(
  {
    messageId,
    state: text({ ...openSet('Where the message stands', MESSAGE_STATES), example: 'DELIVERED' }),
    channel: text({ ...openSet('The way it travels', CHANNEL_NAMES), example: 'sms' }),
    acceptedAt: timestamp('When the message was accepted.'),
    billing: open(
      {
        status: literalUnion(['provisional', 'settled', 'released'], {
          description: 'Reserved, charged for good, or given back.',
        }),
        amountMinor: minor('Integer minor units.', 0),
        currency,
      },
      {},
      { description: 'Where its money stands.' },
    ),
  },
  {
    updatedAt: timestamp('When the message last changed.'),
    clientReference,
    failureCode: text({
      ...openSet('Why it did not arrive', FAILURE_CODES),
      example: 'recipient_unreachable',
    }),
  },
  {
    name: 'Message',
    description: 'A message as it stands now.',
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

/** A message as its Organization sees it (docs/contract#message-projection); its recipient is masked. */
export const historyMessageShape = open(
  {
    ...messageShape.required,
    appId,
    to: text({ description: 'The recipient, masked.', example: '+44******0123' }),
    templateId: identifier('The template it was made of.', 'tpl_01k9x7c2v5n8q4r6t0w3y1z5bd'),
  },
  messageShape.optional,
  { name: 'HistoryMessage', description: 'A message of the Organization as it stands now.' },
)

/** The full recipient of a message. The stored response doesn't contain it. */
export const revealedRecipient = nullable(
  text({ description: 'The recipient; null where an earlier answer is repeated.', example: '+919876543210' }),
)

/** The delivery report about a message, as it was received. */
export const receiptId = identifier('The receipt.', 'rct_01k9x7c2v5n8q4r6t0w3y1z5bd')

const providerAccountId = identifier('The provider account.', 'pac_01k9x7c2v5n8q4r6t0w3y1z5bd')

/** The provider's ID of a message, as the provider wrote it. */
export const providerMessageId = text({
  minLength: 1,
  maxLength: 255,
  oneLine: true,
  visible: true,
  description: "The provider's identifier of the message.",
  example: 'a1b2c3d4',
})

/** The super admin's findings and their source. They are stored with the audit event. */
export const evidence = text({
  minLength: 1,
  maxLength: 1000,
  visible: true,
  description: 'What was found out, and where; kept with the audit event.',
  example: "The provider's log has it as delivered at 08:31.",
})

/** The number of the attempt that a decision is about. */
export const messageVersion = integer({
  min: 1,
  description:
    "The message's present attempt, as its `version` says: a decision about an earlier one is refused.",
  example: 1,
})

/** The number of changes to a dead letter's failures. */
export const failuresVersion = integer({
  min: 1,
  description: 'As listed: a decision that was made before the last change is refused.',
  example: 5,
})

/** A message as super admins see it: with its owner, without its content. */
export const platformMessageShape = open(
  {
    ...historyMessageShape.required,
    organizationId,
    version: integer({ min: 0, description: 'How often a provider was about to be called.', example: 1 }),
  },
  historyMessageShape.optional,
  { name: 'PlatformMessage', description: 'A message of the platform as it stands now.' },
)

/** An identifier, recipient or reference of a message. */
export const messageSearchText = text({
  minLength: 1,
  maxLength: 320,
  oneLine: true,
  visible: true,
  description: 'A message id, a receipt id, a number, an address or a reference.',
  example: '+91 98765 43210',
})

const sources = (what: string) =>
  list(text({ example: 'recipient', openSet: SEARCH_SOURCES }), {
    description: openSet(what, SEARCH_SOURCES).description,
  })

/** The messages that were found, and how far the search went. */
export const foundFields = {
  takenFor: sources('What the text was taken for'),
  found: list(open({ message: platformMessageShape, foundBy: sources('By what it was found') }, {})),
  searchedUntil: nullable(
    timestamp('Messages to somebody are found that were accepted some seconds before; null: none is yet.'),
  ),
  searchedSince: nullable(
    timestamp('Earlier messages to somebody are still gone through and may be missing; null: none is.'),
  ),
} as const

/** Why a message is a dead letter. */
export const deadLetterShape = open(
  {
    message: platformMessageShape,
    stage: text({ description: 'Where processing it failed last.', example: 'unsealing' }),
    failures: integer({ min: 0, description: 'How often it failed.', example: 5 }),
    firstFailedAt: timestamp('When it failed first.'),
    lastFailedAt: timestamp('When it failed last.'),
    deadSince: timestamp('Since when nobody tries it any more.'),
    version: failuresVersion,
  },
  {},
  { name: 'DeadLetter', description: 'A message that processing failed for too often.' },
)

/** A delivery report that a super admin has to review, without the raw report. */
export const receiptShape = open(
  {
    receiptId,
    providerAccountId,
    reported: text({ description: 'What the provider reports.', example: 'delivered' }),
    state: text({ description: 'What became of the receipt.', example: 'pending' }),
    receivedAt: timestamp('When it was received.'),
  },
  {
    providerMessageId: text({ example: 'a1b2c3d4' }),
    failureCode: text({ example: 'recipient_unreachable' }),
    providerTime: timestamp('When it happened by the clock of the provider.'),
    message: platformMessageShape,
  },
  { name: 'Receipt', description: "A provider's report." },
)

/** One recorded step of a message. */
const timelineEntryShape = open(
  {
    at: timestamp('When it happened.'),
    kind: text({
      description:
        'accepted, attempt_begun, attempt_ended, receipt, ledger, processing_failed, dead_letter, act or state; a client ' +
        'must accept new ones.',
      example: 'attempt_ended',
    }),
  },
  {
    state: text({ description: 'The state that the message came to by it.', example: 'SUBMITTED' }),
    attempt: integer({ min: 1 }),
    providerAccountId,
    providerMessageId: text({}),
    detail: text({
      description: "Of an attempt: the provider's own code and words, as its adapter keeps them.",
      example: '550 5.1.1 no such mailbox',
    }),
    outcome: text({ description: 'Of an attempt, a receipt or an act: what became of it.' }),
    receiptId,
    reported: text({}),
    failureCode: text({}),
    entryId: identifier('The ledger entry.', 'ent_01k9x7c2v5n8q4r6t0w3y1z5bd'),
    entryType: text({}),
    amountMinor: minor('Integer minor units.', 0),
    currency,
    stage: text({}),
    auditId: identifier('The audit event.', 'aud_01k9x7c2v5n8q4r6t0w3y1z5bd'),
    action: text({}),
    actor: text({
      description: 'Who did it: kind and identifier.',
      example: 'operator usr_01k9x7c2v5n8q4r6t0w3y1z5bd',
    }),
    reason: text({}),
    evidence: text({}),
  },
)

/**
 * Identifiers for finding the message's log lines; empty for a message that was accepted without a request.
 */
export const acceptedWithShape = open(
  {},
  {
    requestId,
    traceparent: text({
      description: "The caller's own place in a distributed trace, as W3C Trace Context writes it.",
      example: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    }),
  },
  { name: 'AcceptedWith', description: 'The request by which a message was accepted.' },
)

/** When a waiting message is due next, and its outcome if nothing else happens. */
export const messageWaitShape = open(
  {},
  {
    nextCheckAt: timestamp(
      'When a dispatcher looks at it next; absent where nothing is looked at before the end.',
    ),
    latestEnd: open(
      {
        at: timestamp('When.'),
        state: text({ description: 'The state that it is in then.', example: 'FAILED' }),
        isReleased: flag({ description: 'Whether its money is given back then.' }),
      },
      {},
      { description: 'What becomes of it at the latest; absent where only a report changes anything.' },
    ),
  },
  { name: 'MessageWait', description: 'What a message waits for by time.' },
)

/** A message's evidence (docs/contract#manual-resolution), without its content and without raw reports. */
export const traceFields = {
  message: platformMessageShape,
  timeline: list(timelineEntryShape, { description: 'All that is known to have happened, in its order.' }),
  allowedDecisions: list(text({ example: 'resolveUnconfirmedMessage' }), {
    description: 'The operations by which something may be decided about it now.',
  }),
} as const
