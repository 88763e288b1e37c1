import { acceptedChange } from '@postrider/core/messaging/domain/message-changes'
import type { NewAcceptance } from '@postrider/core/messaging/domain/acceptance/new-acceptance'
import type { Digest } from '@postrider/core/kernel/digests/digest'
import type { AcceptancePlan } from '@postrider/core/messaging/ports/acceptance-storage'
import type { Cell } from '../../cells/cell.js'
import { shortDigestCells } from '../../cells/digest-cell.js'
import type { Dialect } from '../../engine/dialect.js'
import type { Statement } from '../../engine/engine.js'
import { insertInto, insertOrReplace, table } from '../../engine/insertion.js'
import { leaveChange } from '../../feed/leave-change.js'
import { upsertAccounts } from '../../ledger/accounts-table.js'
import { budgetUses } from '../../ledger/budgets/table.js'
import { challenges } from '../../otp/challenges-table.js'
import { insertEventRows, ledgerEvents } from '../../ledger/events-table.js'
import { outbox } from '../outbox/table.js'
import { messages } from '../messages/table.js'
import { prefixBlocks, prefixCounts } from '../../otp/prefixes-table.js'
import { batchReceipts, idempotency } from './table.js'

type Plan = AcceptancePlan<unknown>

const insertKeys = insertInto(idempotency.table)
const insertMessages = insertInto(messages.table)
const insertOutbox = insertInto(outbox.table)
const insertReceipts = insertInto(batchReceipts.table)
const insertDestinations = insertInto(table('otp_destinations', ['destination x']))
const insertChallenges = insertInto(challenges.table)
const putBudgetUses = insertOrReplace(budgetUses.table, ['budget_id', 'period_start'])
/** Verifications in a slice are counted by the verifying transaction. */
const putPrefixCounts = insertOrReplace(prefixCounts.table, ['app_id', 'prefix', 'slice'], ['sends'])
const putPrefixBlocks = insertOrReplace(prefixBlocks.table, ['app_id', 'prefix'])

const byKey = (one: NewAcceptance, other: NewAcceptance): number =>
  one.key < other.key ? -1 : one.key > other.key ? 1 : 0

/** The rows of the messages; keys are in one order so that two batches that share some never deadlock. */
const messageRows = ({ acceptances, accounts }: Plan): readonly Statement[] => {
  if (acceptances.length === 0) return []
  const keys: Cell[] = []
  const rows: Cell[] = []
  const events: Cell[] = []
  const due: Cell[] = []
  for (const { key, material, message } of [...acceptances].sort(byKey))
    idempotency.push(keys, { key, material, messageId: message.messageId, createdAtMs: message.acceptedAtMs })
  for (const { message, reservation } of acceptances) {
    messages.push(rows, message)
    ledgerEvents.push(events, reservation)
    const { messageId, organizationId, lane, acceptedAtMs } = message
    outbox.push(due, {
      messageId,
      organizationId,
      lane,
      dueAtMs: acceptedAtMs,
      publications: 0,
      listedAtMs: acceptedAtMs,
    })
  }
  return [
    insertKeys(keys),
    insertMessages(rows),
    insertOutbox(due),
    insertEventRows(events),
    upsertAccounts(accounts),
  ]
}

const otpRows = (plan: Plan, unseen: readonly Digest[]): readonly Statement[] => {
  const statements: Statement[] = []
  if (plan.challenges.length > 0) {
    const used = new Set(plan.challenges.map(({ destination }) => destination))
    const first = unseen.filter((destination) => used.has(destination)).sort()
    if (first.length > 0) statements.push(insertDestinations(shortDigestCells(first)))
    statements.push(insertChallenges(challenges.rows(plan.challenges)))
  }
  if (plan.prefixCounts.length > 0) statements.push(putPrefixCounts(prefixCounts.rows(plan.prefixCounts)))
  if (plan.prefixBlocks.length > 0) statements.push(putPrefixBlocks(prefixBlocks.rows(plan.prefixBlocks)))
  return statements
}

const receiptRows = ({ receipts }: Plan): readonly Statement[] =>
  receipts.length === 0
    ? []
    : [insertReceipts(batchReceipts.rows([...receipts].sort((one, other) => (one.key < other.key ? -1 : 1))))]

/**
 * All statements of a plan; none if it changes nothing. `unseen` are the destinations of the inquiry without
 * an earlier OTP. Their rows are inserted plainly, so that of two concurrent requests only one passes.
 */
export const writingOf = (plan: Plan, unseen: readonly Digest[], dialect: Dialect): readonly Statement[] => [
  ...receiptRows(plan),
  ...otpRows(plan, unseen),
  ...(plan.budgetUses.length === 0 ? [] : [putBudgetUses(budgetUses.rows(plan.budgetUses))]),
  ...messageRows(plan),
  ...leaveChange(dialect, acceptedChange(plan)),
]
