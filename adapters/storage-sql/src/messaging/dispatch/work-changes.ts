import type { MessageId } from '@postrider/core/kernel/ids/id'
import type { Message } from '@postrider/core/messaging/domain/messages/message'
import type { LockedMessage } from '@postrider/core/messaging/domain/dispatch/locked-message'
import type { Settlement } from '@postrider/core/messaging/domain/dispatch/settle'
import { idCell } from '../../cells/id-cell.js'
import type { Statement } from '../../engine/engine.js'
import { insertOrReplace } from '../../engine/insertion.js'
import { statement, type Filled } from '../../engine/template.js'
import { grouped } from '../../engine/grouped.js'
import { upsertAccounts } from '../../ledger/accounts-table.js'
import { attemptSegments } from '../messages/attempt-segments-table.js'
import { attempts } from '../messages/attempts-table.js'
import { budgetUses } from '../../ledger/budgets/table.js'
import { parkings } from '../outbox/parked.js'
import { insertEvents } from '../../ledger/events-table.js'

const change = statement(`
  UPDATE messages SET state = ?, failure_code = ?, provider_reason = ?, billing = ?, attempt = ?, uncalled = ?, lease_until = ?, updated_at = ?
  WHERE id IN (?x*)`)
const prolong = statement('UPDATE messages SET expires_at = ? WHERE id IN (?x*)')
const refuse = statement('UPDATE messages SET refusals = ? WHERE id IN (?x*)')
const erase = statement('UPDATE messages SET sealed_variables = NULL WHERE id IN (?x*)')
const makeDue = statement('UPDATE outbox SET due_at = ? WHERE message_id IN (?x*)')
const strike = statement('DELETE FROM outbox WHERE message_id IN (?x*)')
const conclude = statement(`UPDATE receipts SET state = ?, message_id = ?x WHERE id IN (?x*)`)
const putBudgetUses = insertOrReplace(budgetUses.table, ['budget_id', 'period_start'])
/** The claim under which an attempt started doesn't change. */
const ENDED = [
  'provider_account_id',
  'phase',
  'provider_message_id',
  'provider_reference',
  'detail',
  'started_at',
  'ended_at',
]
const putAttempts = insertOrReplace(attempts.table, ['message_id', 'number'], ENDED)

const putParts = insertOrReplace(
  attemptSegments.table,
  ['message_id', 'number', 'part'],
  ['status', 'failure_code'],
)

const messageCell = ({ messageId }: { readonly messageId: MessageId }): string => idCell(messageId)

const reasonCell = ({ providerReason }: Message): string | null =>
  providerReason === undefined ? null : JSON.stringify(providerReason)

const stateChanges = (messages: readonly Message[]): readonly Filled[] =>
  grouped(
    messages,
    (m) =>
      `${m.state} ${m.failureCode} ${m.billing} ${m.attempt} ${m.uncalled} ${m.leaseUntilMs} ${m.updatedAtMs} ${reasonCell(m)}`,
    messageCell,
  ).map(({ first, cells }) =>
    change(
      first.state,
      first.failureCode ?? null,
      reasonCell(first),
      first.billing,
      first.attempt,
      first.uncalled,
      first.leaseUntilMs,
      first.updatedAtMs,
      cells,
    ),
  )

/** The end of validity differs between messages, so it is only written if it changed. */
const validityChanges = (
  messages: readonly Message[],
  locked: ReadonlyMap<MessageId, LockedMessage>,
): readonly Filled[] =>
  grouped(
    messages.filter((m) => locked.get(m.messageId)?.message.expiresAtMs !== m.expiresAtMs),
    (m) => String(m.expiresAtMs),
    messageCell,
  ).map(({ first, cells }) => prolong(first.expiresAtMs, cells))

/** Data that was sealed for sending is erased once nothing more will be sent. */
const erasures = (
  messages: readonly Message[],
  locked: ReadonlyMap<MessageId, LockedMessage>,
): readonly Filled[] => {
  const over = messages.filter(
    ({ messageId, sealedVariables }) =>
      sealedVariables === undefined && locked.get(messageId)?.message.sealedVariables !== undefined,
  )
  return over.length === 0 ? [] : [erase(over.map(messageCell))]
}

/** The provider accounts that refused the messages: usually the same one for all. */
const refusalChanges = (refusals: Settlement['refusals']): readonly Filled[] =>
  grouped(refusals, (one) => JSON.stringify(one.refusals), messageCell).map(({ first, cells }) =>
    refuse(JSON.stringify(first.refusals), cells),
  )

const dueChanges = (due: Settlement['due']): readonly Filled[] =>
  grouped(
    due.filter(({ waitsFor }) => waitsFor === undefined),
    ({ atMs }) => String(atMs),
    messageCell,
  ).map(({ first, cells }) => (first.atMs === undefined ? strike(cells) : makeDue(first.atMs, cells)))

const receiptChanges = (receipts: Settlement['receipts']): readonly Filled[] =>
  grouped(
    receipts,
    ({ state, messageId }) => `${state} ${messageId}`,
    ({ receiptId }) => idCell(receiptId),
  ).map(({ first, cells }) => conclude(first.state, idCell(first.messageId), cells))

/** The statements of a plan; none if it changes nothing. */
export const changesOf = (
  plan: Settlement,
  locked: ReadonlyMap<MessageId, LockedMessage>,
): readonly Statement[] => {
  const stranger = plan.messages.find(({ messageId }) => !locked.has(messageId))
  if (stranger !== undefined) throw new Error(`${stranger.messageId} was not locked and cannot be changed`)
  return [
    ...stateChanges(plan.messages),
    ...validityChanges(plan.messages, locked),
    ...erasures(plan.messages, locked),
    ...refusalChanges(plan.refusals),
    ...(plan.attempts.length === 0 ? [] : [putAttempts(attempts.rows(plan.attempts))]),
    ...(plan.parts.length === 0 ? [] : [putParts(attemptSegments.rows(plan.parts))]),
    ...dueChanges(plan.due),
    ...parkings(plan.due, locked),
    ...receiptChanges(plan.receipts),
    ...(plan.budgetUses.length === 0 ? [] : [putBudgetUses(budgetUses.rows(plan.budgetUses))]),
    ...(plan.events.length === 0 ? [] : [insertEvents(plan.events)]),
    ...(plan.accounts.length === 0 ? [] : [upsertAccounts(plan.accounts)]),
  ]
}
