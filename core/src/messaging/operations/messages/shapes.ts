import { flag } from '../../../kernel/codecs/flag.js'
import { identifier, requestId, timestamp } from '../../../kernel/codecs/identifiers.js'
import { integer } from '../../../kernel/codecs/integer.js'
import { list } from '../../../kernel/codecs/list.js'
import { currency, minor } from '../../../kernel/codecs/money.js'
import { nullable } from '../../../kernel/codecs/nullable.js'
import { open } from '../../../kernel/codecs/shape.js'
import { text } from '../../../kernel/codecs/text.js'
import { SEARCH_SOURCES } from '../../domain/messages/search-text.js'
import { openSet } from '../../../kernel/codecs/open-set.js'
import { platformMessageShape } from './message-view.js'

/** The full recipient of a message. The stored response doesn't contain it. */
export const revealedRecipient = nullable(
  text({ description: 'The full recipient; null in a replay.', example: '+919876543210' }),
)

/** The delivery report about a message, as it was received. */
export const receiptId = identifier('ID of the delivery report.', 'rct_01k9x7c2v5n8q4r6t0w3y1z5bd')

const providerAccountId = identifier('ID of the provider account.', 'pac_01k9x7c2v5n8q4r6t0w3y1z5bd')

/** The provider's ID of a message, as the provider wrote it. */
export const providerMessageId = text({
  minLength: 1,
  maxLength: 255,
  oneLine: true,
  visible: true,
  description: "The provider's ID of the message.",
  example: 'a1b2c3d4',
})

/** The super admin's findings and their source. They are stored with the audit event. */
export const evidence = text({
  minLength: 1,
  maxLength: 1000,
  visible: true,
  description: 'Evidence for the decision and its source. Written to the audit log.',
  example: "The provider's log has it as delivered at 08:31.",
})

/** The number of the attempt that a decision is about. */
export const messageVersion = integer({
  min: 1,
  description:
    '`version` of the message, which counts its attempts. A decision about an earlier attempt is refused.',
  example: 1,
})

/** The number of changes to a dead letter's failures. */
export const failuresVersion = integer({
  min: 1,
  description: 'Version from the list. A decision made before the last change is refused.',
  example: 5,
})

/** An identifier, recipient or reference of a message. */
export const messageSearchText = text({
  minLength: 1,
  maxLength: 320,
  oneLine: true,
  visible: true,
  description: 'Message ID, report ID, phone number, email address or reference to search for.',
  example: '+91 98765 43210',
})

const sources = (what: string) =>
  list(text({ example: 'recipient', openSet: SEARCH_SOURCES }), {
    description: openSet(what, SEARCH_SOURCES).description,
  })

/** The messages that were found, and how far the search went. */
export const foundFields = {
  takenFor: sources('Interpretations of the search text'),
  found: list(open({ message: platformMessageShape, foundBy: sources('Fields that matched') }, {}), {
    description: 'The messages that were found.',
  }),
  searchedUntil: nullable(
    timestamp('Messages accepted up to this time can be found by recipient; null if none can yet.'),
  ),
  searchedSince: nullable(
    timestamp(
      "Indexing of earlier messages isn't finished: messages accepted before this time may be missing; null if it is finished.",
    ),
  ),
} as const

/** Why a message is a dead letter. */
export const deadLetterShape = open(
  {
    message: platformMessageShape,
    stage: text({ description: 'Processing step that failed last.', example: 'unsealing' }),
    failures: integer({ min: 0, description: 'Number of failures.', example: 5 }),
    firstFailedAt: timestamp('Time of the first failure.'),
    lastFailedAt: timestamp('Time of the last failure.'),
    deadSince: timestamp("Time since which it isn't tried again."),
    version: failuresVersion,
  },
  {},
  { name: 'DeadLetter', description: 'A message whose processing failed too often.' },
)

/** A delivery report that a super admin has to review, without the raw report. */
export const receiptShape = open(
  {
    receiptId,
    providerAccountId,
    reported: text({ description: 'Status that the delivery report contains.', example: 'delivered' }),
    state: text({ description: 'Processing status of the report.', example: 'pending' }),
    receivedAt: timestamp('Time at which Postrider received the report.'),
  },
  {
    providerMessageId: text({ description: "The provider's ID of the message.", example: 'a1b2c3d4' }),
    failureCode: text({
      description: 'Why the message did not arrive, according to the report.',
      example: 'recipient_unreachable',
    }),
    providerTime: timestamp("Time of the event, by the provider's clock."),
    message: platformMessageShape,
  },
  { name: 'Receipt', description: 'A delivery report (DLR) of a provider.' },
)

/** One recorded step of a message. */
const timelineEntryShape = open(
  {
    at: timestamp('Time of the step.'),
    kind: text({
      description:
        'Kind of step: accepted, attempt_begun, attempt_ended, receipt, ledger, processing_failed, dead_letter, act or state. Accept unknown values.',
      example: 'attempt_ended',
    }),
  },
  {
    state: text({ description: 'State that the message entered in this step.', example: 'SUBMITTED' }),
    attempt: integer({ min: 1, description: 'Number of the attempt, starting at 1.', example: 1 }),
    providerAccountId,
    providerMessageId: text({ description: "The provider's ID of the message.", example: 'a1b2c3d4' }),
    detail: text({
      description: "The provider's code and text for an attempt or a delivery report.",
      example: '550 5.1.1 no such mailbox',
    }),
    outcome: text({
      description: 'Result of an attempt, a delivery report or a decision.',
      example: 'accepted',
    }),
    receiptId,
    reported: text({ description: 'Status that the delivery report contains.', example: 'delivered' }),
    failureCode: text({ description: 'Reason of a failure.', example: 'recipient_unreachable' }),
    entryId: identifier('ID of the ledger entry.', 'ent_01k9x7c2v5n8q4r6t0w3y1z5bd'),
    entryType: text({ description: 'Type of the ledger entry.', example: 'reservation' }),
    amountMinor: minor('Amount of the ledger entry in minor units.', 0),
    currency,
    stage: text({ description: 'Processing step that failed.', example: 'unsealing' }),
    auditId: identifier('ID of the audit event.', 'aud_01k9x7c2v5n8q4r6t0w3y1z5bd'),
    action: text({ description: 'Operation of the decision.', example: 'resolveUnconfirmedMessage' }),
    actor: text({
      description: 'Actor of the decision: kind and ID.',
      example: 'operator usr_01k9x7c2v5n8q4r6t0w3y1z5bd',
    }),
    reason: text({ description: 'Reason that was given for the decision.', example: 'Found in the log.' }),
    evidence: text({
      description: 'Evidence for the decision and its source.',
      example: 'Delivered at 08:31.',
    }),
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
      description: "Position in the caller's distributed trace (W3C Trace Context).",
      example: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    }),
  },
  { name: 'AcceptedWith', description: 'The request that the message was accepted with.' },
)

/** When a waiting message is due next, and its outcome if nothing else happens. */
export const messageWaitShape = open(
  {},
  {
    nextCheckAt: timestamp(
      'Time of the next check by a dispatcher; absent if none is planned before the end.',
    ),
    latestEnd: open(
      {
        at: timestamp('Latest time at which the message ends.'),
        state: text({ description: 'State that the message gets then.', example: 'FAILED' }),
        isReleased: flag({ description: '`true` if the reserved amount is returned then.' }),
      },
      {},
      {
        description:
          'How the message ends if nothing else happens; absent if only a delivery report changes it.',
      },
    ),
  },
  { name: 'MessageWait', description: 'The next check and the latest end of a message that is not final.' },
)

/** A message's evidence (docs/api/admin#manual-resolution), without its content and without raw reports. */
export const traceFields = {
  message: platformMessageShape,
  timeline: list(timelineEntryShape, { description: 'Everything known to have happened, in order of time.' }),
  allowedDecisions: list(text({ example: 'resolveUnconfirmedMessage' }), {
    description: 'Operations that are possible for the message now.',
  }),
} as const
