import type { AccountReport, ReportsPlan } from '@postrider/core/providers/domain/calls/account-report'
import type { ProviderAccountId } from '@postrider/core/kernel/ids/id'
import type { AccountHealthStorage } from '@postrider/core/providers/ports/account-health-storage'
import type { Engine, Rows, Statement } from '../../engine/engine.js'
import { insertInto } from '../../engine/insertion.js'
import { unknownIsUndone } from '../../engine/outcome.js'
import { statement } from '../../engine/template.js'
import { readAsOf } from '../../guards/as-of.js'
import { noteForEveryone } from '../../guards/catalog-versions.js'
import { advanceEpoch } from '../../guards/epoch.js'
import { aFlag, aText, aTextOrNone, anId, anInteger } from '../../rows/column.js'
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
  reports: () => () => readAsOf(engine, [findReports()], ([rows = []]) => rows.map(reports.of)),
})
