import { isUnderWay, revived } from '../../../providers/domain/calls/dead-letter.js'
import type { LockedMessage } from '../../domain/dispatch/locked-message.js'
import type { Report } from '../../domain/dispatch/report.js'
import { settle, type SettleFacts, type Settlement } from '../../domain/dispatch/settle.js'
import type { MessageId } from '../../../kernel/ids/id.js'
import type { Message } from '../../domain/messages/message.js'
import { messageOperations } from './operations.js'
import { platformMessageView, receiptView } from './views.js'
import { providerReference } from '../../../providers/domain/receipts/provider-reference.js'
import type { Receipt } from '../../../providers/domain/receipts/receipt.js'
import { bodyProblem } from '../../../kernel/refusals/body-problem.js'
import { refusal } from '../../../kernel/refusals/refusal.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import { E } from '../../../fp.js'
import type { Ports } from '../../../assembly/ports.js'
import type { UnitOfWork } from '../../../assembly/unit-of-work.js'
import { mutation } from '../../../runner/use-cases/implementation.js'
import { knownId } from '../../../runner/use-cases/known-id.js'
import { settleContextOf } from './settle-context.js'

const conflict = E.left(refusal('Conflict'))
const notFound = E.left(refusal('NotFound'))

const needless = bodyProblem(
  '/providerMessageId',
  'not_allowed',
  'Is not allowed where no provider had the message.',
)

/** Whether the message's money can be moved: it is closed already, or its reservation stands. */
const isClosable = ({ messageId, billing }: Message, { reservations }: SettleFacts): boolean =>
  billing !== 'provisional' || reservations.has(messageId)

/** Settles the report by the rules of the dispatchers, in the unit that holds the message. */
const settleIn = (
  needs: Pick<Ports, 'ids' | 'digests'>,
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

/** The message, locked, with the receipts that wait for it: also under the provider's identifier, if one was found. */
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
 * Says what became of a message whose outcome is unknown (docs/contract#manual-resolution), by the same rules as
 * the provider's own report. Conflict where it is not unknown any more, or another attempt's outcome was meant.
 */
export const resolveUnconfirmedMessage = mutation(messageOperations.resolveUnconfirmedMessage, {
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

/**
 * Has a dead letter tried again at once, and as often as a new message (docs/promises#poison-messages). Conflict
 * where it is none, or was changed since it was looked at.
 */
export const requeueDeadLetter = mutation(messageOperations.requeueDeadLetter, {
  lock: 'shared',
  run: async (unit, { request, nowMs }) => {
    const messageId = knownId('msg', request.messageId)
    if (E.isLeft(messageId)) return messageId
    const message = await unit.messages.lockFailing(messageId.right)
    if (message === undefined) return notFound
    const failures = await unit.processingFailures.lock(message.messageId)
    const isDead = failures?.deadAtMs !== undefined && isUnderWay(message)
    if (!isDead || failures.version !== request.version) return conflict
    const now = revived(failures)
    unit.processingFailures.replace(now)
    unit.messages.makeDue(message.messageId, nowMs)
    return E.right({
      result: { messageId: message.messageId, version: now.version },
      about: {
        target: message.messageId,
        organizationId: message.organizationId,
        reason: request.reason,
        details: { stage: failures.stage, failures: failures.failures },
      },
    })
  },
})

const byAge = (one: Receipt, other: Receipt): number => one.receivedAtMs - other.receivedAtMs

/**
 * Applies an orphan to the message that an operator found for it (docs/contract#manual-resolution). Conflict where
 * it is no orphan any more, or the message was last given to another provider account.
 */
export const assignOrphanReceipt = mutation(messageOperations.assignOrphanReceipt, {
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
    // Whose it is, the operator says, whatever it says of itself.
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

/**
 * Takes a receipt off the lists: an orphan is looked for no longer, a contradiction was looked into. What it says is
 * kept. Conflict for any other.
 */
export const dismissReceipt = mutation(messageOperations.dismissReceipt, {
  lock: 'shared',
  run: async (unit, { request }) => {
    const receiptId = knownId('rct', request.receiptId)
    if (E.isLeft(receiptId)) return receiptId
    const receipt = await unit.receipts.lock(receiptId.right)
    if (receipt === undefined) return notFound
    if (receipt.state !== 'pending' && receipt.state !== 'contradicted') return conflict
    const state = receipt.state === 'pending' ? ('dismissed' as const) : ('reviewed' as const)
    unit.receipts.conclude(receipt.receiptId, state)
    return E.right({
      result: { receipt: receiptView({ ...receipt, state }, undefined) },
      about: {
        target: (state === 'reviewed' ? receipt.messageId : undefined) ?? receipt.receiptId,
        reason: request.reason,
        details: { receiptId: receipt.receiptId, reported: receipt.status, state },
      },
    })
  },
})
