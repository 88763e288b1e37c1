import type { LockedMessage } from '../../domain/dispatch/locked-message.js'
import { type Report, DECIDED_OUTCOMES } from '../../domain/dispatch/report.js'
import { settle, type SettleFacts, type Settlement } from '../../domain/dispatch/settle.js'
import type { MessageId } from '../../../kernel/ids/id.js'
import type { Message } from '../../domain/messages/message.js'
import { platformMessageView } from './message-view.js'
import { receiptView } from './views.js'
import { providerReference } from '../../../providers/domain/receipts/provider-reference.js'
import type { Receipt } from '../../../providers/domain/receipts/receipt.js'
import { bodyProblem } from '../../../kernel/refusals/body-problem.js'
import { refusal } from '../../../kernel/refusals/refusal.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import { E } from '../../../fp.js'
import type { Ids } from '../../../kernel/ports/ids.js'
import type { Digests } from '../../../kernel/ports/digests.js'
import type { UnitOfWork } from '../../../assembly/unit-of-work.js'
import { mutation } from '../../../runner/use-cases/implementation.js'
import { knownId } from '../../../runner/use-cases/known-id.js'
import { settleContextOf } from './settle-context.js'
import { entryOf } from '../../../identity/domain/access/operation.js'
import { MESSAGE_DECISION, MESSAGES_EVERYWHERE, MESSAGES_CONSOLE } from './entry-parts.js'
import { NO_STEP_UP } from '../../../runner/domain/entries/no-step-up.js'
import { mutationRequest, mutationResult } from '../../../runner/domain/entries/request.js'
import { messageId as messageIdField } from '../../../kernel/codecs/identifiers.js'
import { literalUnion } from '../../../kernel/codecs/literal-union.js'
import { platformMessageShape } from './message-view.js'
import {
  evidence as evidenceField,
  messageVersion,
  providerMessageId as providerMessageIdField,
  receiptId as receiptIdField,
  receiptShape,
} from './shapes.js'
import { reason as reasonField } from '../../../runner/domain/fields/written-texts.js'

const conflict = E.left(refusal('Conflict'))
const notFound = E.left(refusal('NotFound'))

const needless = bodyProblem(
  '/providerMessageId',
  'not_allowed',
  'This value is allowed only if a provider had the message.',
)

/** Whether the message's money can be moved: it is already closed, or its reservation exists. */
const isClosable = ({ messageId, billing }: Message, { reservations }: SettleFacts): boolean =>
  billing !== 'provisional' || reservations.has(messageId)

interface Needs {
  readonly ids: Ids
  readonly digests: Digests
}

/** Settles the report by the dispatchers' rules, in the unit of work that locks the message. */
const settleIn = (
  needs: Needs,
  unit: UnitOfWork,
  report: Report,
  known: SettleFacts,
  nowMs: EpochMs,
): Settlement => {
  const settlement = settle([report], known, settleContextOf(needs, nowMs))
  unit.messages.settle(settlement)
  return settlement
}

const after = (settlement: Settlement, before: Message): Message =>
  settlement.messages.find(({ messageId }) => messageId === before.messageId) ?? before

/**
 * The locked message with its pending receipts, including those under the provider's identifier if one was
 * found.
 */
const gathered = async (
  unit: UnitOfWork,
  messageId: MessageId,
  providerMessageId: string | undefined,
): Promise<{ readonly known: SettleFacts; readonly locked: LockedMessage | undefined }> => {
  const known = await unit.messages.gather({ messageId, learned: [] })
  const locked = known.messages.get(messageId)
  const account = locked?.lastAttempt?.providerAccountId
  if (providerMessageId === undefined || account === undefined) return { known, locked }
  const learned = [{ providerAccountId: account, providerReference: providerReference(providerMessageId) }]
  return { known: await unit.messages.gather({ messageId, learned }), locked }
}

/**
 * Decides the outcome of a message whose outcome is unknown (docs/api/admin#manual-resolution), by the same
 * rules as the provider's report. Conflict if the outcome is no longer unknown, or if the decision is about
 * another attempt.
 */
export const resolveUnconfirmedMessageEntry = entryOf('Messages', 'resolveUnconfirmedMessage', {
  ...MESSAGE_DECISION,
  ...MESSAGES_EVERYWHERE,
  effect: 'ends',
  noStepUp: NO_STEP_UP.MESSAGES,
  summary: 'Record the outcome of an UNCONFIRMED message',
  description:
    "Works only in the state UNCONFIRMED. State and money change as for a delivery report with that outcome. A later report doesn't change a final state.",
  success: 'The outcome is recorded.',
  controls: ['reason', 'version'],
  request: mutationRequest(
    {
      messageId: messageIdField,
      outcome: literalUnion(DECIDED_OUTCOMES, {
        description:
          "Outcome to record: a provider accepted it, it was delivered, it wasn't delivered, or no provider ever had it.",
      }),
      evidence: evidenceField,
      version: messageVersion,
      reason: reasonField,
    },
    { providerMessageId: providerMessageIdField },
  ),
  result: mutationResult({ message: platformMessageShape }, {}),
})

export const resolveUnconfirmedMessage = mutation(resolveUnconfirmedMessageEntry, {
  lock: 'shared',
  inspect: ({ outcome, providerMessageId }) =>
    outcome === 'failed' && providerMessageId !== undefined ? [needless] : [],
  run: async (unit, { request, nowMs }, needs) => {
    const { outcome, evidence, providerMessageId, version: attempt, reason } = request
    const named = knownId('msg', request.messageId)
    if (E.isLeft(named)) return named
    const messageId = named.right
    const { known, locked } = await gathered(unit, messageId, providerMessageId)
    if (locked === undefined) return notFound
    const { message } = locked
    const isOpen = message.state === 'UNCONFIRMED' && message.attempt === attempt
    if (!isOpen || !isClosable(message, known)) return conflict
    const report: Report = { _tag: 'Decided', messageId, attempt, outcome, providerMessageId }
    const now = after(settleIn(needs, unit, report, known, nowMs), message)
    const details = { outcome, evidence, became: now.state, ...(providerMessageId && { providerMessageId }) }
    return E.right({
      result: { message: platformMessageView(now) },
      about: { target: messageId, organizationId: message.organizationId, reason, details },
    })
  },
})

const byAge = (one: Receipt, other: Receipt): number => one.receivedAtMs - other.receivedAtMs

/**
 * Applies an orphan to the message that a super admin found for it (docs/api/admin#manual-resolution).
 * Conflict if it is no longer an orphan, or if the message was last submitted through another provider
 * account.
 */
export const assignOrphanReceiptEntry = entryOf('Messages', 'assignOrphanReceipt', {
  ...MESSAGE_DECISION,
  ...MESSAGES_CONSOLE,
  effect: 'changes',
  noStepUp: NO_STEP_UP.MESSAGES,
  summary: 'Assign an orphaned delivery report to a message',
  description:
    'Applies the report as if it had named the message. The last attempt of the message must be at the same provider account.',
  controls: ['reason'],
  request: mutationRequest({ receiptId: receiptIdField, messageId: messageIdField, reason: reasonField }, {}),
  result: mutationResult({ receipt: receiptShape }, {}),
})

export const assignOrphanReceipt = mutation(assignOrphanReceiptEntry, {
  lock: 'shared',
  run: async (unit, { request, nowMs }, needs) => {
    const named = knownId('msg', request.messageId)
    if (E.isLeft(named)) return named
    const receiptId = knownId('rct', request.receiptId)
    if (E.isLeft(receiptId)) return receiptId
    const messageId = named.right
    const { known, locked } = await gathered(unit, messageId, undefined)
    const receipt = await unit.receipts.lock(receiptId.right)
    if (locked === undefined || receipt === undefined) return notFound
    const isOfThisAccount = locked.lastAttempt?.providerAccountId === receipt.providerAccountId
    if (receipt.state !== 'pending' || !isOfThisAccount || !isClosable(locked.message, known)) return conflict
    const others = (known.receipts.get(messageId) ?? []).filter((one) => one.receiptId !== receipt.receiptId)
    // The super admin decides which message the receipt is about, so its own recipient is ignored.
    const own = { ...receipt, recipient: undefined }
    const receipts = new Map([[messageId, [...others, own].sort(byAge)]])
    const report: Report = { _tag: 'Receipts', messageId, learned: [] }
    const settlement = settleIn(needs, unit, report, { ...known, receipts }, nowMs)
    const now = after(settlement, locked.message)
    const applied = settlement.receipts.find((one) => one.receiptId === receipt.receiptId)
    const state = applied?.state ?? receipt.state
    return E.right({
      result: { receipt: receiptView({ ...receipt, state, messageId }, now) },
      about: {
        target: messageId,
        organizationId: locked.message.organizationId,
        reason: request.reason,
        details: {
          receiptId: receipt.receiptId,
          reported: receipt.status,
          applied: state,
          became: now.state,
        },
      },
    })
  },
})
