import type { Digest } from '@postrider/core/domain/ledger/digest'
import type {
  Acceptance,
  AcceptanceKnown,
  AcceptancePlan,
  AcceptanceStorage,
  AcceptedRecord,
} from '@postrider/core/ports/storage/acceptance-storage'
import { integer, text, type Cell } from './cells/cell.js'
import { digestCell } from './cells/digest-cell.js'
import { idCell, idOf } from './cells/id-cell.js'
import type { Engine, Rows, Statement, Writing } from './engine/engine.js'
import { insertInto, table } from './engine/insertion.js'
import { unknownIsUndone } from './engine/outcome.js'
import { statement } from './engine/template.js'
import { epochOf, readEpoch } from './epoch.js'
import { accountsAmong, lockAccounts, putAccounts } from './tables/accounts.js'
import { insertEventCells, pushEvent } from './tables/ledger-events.js'
import { messages, pushMessage } from './tables/messages.js'

const ACCEPTED_COLUMNS = `i.idempotency_key, i.material, i.message_id, m.accepted_at, m.amount, m.currency,
  m.price_version_id, m.charge_on`

const findAccepted = statement(`
  SELECT ${ACCEPTED_COLUMNS} FROM idempotency i JOIN messages m ON m.id = i.message_id
  WHERE i.idempotency_key IN (?x*)`)

/** Waits for whoever holds one of the keys. */
const awaitKeys = statement(`
  SELECT idempotency_key FROM idempotency {by idempotency.PRIMARY} WHERE idempotency_key IN (?x*)
  ORDER BY idempotency_key {for share}`)

const findOld = statement(`
  SELECT idempotency_key FROM idempotency {by idempotency.by_age} WHERE created_at < ? ORDER BY created_at LIMIT ? {skip locked}`)
const remove = statement('DELETE FROM idempotency WHERE idempotency_key IN (?x*)')

const insertKeys = insertInto(
  table('idempotency', ['idempotency_key x', 'material x', 'message_id x', 'created_at']),
)
const insertMessages = insertInto(messages)
const insertOutbox = insertInto(
  table('outbox', ['message_id x', 'organization_id x', 'lane', 'due_at', 'publications', 'listed_at']),
)

const acceptedOf = (rows: Rows | undefined): ReadonlyMap<Digest, AcceptedRecord> =>
  new Map(
    (rows ?? []).map(([key, material, messageId, acceptedAt, amount, currency, price, chargeOn]) => [
      text(key),
      {
        key: text(key),
        material: text(material),
        messageId: idOf('msg', messageId),
        acceptedAtMs: integer(acceptedAt),
        charge: {
          amountMinor: integer(amount),
          currency: text(currency),
          priceVersionId: idOf('prv', price),
          chargeOn: text(chargeOn) as AcceptedRecord['charge']['chargeOn'],
        },
      },
    ]),
  )

const byKey = (one: Acceptance, other: Acceptance): number =>
  one.key < other.key ? -1 : one.key > other.key ? 1 : 0

/** All rows of a batch, keys in one order so that two batches that share some never wait in a circle. */
const writingOf = (plan: AcceptancePlan<unknown>): readonly Statement[] => {
  if (plan.acceptances.length === 0) return []
  const keys: Cell[] = []
  const rows: Cell[] = []
  const events: Cell[] = []
  const due: Cell[] = []
  for (const { key, material, message } of [...plan.acceptances].sort(byKey))
    keys.push(digestCell(key, 16), digestCell(material, 32), idCell(message.messageId), message.acceptedAtMs)
  for (const { message, reservation } of plan.acceptances) {
    const id = idCell(message.messageId)
    pushMessage(rows, id, message)
    pushEvent(events, reservation)
    due.push(id, idCell(message.organizationId), message.lane, message.acceptedAtMs, 0, message.acceptedAtMs)
  }
  return [
    insertKeys(keys),
    insertMessages(rows),
    insertOutbox(due),
    insertEventCells(events),
    putAccounts(plan.accounts),
  ]
}

export const acceptanceStorage = (engine: Engine): AcceptanceStorage => ({
  accept: (inquiry, decide) => async () => {
    const keys = inquiry.keys.map((key) => digestCell(key, 16))
    // Accounts first: who waits for one sees afterwards the keys that its holder has taken.
    const gather = [lockAccounts(inquiry.accounts), findAccepted(keys), readEpoch()]
    return engine.transact(gather, ([accounts = [], accepted, epoch]) => {
      const known: AcceptanceKnown = {
        catalogEpoch: epochOf(epoch),
        accepted: acceptedOf(accepted),
        accounts: accountsAmong(accounts, inquiry.accounts),
      }
      const plan = decide(known)
      return { statements: writingOf(plan), result: plan.result }
    })
  },
  findAccepted: (keys) => async () => {
    const cells = keys.map((key) => digestCell(key, 16))
    const gather = [awaitKeys(cells), findAccepted(cells)]
    const outcome = await engine.transact(gather, ([, accepted]) => ({
      statements: [],
      result: acceptedOf(accepted),
    }))
    return unknownIsUndone(outcome)
  },
  purgeAccepted: (beforeMs, limit) => async () => {
    const outcome = await engine.transact([findOld(beforeMs, limit)], ([old = []]): Writing<number> => ({
      statements: old.length === 0 ? [] : [remove(old.map(([key]) => text(key)))],
      result: old.length,
    }))
    return unknownIsUndone(outcome)
  },
})
