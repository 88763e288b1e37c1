import type { BatchFailed } from '@postrider/core/domain/refusals/outage'
import type { EpochMs } from '@postrider/core/domain/time/epoch-ms'
import { accountKey } from '@postrider/core/domain/ledger/account'
import { E } from '@postrider/core/fp'
import type {
  Acceptance,
  AcceptancePlan,
  AcceptanceInquiry,
  AcceptanceStorage,
} from '@postrider/core/ports/storage/acceptance-storage'
import type { Faults } from './faults.js'
import { type MemoryTables, putAccounts } from './memory-tables.js'

const refused: BatchFailed = { _tag: 'BatchFailed', cause: 'the fake refuses a row' }

const write = (tables: MemoryTables, { acceptances, accounts }: AcceptancePlan<unknown>): void => {
  for (const { key, material, message, reservation } of acceptances) {
    const { messageId, acceptedAtMs, charge } = message
    if (tables.accepted.has(key)) throw new Error(`key ${key} was written twice`)
    tables.accepted.set(key, { key, material, messageId, acceptedAtMs, charge })
    tables.messages.set(messageId, message)
    tables.events.push(reservation)
    tables.outbox.set(messageId, { message, dueAtMs: acceptedAtMs, publications: 0 })
  }
  putAccounts(tables, accounts)
}

const gather = (tables: MemoryTables, { keys, accounts }: AcceptanceInquiry) => ({
  catalogEpoch: tables.epoch,
  accepted: new Map([...tables.accepted].filter(([key]) => keys.includes(key))),
  accounts: new Map([...tables.accounts].filter(([key]) => accounts.map(accountKey).includes(key))),
})

/** Acceptances in memory; rows that `isPoison` points at are refused, with the whole batch. */
export const memoryAcceptance = (
  tables: MemoryTables,
  faults: Faults,
  isPoison: (acceptance: Acceptance) => boolean,
): AcceptanceStorage => ({
  accept: (inquiry, decide) => async () => {
    const plan = decide(gather(tables, inquiry))
    if (plan.acceptances.some(isPoison)) return E.left(refused)
    return faults.writing('accept', () => {
      const decided = decide(gather(tables, inquiry))
      write(tables, decided)
      return decided.result
    })()
  },
  findAccepted: (keys) =>
    faults.reading('findAccepted', () => gather(tables, { keys, accounts: [] }).accepted),
  purgeAccepted: (beforeMs: EpochMs, limit) =>
    faults.reading('purgeAccepted', () => {
      const old = [...tables.accepted.values()].filter((record) => record.acceptedAtMs < beforeMs)
      for (const { key } of old.slice(0, limit)) tables.accepted.delete(key)
      return Math.min(old.length, limit)
    }),
})
