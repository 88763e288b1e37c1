import type { Digest } from '@postrider/core/domain/digests/digest'
import type {
  AcceptanceKnown,
  AcceptanceStorage,
  AcceptedRecord,
} from '@postrider/core/ports/storage/acceptance-storage'
import { policyFacts } from './policy-facts.js'
import { writingOf } from './writing.js'
import { integer, text } from '../cells/cell.js'
import { digestCell } from '../cells/digest-cell.js'
import { idOf } from '../cells/id-cell.js'
import { sheetOf } from '../cells/sheet-cell.js'
import type { Engine, Rows, Writing } from '../engine/engine.js'
import { unknownIsUndone } from '../engine/outcome.js'
import { statement } from '../engine/template.js'
import { epochOf, isHeldAsOf, readStanding, shareEpoch } from '../epoch/epoch.js'
import { accountsAmong, lockAccounts } from '../ledger/accounts-table.js'

const ACCEPTED_COLUMNS = `i.idempotency_key, i.material, i.message_id, m.accepted_at, m.amount, m.currency,
  m.price_version_id, m.charge_on, m.lane`

const findAccepted = statement(`
  SELECT ${ACCEPTED_COLUMNS} FROM idempotency i JOIN messages m ON m.id = i.message_id
  WHERE i.idempotency_key IN (?x*)`)

/** Waits for whoever holds one of the keys. */
const awaitKeys = statement(`
  SELECT idempotency_key FROM idempotency {by idempotency.PRIMARY} WHERE idempotency_key IN (?x*)
  ORDER BY idempotency_key {for share}`)

const findOld = statement(`
  SELECT idempotency_key FROM idempotency {by idempotency.by_age} WHERE created_at < ? ORDER BY created_at LIMIT ? {skip locked}`)
const findOldReceipts = statement(`
  SELECT receipt_key FROM batch_receipts WHERE created_at < ? ORDER BY created_at LIMIT ? {skip locked}`)
const remove = statement('DELETE FROM idempotency WHERE idempotency_key IN (?x*)')
const removeReceipts = statement('DELETE FROM batch_receipts WHERE receipt_key IN (?x*)')

const acceptedOf = (rows: Rows | undefined): ReadonlyMap<Digest, AcceptedRecord> =>
  new Map(
    (rows ?? []).map(([key, material, messageId, acceptedAt, amount, currency, price, chargeOn, lane]) => [
      text(key),
      {
        key: text(key),
        material: text(material),
        messageId: idOf('msg', messageId),
        acceptedAtMs: integer(acceptedAt),
        charge: {
          amountMinor: integer(amount),
          currency: sheetOf(currency).currency,
          priceVersionId: idOf('prv', price),
          chargeOn: text(chargeOn) as AcceptedRecord['charge']['chargeOn'],
        },
        lane: text(lane) as AcceptedRecord['lane'],
      },
    ]),
  )

export const acceptanceStorage = (engine: Engine): AcceptanceStorage => ({
  accept: (inquiry, decide) => async () => {
    const keys = inquiry.keys.map((key) => digestCell(key, 16))
    const policies = policyFacts(inquiry)
    // Accounts first: who waits for one sees afterwards the keys that its holder has taken.
    const gather = [
      lockAccounts(inquiry.accounts),
      ...policies.statements,
      findAccepted(keys),
      readStanding(),
    ]
    // What is sealed is written under the key of the epoch: nobody names another before it is committed.
    const held = inquiry.passcodes === undefined ? [] : [shareEpoch()]
    return engine.transact([...held, ...gather], (gathered) => {
      const [accounts = [], ...found] = gathered.slice(held.length)
      const [accepted, standing] = found.splice(-2)
      const { seenDestinations, ...facts } = policies.of(found)
      const known: AcceptanceKnown = {
        ...facts,
        catalogEpoch: epochOf(standing),
        isHeld: isHeldAsOf(standing),
        accepted: acceptedOf(accepted),
        accounts: accountsAmong(accounts, inquiry.accounts),
      }
      const plan = decide(known)
      const destinations = inquiry.passcodes?.destinations ?? []
      const unseen = destinations.filter((destination) => !seenDestinations.has(destination))
      return { statements: writingOf(plan, unseen), result: plan.result }
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
    const old = [findOld(beforeMs, limit), findOldReceipts(beforeMs, limit)]
    const outcome = await engine.transact(old, ([keys = [], receipts = []]): Writing<number> => ({
      statements: [
        ...(keys.length === 0 ? [] : [remove(keys.map(([key]) => text(key)))]),
        ...(receipts.length === 0 ? [] : [removeReceipts(receipts.map(([key]) => text(key)))]),
      ],
      result: keys.length + receipts.length,
    }))
    return unknownIsUndone(outcome)
  },
})
