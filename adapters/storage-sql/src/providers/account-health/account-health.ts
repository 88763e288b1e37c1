import { E } from '@postrider/core/fp'
import { type AccountFault, withLostMessage } from '@postrider/core/providers/domain/calls/account-fault'
import type { AccountReport, ReportsPlan } from '@postrider/core/providers/domain/calls/account-report'
import type { ProviderAccountId } from '@postrider/core/kernel/ids/id'
import type { AccountHealthStorage } from '@postrider/core/providers/ports/account-health-storage'
import type { Engine, Rows, Statement } from '../../engine/engine.js'
import { insertInto, insertOrReplace } from '../../engine/insertion.js'
import { unknownIsUndone } from '../../engine/outcome.js'
import { statement } from '../../engine/template.js'
import { readAsOf } from '../../guards/as-of.js'
import { noteForEveryone } from '../../guards/catalog-versions.js'
import { advanceEpoch } from '../../guards/epoch.js'
import { aFlag, aText, aTextOrNone, aValue, anId, anInteger } from '../../rows/column.js'
import { recordTable } from '../../rows/record-table.js'

const reports = recordTable<AccountReport>('account_health', {
  process: anInteger('process'),
  providerAccountId: anId('pac', 'provider_account_id'),
  status: aText('status'),
  sinceMs: anInteger('since'),
  detail: aTextOrNone('detail'),
  sessions: anInteger('sessions'),
  callsInFlight: anInteger('calls_in_flight'),
  isCircuitOpen: aFlag('circuit_open'),
  reportedAtMs: anInteger('said_at'),
})

const unready = recordTable<{ readonly providerAccountId: ProviderAccountId }>('unready_accounts', {
  providerAccountId: anId('pac', 'provider_account_id'),
})

const faults = recordTable<AccountFault>('account_faults', {
  providerAccountId: anId('pac', 'provider_account_id'),
  reason: aValue('reason'),
  messages: anInteger('messages'),
  lastAtMs: anInteger('last_at'),
})

const findFaults = statement(
  `SELECT ${faults.select('f')} FROM account_faults f ORDER BY f.provider_account_id`,
)
const putFaults = insertOrReplace(faults.table, ['provider_account_id'])

const findReports = statement(
  `SELECT ${reports.select('h')} FROM account_health h ORDER BY h.provider_account_id, h.process`,
)
/** The accounts that can't send at the moment. */
export const findUnready = statement(
  `SELECT ${unready.select('u')} FROM unready_accounts u ORDER BY u.provider_account_id`,
)
const forget = statement('DELETE FROM account_health WHERE process IN (?*)')
const addReports = insertInto(reports.table)
const clearUnready = statement('DELETE FROM unready_accounts')
const addUnready = insertInto(unready.table)

/** The accounts in the rows of `findUnready`. */
export const unreadyIn = (rows: Rows): ReadonlySet<ProviderAccountId> =>
  new Set(rows.map(unready.of).map(({ providerAccountId }) => providerAccountId))

const writing = ({ forgotten, added, unready: now }: ReportsPlan): readonly Statement[] => [
  forget(forgotten),
  ...(added.length === 0 ? [] : [addReports(reports.rows(added))]),
  ...(now === undefined
    ? []
    : [
        clearUnready(),
        ...(now.length === 0
          ? []
          : [addUnready(unready.rows(now.map((providerAccountId) => ({ providerAccountId }))))]),
        advanceEpoch(),
        noteForEveryone(),
      ]),
]

export const accountHealthStorage = (engine: Engine): AccountHealthStorage => ({
  say: (decide) => async () => {
    const outcome = await engine.transact([findReports(), findUnready()], ([stored = [], out = []]) => ({
      statements: writing(decide({ reports: stored.map(reports.of), unready: unreadyIn(out) })),
      result: undefined,
    }))
    return unknownIsUndone(outcome)
  },
  noteFaults: (lost) => async () => {
    const outcome = await engine.transact([findFaults()], ([rows = []]) => {
      const now = new Map(rows.map(faults.of).map((fault) => [fault.providerAccountId, fault]))
      for (const { providerAccountId, reason, atMs } of lost)
        now.set(
          providerAccountId,
          withLostMessage(now.get(providerAccountId), providerAccountId, reason, atMs),
        )
      const changed = [...new Set(lost.map(({ providerAccountId }) => providerAccountId))]
        .sort()
        .flatMap((id) => now.get(id) ?? [])
      return { statements: [putFaults(faults.rows(changed))], result: undefined }
    })
    return unknownIsUndone(outcome)
  },
  faults: () => async () => {
    const read = await engine.read([findFaults()], 'each')
    return E.map(([rows = []]: readonly Rows[]) => rows.map(faults.of))(read)
  },
  reports: () => () => readAsOf(engine, [findReports()], ([rows = []]) => rows.map(reports.of)),
})
