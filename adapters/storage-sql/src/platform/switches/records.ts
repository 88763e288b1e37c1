import type { SwitchedApp, SwitchRecords, SwitchScope } from '@postrider/core/platform/ports/switch-storage'
import {
  apps,
  blockedDestinations,
  configurations,
  organizations,
  providerAccounts,
} from '../../catalog/tables.js'
import type { Cells } from '../../cells/cell.js'
import { BEFORE_ALL, idCell } from '../../cells/id-cell.js'
import type { Engine, Rows } from '../../engine/engine.js'
import { eachOf, queries, queryOf } from '../../engine/queries.js'
import { type Filled, statement } from '../../engine/template.js'
import { readAsOf } from '../../guards/as-of.js'
import { joined, outer } from '../../rows/selection.js'

const row = joined({ a: apps, o: organizations, c: outer(configurations) })

const listing = (index: string, condition: string) =>
  statement(`
    SELECT ${row.columns} FROM apps a {by apps.${index}}
    {in this order} organizations o {by organizations.PRIMARY} ON o.id = a.organization_id
    LEFT JOIN channel_configurations c {by channel_configurations.PRIMARY} ON c.app_id = a.id
    ${condition} ORDER BY a.id, c.channel LIMIT ?`)
const everybodys = listing('PRIMARY', 'WHERE a.id >= ?x')
const ofOrganization = listing('of_organization', 'WHERE a.organization_id = ?x')
const ofApps = listing('PRIMARY', 'WHERE a.id IN (?x*)')
const listAccounts = statement(
  `SELECT ${providerAccounts.select('p')} FROM provider_accounts p ORDER BY p.id`,
)
const listBlocked = statement(
  `SELECT ${blockedDestinations.select('b')} FROM blocked_destinations b ORDER BY b.prefix`,
)

const scoped = (scope: SwitchScope, most: number): Filled => {
  switch (scope._tag) {
    case 'OfOrganization':
      return ofOrganization(idCell(scope.organizationId), most)
    case 'OfAccount':
      return everybodys(BEFORE_ALL, most)
    case 'OfApps':
      return ofApps(scope.appIds.map(idCell), most)
  }
}

const grouped = (rows: readonly Cells[]): readonly SwitchedApp[] => {
  const byApp = new Map<string, SwitchedApp>()
  for (const { a: app, o: organization, c } of rows.map(row.of)) {
    const before = byApp.get(app.appId)?.configurations ?? []
    const own = c === undefined ? before : [...before, c]
    byApp.set(app.appId, { app, organization, configurations: own })
  }
  return [...byApp.values()]
}

const isMapped = ({ configurations: own }: SwitchedApp, scope: SwitchScope): boolean =>
  scope._tag !== 'OfAccount' ||
  own.some(({ providerAccountIds }) => providerAccountIds.includes(scope.providerAccountId))

/** Reads the records that emergency stops change; at most this many channels of apps are read. */
export const readSwitchRecords = (engine: Engine, scope: SwitchScope, mostLookedAt: number) => {
  const reading = queries({
    apps: queryOf(scoped(scope, mostLookedAt + 1), (rows: Rows) => ({
      apps: grouped(rows.slice(0, mostLookedAt)).filter((one) => isMapped(one, scope)),
      isSample: rows.length > mostLookedAt,
    })),
    accounts: queryOf(listAccounts(), eachOf(providerAccounts.of)),
    blocked: queryOf(listBlocked(), eachOf(blockedDestinations.of)),
  })
  return readAsOf(engine, reading.statements, (answers): SwitchRecords => {
    const { apps: found, accounts, blocked } = reading.of(answers)
    return { ...found, providerAccounts: accounts, blockedDestinations: blocked }
  })
}
