import type { LockedMessage } from '@postrider/core/messaging/domain/dispatch/locked-message'
import type { MessageId, OrganizationId } from '@postrider/core/kernel/ids/id'
import { type Account, accountKey, type AccountKey } from '@postrider/core/ledger/domain/account'
import type { Message } from '@postrider/core/messaging/domain/messages/message'
import type { HeldMessages } from '@postrider/core/messaging/ports/dispatch-storage'
import { isNull } from '../../cells/cell.js'
import { idCell } from '../../cells/id-cell.js'
import type { Rows, TransactionQuery } from '../../engine/engine.js'
import { statement } from '../../engine/template.js'
import { accountsByKey, readAccounts } from '../../ledger/accounts-table.js'
import { messages } from '../messages/table.js'
import { expression, joined } from '../../rows/selection.js'

const there = joined({
  m: messages.pick('messageId', 'organizationId'),
  hasAttempt: expression('a.number', (from) => !isNull(from)),
})

/** The Organizations of messages, and whether their latest attempts exist; nothing is locked. */
const findThere = statement(`
  SELECT ${there.columns} FROM messages m {by messages.PRIMARY} LEFT JOIN attempts a ON a.message_id = m.id AND a.number = m.attempt
  WHERE m.id IN (?x*)`)

export const NONE_HELD: HeldMessages = new Map()

/**
 * Whether the latest attempt was read, if there should be one: an engine that locks joined rows leaves out an
 * attempt that another transaction holds. A message that was given back has a number without an attempt.
 */
const isWhole = ({ message, lastAttempt }: LockedMessage): boolean =>
  message.attempt === 0 || lastAttempt !== undefined

const payerOf = ({ organizationId, environment, charge: { currency } }: Message): AccountKey => ({
  organizationId,
  environment,
  currency,
})

/** The messages that exist but weren't found, or were found without an attempt that exists. */
export const heldRows = async (
  missed: readonly MessageId[],
  found: ReadonlyMap<MessageId, unknown>,
  ask: TransactionQuery,
): Promise<ReadonlyMap<MessageId, OrganizationId>> => {
  if (missed.length === 0) return NONE_HELD
  const [rows = []] = await ask([findThere(missed.map(idCell))])
  return new Map(
    rows
      .map(there.of)
      .flatMap(({ m, hasAttempt }) =>
        found.has(m.messageId) && !hasAttempt ? [] : [[m.messageId, m.organizationId] as const],
      ),
  )
}

/** The messages that weren't locked with their latest attempts, because other transactions hold either. */
export const heldMessages = async (
  messageIds: readonly MessageId[],
  locked: ReadonlyMap<MessageId, LockedMessage>,
  ask: TransactionQuery,
): Promise<HeldMessages> => {
  const missed = messageIds.filter((messageId) => {
    const found = locked.get(messageId)
    return found === undefined || !isWhole(found)
  })
  return heldRows(missed, locked, ask)
}

/** The messages that were locked but whose accounts weren't, because other transactions hold them. */
export const heldByAccounts = async (
  locked: ReadonlyMap<MessageId, LockedMessage>,
  accounts: ReadonlyMap<string, Account>,
  ask: TransactionQuery,
): Promise<HeldMessages> => {
  const lacking = [...locked.values()]
    .map(({ message }) => ({ message, payer: payerOf(message) }))
    .filter(({ payer }) => !accounts.has(accountKey(payer)))
  if (lacking.length === 0) return NONE_HELD
  const [rows = []]: readonly Rows[] = await ask([readAccounts(lacking.map(({ payer }) => payer))])
  const existing = accountsByKey(rows)
  return new Map(
    lacking
      .filter(({ payer }) => existing.has(accountKey(payer)))
      .map(({ message }) => [message.messageId, message.organizationId]),
  )
}

/** The items that aren't held. */
export const withoutHeld = <A>(
  found: ReadonlyMap<MessageId, A>,
  held: HeldMessages,
): ReadonlyMap<MessageId, A> =>
  held.size === 0 ? found : new Map([...found].filter(([messageId]) => !held.has(messageId)))
