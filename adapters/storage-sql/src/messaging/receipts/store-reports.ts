import { groupOf } from '@postrider/core/feed/domain/change'
import type { ProviderAccountId } from '@postrider/core/kernel/ids/id'
import type { ReceiptStorage, StoredReports } from '@postrider/core/messaging/ports/receipt-storage'
import { E } from '@postrider/core/fp'
import { readText } from '../../cells/cell.js'
import { idCell } from '../../cells/id-cell.js'
import type { Engine, Rows, Statement } from '../../engine/engine.js'
import { insertInto } from '../../engine/insertion.js'
import { refusalIsBug } from '../../engine/outcome.js'
import { statement } from '../../engine/template.js'
import { leaveChange } from '../../feed/leave-change.js'
import { inboundMessages } from '../inbound/table.js'
import { inboundParts } from '../inbound/parts-table.js'
import type { RecordTable } from '../../rows/record-table.js'
import { templateReports } from '../../templates/reports-table.js'
import { eventKeyDigest } from '../../cells/event-key-digest.js'
import { receipts } from './table.js'
import { unreadableCallbacks } from './unreadable-table.js'

/** A report of an account, and the key that identifies a repetition of it. */
interface IdentifiedReport {
  readonly providerAccountId: ProviderAccountId
  readonly eventKey: string
}

const identity = (account: string, digest: string): string => `${account} ${digest}`

const identityOf = ({ providerAccountId, eventKey }: IdentifiedReport): string =>
  identity(idCell(providerAccountId), eventKeyDigest(eventKey))

/** The reports that aren't stored yet, each once. */
const fresh = <R extends IdentifiedReport>(list: readonly R[], stored: Rows): readonly R[] => {
  const known = new Set(stored.map(([account, digest]) => identity(readText(account), readText(digest))))
  return list.filter((one) => {
    const own = identityOf(one)
    if (known.has(own)) return false
    known.add(own)
    return true
  })
}

/** A table of unique reports: the query before an insertion, and the insertion. */
const reportTable = <R extends IdentifiedReport>({ table, rows }: RecordTable<R>) => {
  const findStored = statement(`
    SELECT provider_account_id, event_digest FROM ${table.name}
    WHERE provider_account_id IN (?x*) AND event_digest IN (?x*)`)
  const insert = insertInto(table)
  return {
    lookups: (list: readonly R[]): readonly Statement[] => {
      if (list.length === 0) return []
      const accounts = [...new Set(list.map(({ providerAccountId }) => idCell(providerAccountId)))]
      return [
        findStored(
          accounts,
          list.map(({ eventKey }) => eventKeyDigest(eventKey)),
        ),
      ]
    },
    adding: (list: readonly R[]): readonly Statement[] => (list.length === 0 ? [] : [insert(rows(list))]),
  }
}

const ofReceipts = reportTable(receipts)
const ofInbound = reportTable(inboundMessages)
const ofTemplates = reportTable(templateReports)
const ofUnreadable = reportTable(unreadableCallbacks)
const insertParts = insertInto(inboundParts.table)

/** The reports that aren't stored yet, given the rows of each requested kind. */
const freshOf = (reports: StoredReports, answers: readonly Rows[]): StoredReports => {
  const left = [...answers]
  const stored = (list: readonly unknown[]): Rows => (list.length === 0 ? [] : (left.shift() ?? []))
  return {
    receipts: fresh(reports.receipts, stored(reports.receipts)),
    inbound: fresh(reports.inbound, stored(reports.inbound)),
    parts: reports.parts,
    templates: fresh(reports.templates, stored(reports.templates)),
    unreadable: fresh(reports.unreadable, stored(reports.unreadable)),
  }
}

/** Stores reports of providers, of all kinds in one transaction. */
export const storeReports =
  (engine: Engine): ReceiptStorage['store'] =>
  (reports) =>
  async () => {
    const lookups = [
      ...ofReceipts.lookups(reports.receipts),
      ...ofInbound.lookups(reports.inbound),
      ...ofTemplates.lookups(reports.templates),
      ...ofUnreadable.lookups(reports.unreadable),
    ]
    if (lookups.length === 0 && reports.parts.length === 0) return E.right(reports)
    const outcome = await engine.transact(lookups, (answers) => {
      const added = freshOf(reports, answers)
      const shown = added.receipts.length + added.unreadable.length
      const groups = [groupOf('receipt', shown), groupOf('inbound', added.inbound.length)]
      return {
        statements: [
          ...ofReceipts.adding(added.receipts),
          ...ofInbound.adding(added.inbound),
          ...(added.parts.length === 0 ? [] : [insertParts(inboundParts.rows(added.parts))]),
          ...ofTemplates.adding(added.templates),
          ...ofUnreadable.adding(added.unreadable),
          ...leaveChange(engine.dialect, { groups: groups.filter(({ count }) => count > 0), messageIds: [] }),
        ],
        result: added,
      }
    })
    return refusalIsBug(outcome)
  }
