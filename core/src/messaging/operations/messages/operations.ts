import { CHANNEL_NAMES } from '../../../channels/channels.js'
import { defaulted } from '../../../kernel/codecs/defaulted.js'
import { flag } from '../../../kernel/codecs/flag.js'
import { messageId } from '../../../kernel/codecs/identifiers.js'
import { list } from '../../../kernel/codecs/list.js'
import { literalUnion } from '../../../kernel/codecs/literal-union.js'
import { DECIDED_OUTCOMES } from '../../domain/dispatch/report.js'
import { FAILURE_PERIODS } from '../../../platform/domain/flow/failure-counts.js'
import { FAILURE_CODES, MESSAGE_STATES } from '../../../kernel/messages/message-state.js'
import {
  handOn,
  runAgain,
  runAgainForAll,
  runAgainWithRollUps,
} from '../../../runner/domain/entries/live-readings.js'
import { NO_STEP_UP } from '../../../runner/domain/entries/no-step-up.js'
import { type Entries, operationsAbout } from '../../../identity/domain/access/operation.js'
import {
  mutationRequest,
  mutationResult,
  pageRequest,
  pageResult,
  readRequest,
  readResult,
} from '../../../runner/domain/entries/request.js'
import { from, to } from '../../../runner/domain/fields/epoch-bounds.js'
import { appId, environment, organizationId } from '../../../runner/domain/fields/tenancy.js'
import { variableValues } from '../../../templates/domain/variable-values.js'
import { reason } from '../../../runner/domain/fields/written-texts.js'
import {
  customerTraceFields,
  customerTraceOptions,
  failureCountFields,
  messageRecipient,
  outcomeCountFields,
  outcomeStep,
  ownFoundFields,
  previewFields,
  previewOptions,
  sentTemplateId,
} from './customer-shapes.js'
import {
  acceptedWithShape,
  deadLetterShape,
  evidence,
  failuresVersion,
  foundFields,
  historyMessageShape,
  messageVersion,
  platformMessageShape,
  providerMessageId,
  receiptId,
  receiptShape,
  revealedRecipient,
  messageSearchText,
  traceFields,
  messageWaitShape,
} from './shapes.js'

const READING = {
  tenant: 'none',
  permission: 'admin.messages',
  mutation: false,
  effect: 'reads',
  whileSuspended: true,
  controls: [],
} as const
const DECISION = {
  tenant: 'none',
  permission: 'admin.messages',
  mutation: true,
  whileSuspended: true,
  refusals: ['Conflict', 'NotFound'],
} as const
const EVERYWHERE = { audiences: ['adminConsole', 'adminAgent'], keyKinds: ['admin'] } as const
const CONSOLE = { audiences: ['adminConsole'], keyKinds: [] } as const

/** Of an Organization's own people, who sit at the website. */
const WEBSITE = {
  audiences: ['customerWebsite'],
  keyKinds: [],
  tenant: 'organizationId',
  permission: 'messages.read',
  mutation: false,
  effect: 'reads',
  whileSuspended: true,
  controls: [],
} as const
/** By what an Organization's messages are chosen. */
const HISTORY_FILTERS = {
  appId,
  channel: literalUnion(CHANNEL_NAMES),
  state: literalUnion(MESSAGE_STATES),
  failureCode: literalUnion(FAILURE_CODES),
  environment,
  from,
  to,
} as const

/** What was sent, what of it only people can find out, and what they decide about it (docs/contract#manual-resolution). */
export const messageOperations = operationsAbout('Messages', {
  listCustomerMessageHistory: {
    summary: "List an Organization's messages",
    description:
      'The newest first; recipients are masked. A page may have fewer messages than asked for, even none, while there ' +
      'are more: only `nextCursor` says which is the last.',
    audiences: ['customerControl', 'customerAgent'],
    keyKinds: ['customer'],
    tenant: 'organizationId',
    permission: 'messages.read',
    mutation: false,
    effect: 'reads',
    whileSuspended: true,
    controls: [],
    live: handOn('message'),
    request: pageRequest({ organizationId }, HISTORY_FILTERS),
    result: pageResult({ messages: list(historyMessageShape) }),
  },
  findOrganizationMessages: {
    ...WEBSITE,
    summary: "Find an Organization's messages by whatever is known of them",
    description:
      'By a message id, a number or an address, or a client reference; the newest first, recipients are masked. ' +
      '`takenFor` says what the text was taken for. Recipients are found by an index that is written some seconds after ' +
      'acceptance. A page may have fewer messages than asked for while there are more.',
    refusals: ['NotFound'],
    request: pageRequest({ organizationId, text: messageSearchText }, HISTORY_FILTERS),
    result: pageResult(ownFoundFields),
  },
  getOrganizationMessageTrace: {
    ...WEBSITE,
    summary: "Show what is known of an Organization's message",
    description:
      'Attempts, reports of the carrier, ledger entries and decisions, in the order of time; nothing of what it says, and ' +
      'nothing of whom it went through. `waits` says what it waits for, when it is looked at next and how it ends at the latest.',
    refusals: ['NotFound'],
    live: runAgain('message', 'receipt', 'deadLetter', 'act'),
    request: readRequest({ organizationId, messageId }, {}),
    result: readResult(customerTraceFields, customerTraceOptions),
  },
  getOrganizationFailures: {
    ...WEBSITE,
    summary: 'Count what did not arrive, by why, with what to do about each',
    description:
      'Of the last day, week or month; of both environments or of one. What came to its end in that time is counted.',
    live: runAgainWithRollUps(),
    request: readRequest(
      { organizationId, period: literalUnion(FAILURE_PERIODS) },
      { channel: literalUnion(CHANNEL_NAMES), environment },
    ),
    result: readResult(failureCountFields, {}),
  },
  getDeliveryOutcomes: {
    ...WEBSITE,
    summary: 'Count delivered and failed messages by day or hour, by template and by reason',
    description:
      'By the UTC day or hour of the outcome; at most 100 days, or 48 hours by the hour. Hours are kept for 100 days.',
    live: runAgainWithRollUps(),
    request: readRequest(
      { organizationId, from, to, step: defaulted(outcomeStep, 'day') },
      { channel: literalUnion(CHANNEL_NAMES), environment },
    ),
    result: readResult(outcomeCountFields, {}),
  },
  previewMessage: {
    ...WEBSITE,
    summary: 'Say what sending a message would come to, and send nothing',
    description:
      'As a dry run of the API by a credential of the app for all channels; from where the app may be used is not asked. ' +
      'It is for those who could make such a credential.',
    permission: 'credentials.manage',
    refusals: ['NotFound'],
    request: readRequest(
      {
        organizationId,
        appId,
        channel: literalUnion(CHANNEL_NAMES),
        to: messageRecipient,
        templateId: sentTemplateId,
        variables: variableValues,
      },
      {},
    ),
    result: readResult(previewFields, previewOptions),
  },
  listMessages: {
    ...READING,
    ...EVERYWHERE,
    summary: 'List messages of the platform',
    description:
      'The newest first; recipients are masked. A page may have fewer messages than asked for, even none, while there ' +
      'are more: only `nextCursor` says which is the last.',
    refusals: ['NotFound'],
    live: handOn('message'),
    request: pageRequest(
      {},
      {
        organizationId,
        appId,
        channel: literalUnion(CHANNEL_NAMES),
        state: literalUnion(MESSAGE_STATES),
        from,
        to,
        pastCheck: flag({
          description:
            'True: only those whose outcome stayed unknown although it was asked for, if it can be.',
        }),
      },
    ),
    result: pageResult({ messages: list(platformMessageShape) }),
  },
  findMessages: {
    ...READING,
    ...CONSOLE,
    summary: 'Find messages by whatever is known of them',
    description:
      'By a message id, a receipt id, a number or an address, a client reference or what a provider calls it; the newest ' +
      'first, recipients are masked. `takenFor` says what the text was taken for. Recipients are found by an index that ' +
      'is written some seconds after acceptance.',
    request: pageRequest({ text: messageSearchText }, {}),
    result: pageResult(foundFields),
  },
  getMessageTrace: {
    ...READING,
    ...EVERYWHERE,
    summary: 'Show all that is known of a message',
    description:
      'Attempts, receipts, ledger entries and what people did about it, in the order of time; nothing of what it says. ' +
      '`waits` says when it is looked at next and how it ends at the latest, `allowedDecisions` what may be decided about it now; by `acceptedWith.requestId` its lines are found in the log.',
    refusals: ['NotFound'],
    live: runAgainForAll('message', 'receipt', 'deadLetter', 'act'),
    request: readRequest({ messageId }, {}),
    result: readResult(traceFields, {
      acceptedWith: acceptedWithShape,
      deadLetter: deadLetterShape,
      waits: messageWaitShape,
    }),
  },
  revealRecipient: {
    ...DECISION,
    ...CONSOLE,
    effect: 'adds',
    stepUp: true,
    quotas: ['revealedRecipients'],
    summary: 'Show whom a message went to in full',
    description: 'Each time with a reason, which the audit log keeps.',
    controls: ['reason'],
    refusals: ['NotFound'],
    request: mutationRequest({ messageId, reason }, {}),
    result: mutationResult({ messageId, recipient: revealedRecipient }, {}),
  },
  listDeadLetters: {
    ...READING,
    ...EVERYWHERE,
    summary: 'List messages that processing failed for too often',
    description: 'Nobody tries them until they are requeued or end; their money stays held.',
    live: runAgainForAll('deadLetter', 'message'),
    request: pageRequest({}, {}),
    result: pageResult({ deadLetters: list(deadLetterShape) }),
  },
  resolveUnconfirmedMessage: {
    ...DECISION,
    ...EVERYWHERE,
    effect: 'ends',
    noStepUp: NO_STEP_UP.MESSAGES,
    summary: 'Say what became of a message whose outcome is unknown',
    description:
      'Only while its state is UNCONFIRMED; state and money move as a report of the provider would move them. A report ' +
      'that comes later changes nothing that is final.',
    controls: ['reason', 'version'],
    request: mutationRequest(
      {
        messageId,
        outcome: literalUnion(DECIDED_OUTCOMES, {
          description: 'A provider took it, it arrived, it did not arrive, or no provider ever had it.',
        }),
        evidence,
        version: messageVersion,
        reason,
      },
      { providerMessageId },
    ),
    result: mutationResult({ message: platformMessageShape }, {}),
  },
  requeueDeadLetter: {
    ...DECISION,
    ...EVERYWHERE,
    effect: 'changes',
    noStepUp: NO_STEP_UP.MESSAGES,
    summary: 'Have a dead letter tried again',
    description: 'At once, and as often as a new one. What is over by then ends as it would have.',
    controls: ['reason', 'version'],
    request: mutationRequest({ messageId, version: failuresVersion, reason }, {}),
    result: mutationResult({ messageId, version: failuresVersion }, {}),
  },
  listOrphanReceipts: {
    ...READING,
    ...CONSOLE,
    summary: 'List receipts that were matched to no message',
    live: runAgainForAll('receipt', 'act'),
    request: pageRequest({}, {}),
    result: pageResult({ receipts: list(receiptShape) }),
  },
  listContradictoryReceipts: {
    ...READING,
    ...CONSOLE,
    summary: 'List receipts that say otherwise than their message’s final state',
    live: runAgainForAll('receipt', 'act'),
    request: pageRequest({}, {}),
    result: pageResult({ receipts: list(receiptShape) }),
  },
  assignOrphanReceipt: {
    ...DECISION,
    ...CONSOLE,
    effect: 'changes',
    noStepUp: NO_STEP_UP.MESSAGES,
    summary: 'Say which message a receipt belongs to',
    description:
      'It is applied as if it had named the message, whose last attempt was at the same provider account.',
    controls: ['reason'],
    request: mutationRequest({ receiptId, messageId, reason }, {}),
    result: mutationResult({ receipt: receiptShape }, {}),
  },
  dismissReceipt: {
    ...DECISION,
    ...CONSOLE,
    effect: 'ends',
    noStepUp: NO_STEP_UP.MESSAGES,
    summary: 'Be done with a receipt',
    description: 'With one that belongs to no message, or one that was looked into; it is kept as it came.',
    controls: ['reason'],
    request: mutationRequest({ receiptId, reason }, {}),
    result: mutationResult({ receipt: receiptShape }, {}),
  },
} as const satisfies Entries)
