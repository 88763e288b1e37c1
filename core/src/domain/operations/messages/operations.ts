import { CHANNEL_NAMES } from '../../channels/channels.js'
import { flag } from '../../codecs/flag.js'
import { messageId } from '../../codecs/identifiers.js'
import { integer } from '../../codecs/integer.js'
import { list } from '../../codecs/list.js'
import { literalUnion } from '../../codecs/literal-union.js'
import { currency } from '../../codecs/money.js'
import { nullable } from '../../codecs/nullable.js'
import { text } from '../../codecs/text.js'
import { DECIDED_OUTCOMES } from '../../dispatch/report.js'
import { MESSAGE_STATES } from '../../messages/message-state.js'
import type { Operation } from '../entries/operation.js'
import {
  mutationRequest,
  mutationResult,
  pageRequest,
  pageResult,
  readRequest,
  readResult,
} from '../entries/request.js'
import { from, to } from '../fields/epoch-bounds.js'
import { appId, environmentMeant, organizationId } from '../fields/places.js'
import {
  acceptedWithShape,
  deadLetterShape,
  evidence,
  failuresVersion,
  messageVersion,
  platformMessageShape,
  providerMessageId,
  receiptId,
  receiptShape,
  traceFields,
} from './shapes.js'
import { environmentCompared, reconciledAccountShape } from '../money/shapes.js'
import { reason } from '../fields/written-texts.js'

const READING = { tenant: 'none', mutation: false, whileSuspended: true, controls: [] } as const
const DECISION = {
  tenant: 'none',
  mutation: true,
  whileSuspended: true,
  refusals: ['Conflict', 'NotFound'],
} as const
const EVERYWHERE = { audiences: ['adminConsole', 'adminAgent'], keyKinds: ['admin'] } as const
const CONSOLE = { audiences: ['adminConsole'], keyKinds: [] } as const
const MESSAGES = { subject: 'Messages', permission: 'admin.messages' } as const
const BILLING = { subject: 'Money', permission: 'admin.billing' } as const

const cursor = text({
  minLength: 1,
  maxLength: 512,
  oneLine: true,
  description: '`nextCursor` of the answer before, with the same request.',
})

/** What only people can find out, and what they decide about it (docs/contract#manual-resolution). */
export const truthOperations = {
  listMessages: {
    ...READING,
    ...EVERYWHERE,
    ...MESSAGES,
    summary: 'List messages of the platform',
    description:
      'The newest first; recipients are masked. A page may have fewer messages than asked for, even none, while there ' +
      'are more: only `nextCursor` says which is the last.',
    refusals: ['NotFound'],
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
  getMessageTrace: {
    ...READING,
    ...EVERYWHERE,
    ...MESSAGES,
    summary: 'Show all that is known of a message',
    description:
      'Attempts, receipts, ledger entries and what people did about it, in the order of time; nothing of what it says. ' +
      '`allowedDecisions` names what may be decided about it now; by `acceptedWith.requestId` its lines are found in the log.',
    refusals: ['NotFound'],
    request: readRequest({ messageId }, {}),
    result: readResult(traceFields, { acceptedWith: acceptedWithShape, deadLetter: deadLetterShape }),
  },
  listDeadLetters: {
    ...READING,
    ...EVERYWHERE,
    ...MESSAGES,
    summary: 'List messages that processing failed for too often',
    description: 'Nobody tries them until they are requeued or end; their money stays held.',
    request: pageRequest({}, {}),
    result: pageResult({ deadLetters: list(deadLetterShape) }),
  },
  resolveUnconfirmedMessage: {
    ...DECISION,
    ...EVERYWHERE,
    ...MESSAGES,
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
    ...MESSAGES,
    summary: 'Have a dead letter tried again',
    description: 'At once, and as often as a new one. What is over by then ends as it would have.',
    controls: ['reason', 'version'],
    request: mutationRequest({ messageId, version: failuresVersion, reason }, {}),
    result: mutationResult({ messageId, version: failuresVersion }, {}),
  },
  listOrphanReceipts: {
    ...READING,
    ...CONSOLE,
    ...MESSAGES,
    summary: 'List receipts that were matched to no message',
    request: pageRequest({}, {}),
    result: pageResult({ receipts: list(receiptShape) }),
  },
  listContradictoryReceipts: {
    ...READING,
    ...CONSOLE,
    ...MESSAGES,
    summary: 'List receipts that say otherwise than their message’s final state',
    request: pageRequest({}, {}),
    result: pageResult({ receipts: list(receiptShape) }),
  },
  assignOrphanReceipt: {
    ...DECISION,
    ...CONSOLE,
    ...MESSAGES,
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
    ...MESSAGES,
    summary: 'Be done with a receipt',
    description: 'With one that belongs to no message, or one that was looked into; it is kept as it came.',
    controls: ['reason'],
    request: mutationRequest({ receiptId, reason }, {}),
    result: mutationResult({ receipt: receiptShape }, {}),
  },
  listDriftingAccounts: {
    ...READING,
    ...CONSOLE,
    ...BILLING,
    summary: 'List accounts that differ from their ledgers',
    request: pageRequest({}, {}),
    result: pageResult({ accounts: list(reconciledAccountShape) }),
  },
  runReconciliation: {
    ...DECISION,
    ...EVERYWHERE,
    ...BILLING,
    summary: 'Compare accounts with their ledgers now',
    description:
      'From the first event on, some accounts a call; nothing is repaired. A ledger that is too long for one call is ' +
      '`pending` until a further call or the reconciler has come to its end.',
    controls: ['reason'],
    request: mutationRequest(
      { reason },
      { organizationId, environment: environmentCompared, currency, cursor },
    ),
    result: mutationResult(
      {
        accounts: list(reconciledAccountShape),
        nextCursor: nullable(text({ description: 'Asks for the next accounts; null after the last.' })),
      },
      {},
    ),
  },
  restoreAccountFigures: {
    ...DECISION,
    ...CONSOLE,
    ...BILLING,
    summary: 'Give a drifting account the figures of its ledger',
    description: 'Only where the ledger itself is whole: an account whose ledger was altered stays as it is.',
    controls: ['reason', 'version'],
    stepUp: true,
    request: mutationRequest(
      {
        organizationId,
        currency,
        version: integer({ min: 0, description: 'The version of the account, as listed.', example: 12 }),
        reason,
      },
      { environment: environmentMeant },
    ),
    result: mutationResult({ account: reconciledAccountShape }, {}),
  },
} as const satisfies Record<string, Operation>
