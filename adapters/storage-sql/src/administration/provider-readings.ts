import type { AttemptPhase } from '@postrider/core/domain/dispatch/attempt'
import type { ProviderCall } from '@postrider/core/domain/dispatch/provider-health'
import { DAY_MS } from '@postrider/core/domain/time/epoch-ms'
import type { AdministrationStorage } from '@postrider/core/ports/storage/administration-storage'
import { readAsOf } from '../epoch/as-of.js'
import { providerAccounts } from '../catalog/tables.js'
import { integer, optional, text, type Cells } from '../cells/cell.js'
import { firstIdCell, idOf } from '../cells/id-cell.js'
import type { Engine } from '../engine/engine.js'
import { statement } from '../engine/template.js'

const listAccounts = statement(
  `SELECT ${providerAccounts.select('p')} FROM provider_accounts p ORDER BY p.id`,
)

/** Found by their messages, whose key is in the order of time: no index has to be kept with every call for this. */
const listCalls = statement(`
  SELECT a.provider_account_id, a.phase, a.detail, a.started_at FROM attempts a {by attempts.PRIMARY}
  WHERE a.message_id >= ?x ORDER BY a.message_id DESC LIMIT ?`)

const callOf = ([account, phase, detail, startedAt]: Cells): ProviderCall => ({
  providerAccountId: idOf('pac', account),
  phase: text(phase) as AttemptPhase,
  detail: optional(text, detail),
  startedAtMs: integer(startedAt),
})

/** Provider accounts and their calls as super admins read them. */
export const providerReadings = (
  engine: Engine,
  mostCalls: number,
): Pick<AdministrationStorage, 'providerAccounts' | 'providerCalls'> => ({
  providerAccounts: () => () =>
    readAsOf(engine, [listAccounts()], ([rows = []]) => rows.map(providerAccounts.of)),
  providerCalls: (sinceMs) => () =>
    readAsOf(engine, [listCalls(firstIdCell(sinceMs - DAY_MS), mostCalls + 1)], ([rows = []]) => ({
      calls: rows
        .slice(0, mostCalls)
        .map(callOf)
        .filter(({ startedAtMs }) => startedAtMs >= sinceMs),
      isSample: rows.length > mostCalls,
    })),
})
