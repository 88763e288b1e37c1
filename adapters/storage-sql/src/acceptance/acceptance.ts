import type { Digest } from '@postrider/core/domain/digests/digest'
import type {
  AcceptanceKnown,
  AcceptanceStorage,
  AcceptedRecord,
} from '@postrider/core/ports/storage/acceptance-storage'
import { policyFactsOf, policyQueries } from './policy-facts.js'
import { idempotency } from './table.js'
import { writingOf } from './writing.js'
import { readText } from '../cells/cell.js'
import { digestCell } from '../cells/digest-cell.js'
import type { Engine, Rows, WritePlan } from '../engine/engine.js'
import { unknownIsUndone } from '../engine/outcome.js'
import { statement } from '../engine/template.js'
import { epochOf, readStatus, shareEpoch, catalogStatusOf } from '../epoch/epoch.js'
import { accountsAmong, lockAccounts } from '../ledger/accounts-table.js'
import { joined } from '../rows/selection.js'
import { messages } from '../messages/table.js'
import { queries, queryOf } from '../engine/queries.js'

const acceptedRows = joined({
  i: idempotency.pick('key', 'material', 'messageId'),
  m: messages.pick('acceptedAtMs', 'charge', 'lane'),
})

const findAccepted = statement(`
  SELECT ${acceptedRows.columns} FROM idempotency i JOIN messages m ON m.id = i.message_id
  WHERE i.idempotency_key IN (?x*)`)

/** Waits for transactions that hold one of the keys. */
const awaitKeys = statement(`
  SELECT idempotency_key FROM idempotency {by idempotency.PRIMARY} WHERE idempotency_key IN (?x*)
  ORDER BY idempotency_key {for share}`)

const findOld = statement(`
  SELECT idempotency_key FROM idempotency {by idempotency.by_age} WHERE created_at < ? ORDER BY created_at LIMIT ? {skip locked}`)
const findOldReceipts = statement(`
  SELECT receipt_key FROM batch_receipts WHERE created_at < ? ORDER BY created_at LIMIT ? {skip locked}`)
const remove = statement('DELETE FROM idempotency WHERE idempotency_key IN (?x*)')
const removeReceipts = statement('DELETE FROM batch_receipts WHERE receipt_key IN (?x*)')

const acceptedOf = (rows: Rows): ReadonlyMap<Digest, AcceptedRecord> =>
  new Map(rows.map(acceptedRows.of).map(({ i, m }) => [i.key, { ...i, ...m }]))

export const acceptanceStorage = (engine: Engine): AcceptanceStorage => ({
  accept: (query, decide) => async () => {
    const keys = query.keys.map((key) => digestCell(key, 16))
    const gather = queries({
      // What is sealed is written under the key of the epoch: nobody names another before it is committed.
      epoch: query.otps === undefined ? undefined : queryOf(shareEpoch(), epochOf),
      // Accounts first: who waits for one sees afterwards the keys that its holder has taken.
      accounts: queryOf(lockAccounts(query.accounts), (rows) => accountsAmong(rows, query.accounts)),
      ...policyQueries(query),
      accepted: queryOf(findAccepted(keys), acceptedOf),
      status: queryOf(readStatus(), catalogStatusOf),
    })
    return engine.transact(gather.statements, (answers) => {
      const { accounts, accepted, status, epoch: _, ...found } = gather.of(answers)
      const { seenDestinations, ...facts } = policyFactsOf(found)
      const known: AcceptanceKnown = { ...facts, ...status, accepted, accounts }
      const plan = decide(known)
      const destinations = query.otps?.destinations ?? []
      const unseen = destinations.filter((destination) => !seenDestinations.has(destination))
      return { statements: writingOf(plan, unseen, engine.dialect), result: plan.result }
    })
  },
  findAccepted: (keys) => async () => {
    const cells = keys.map((key) => digestCell(key, 16))
    const gather = [awaitKeys(cells), findAccepted(cells)]
    const outcome = await engine.transact(gather, ([, found = []]) => ({
      statements: [],
      result: acceptedOf(found),
    }))
    return unknownIsUndone(outcome)
  },
  purgeAccepted: (beforeMs, limit) => async () => {
    const old = [findOld(beforeMs, limit), findOldReceipts(beforeMs, limit)]
    const outcome = await engine.transact(old, ([keys = [], receipts = []]): WritePlan<number> => ({
      statements: [
        ...(keys.length === 0 ? [] : [remove(keys.map(([key]) => readText(key)))]),
        ...(receipts.length === 0 ? [] : [removeReceipts(receipts.map(([key]) => readText(key)))]),
      ],
      result: keys.length + receipts.length,
    }))
    return unknownIsUndone(outcome)
  },
})
