import { DAY_MS } from '@postrider/core/kernel/time/epoch-ms'
import type { AdministrationStorage } from '@postrider/core/platform/ports/administration-storage'
import { readAsOf } from '../../guards/as-of.js'
import { providerAccounts } from '../../catalog/tables.js'
import { firstIdCell } from '../../cells/id-cell.js'
import type { Engine } from '../../engine/engine.js'
import { statement } from '../../engine/template.js'
import { attempts } from '../../messaging/messages/attempts-table.js'

const listAccounts = statement(
  `SELECT ${providerAccounts.select('p')} FROM provider_accounts p ORDER BY p.id`,
)

const calls = attempts.pick('providerAccountId', 'phase', 'detail', 'startedAtMs')

/** Found through their messages, whose key is in the order of time, so that calls need no index for this. */
const listCalls = statement(`
  SELECT ${calls.select('a')} FROM attempts a {by attempts.PRIMARY}
  WHERE a.message_id >= ?x ORDER BY a.message_id DESC LIMIT ?`)

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
        .map(calls.of)
        .filter(({ startedAtMs }) => startedAtMs >= sinceMs),
      isSample: rows.length > mostCalls,
    })),
})
