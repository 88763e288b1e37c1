import type {
  CatalogChange,
  CatalogFound,
  CatalogRecords,
  CatalogSelection,
} from '@postrider/core/ports/storage/catalog-storage'
import { idCell } from '../cells/id-cell.js'
import type { Rows, Statement } from '../engine/engine.js'
import { statement } from '../engine/template.js'
import { lockEpoch } from '../epoch.js'
import { insertAuditEvents } from '../tables/audit-events.js'
import { apps, blockedDestinations, organizations, providerAccounts } from './catalog-records.js'
import { savingOf } from './save-catalog.js'

const findOrganizations = statement(
  `SELECT ${organizations.select('o')} FROM organizations o WHERE o.id IN (?x*)`,
)
const findApps = statement(`SELECT ${apps.select('a')} FROM apps a WHERE a.id IN (?x*)`)
const findProviderAccounts = statement(
  `SELECT ${providerAccounts.select('p')} FROM provider_accounts p WHERE p.id IN (?x*)`,
)
const findBlocked = statement(
  `SELECT ${blockedDestinations.select('d')} FROM blocked_destinations d WHERE d.prefix IN (?*)`,
)
const unblock = statement('DELETE FROM blocked_destinations WHERE prefix IN (?*)')

/** The selected records; the epoch's lock lets one change at a time look at them. */
export const gatherSelected = ({
  organizationIds = [],
  appIds = [],
  providerAccountIds = [],
  destinationPrefixes = [],
}: CatalogSelection): readonly Statement[] => [
  lockEpoch(),
  findOrganizations(organizationIds.map(idCell)),
  findApps(appIds.map(idCell)),
  findProviderAccounts(providerAccountIds.map(idCell)),
  findBlocked(destinationPrefixes),
]

export const foundOf = ([
  ,
  own = [],
  registered = [],
  accounts = [],
  blocked = [],
]: readonly Rows[]): CatalogFound => ({
  organizations: new Map(own.map(organizations.of).map((one) => [one.organizationId, one])),
  apps: new Map(registered.map(apps.of).map((one) => [one.appId, one])),
  providerAccounts: new Map(accounts.map(providerAccounts.of).map((one) => [one.providerAccountId, one])),
  blockedDestinations: new Map(blocked.map(blockedDestinations.of).map((one) => [one.prefix, one])),
})

const isEmpty = (records: CatalogRecords): boolean =>
  Object.values(records).every((list) => list === undefined || list.length === 0)

/** What a change writes; nothing, and no new epoch, where it changes nothing. */
export const changingOf = ({
  records,
  unblockedDestinations,
  audit,
}: CatalogChange<unknown>): readonly Statement[] => {
  if (isEmpty(records) && unblockedDestinations.length === 0 && audit.length === 0) return []
  if (records.templates !== undefined || records.prices !== undefined)
    throw new Error('templates and prices never change: they are saved')
  return [
    ...savingOf(records, []),
    ...(unblockedDestinations.length === 0 ? [] : [unblock(unblockedDestinations)]),
    ...(audit.length === 0 ? [] : [insertAuditEvents(audit)]),
  ]
}
