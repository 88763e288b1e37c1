import type { AppId, CredentialId, OrganizationId } from '@postrider/core/kernel/ids/id'
import type { AppUsage } from '@postrider/core/tenancy/domain/app-usage'
import type { Environment } from '@postrider/core/tenancy/domain/records'
import type { AppQuery, CredentialUsage, TenancyStorage } from '@postrider/core/tenancy/ports/tenancy-storage'
import { E } from '@postrider/core/fp'
import { readBrieflyAsOf } from '../guards/as-of.js'
import { apps, brands, credentials, projects } from '../catalog/tables.js'
import { isNull, readInteger, optional, readText, type Cells } from '../cells/cell.js'
import { BEYOND_ALL, idCell, idOf } from '../cells/id-cell.js'
import type { Engine, Rows } from '../engine/engine.js'
import { insertMissing, table } from '../engine/insertion.js'
import { unknownIsUndone } from '../engine/outcome.js'
import { type Filled, statement } from '../engine/template.js'
import { billingProfiles } from './billing-profiles-table.js'
import { expression, joined } from '../rows/selection.js'

const below = (name: string, columns: string) =>
  statement(
    `SELECT ${columns} FROM ${name} r {by ${name}.of_organization} WHERE r.organization_id IN (?x*) ORDER BY r.id`,
  )
const brandsOf = below('brands', brands.select('r'))
const projectsOf = below('projects', projects.select('r'))
const appsOf = below('apps', apps.select('r'))

const findEnvironments = statement(`
  SELECT DISTINCT p.environment FROM projects p {by projects.of_organization} WHERE p.organization_id = ?x
  ORDER BY p.environment`)

const appsUsed = joined({
  a: apps,
  brandName: expression('b.name', readText),
  projectName: expression('p.name', readText),
  liveCredentials: expression(
    `(SELECT COUNT(*) FROM server_credentials c {by server_credentials.of_app}
      WHERE c.app_id = a.id AND c.revoked_at IS NULL AND c.expires_at > ?)`,
    readInteger,
  ),
  lastUsedAtMs: expression(
    `(SELECT MAX(u.used_at) FROM server_credentials c {by server_credentials.of_app}
      {in this order} credential_uses u {by credential_uses.PRIMARY} ON u.credential_id = c.id WHERE c.app_id = a.id)`,
    (from) => optional(readInteger, from),
  ),
  hasBillingProfile: expression('f.app_id', (from) => !isNull(from)),
})
const listApps = (source: string, condition: string) =>
  statement(`
    SELECT ${appsUsed.columns} FROM apps a {by apps.${source}}
    {in this order} brands b {by brands.PRIMARY} ON b.id = a.brand_id
    {in this order} projects p {by projects.PRIMARY} ON p.id = a.project_id
    LEFT JOIN billing_profiles f ON f.app_id = a.id
    WHERE a.organization_id = ?x AND ${condition} ORDER BY a.id DESC LIMIT ?`)
const appPage = listApps('of_organization', 'a.id < ?x')
const oneApp = listApps('PRIMARY', 'a.id = ?x')

const selectApps = ({ organizationId, appId, before, limit, nowMs }: AppQuery): Filled => {
  const owner = idCell(organizationId)
  return appId === undefined
    ? appPage(nowMs, owner, before === undefined ? BEYOND_ALL : idCell(before), limit)
    : oneApp(nowMs, owner, idCell(appId), limit)
}

const appUsageOf = (row: Cells): AppUsage => {
  const { a: app, ...near } = appsUsed.of(row)
  return { app, ...near }
}

const credentialsUsed = joined({
  c: credentials,
  lastUsedAtMs: expression('u.used_at', (from) => optional(readInteger, from)),
})
const listCredentials = (index: string, ofApp: string) =>
  statement(`
    SELECT ${credentialsUsed.columns} FROM server_credentials c {by server_credentials.${index}}
    LEFT JOIN credential_uses u ON u.credential_id = c.id
    WHERE c.organization_id = ?x AND c.id < ?x ${ofApp} ORDER BY c.id DESC LIMIT ?`)
const credentialsOfOrganization = listCredentials('of_organization', '')
const credentialsOfApp = listCredentials('of_app', 'AND c.app_id = ?x')

const credentialPage = (
  organizationId: OrganizationId,
  appId: AppId | undefined,
  before: CredentialId | undefined,
  limit: number,
): Filled => {
  const from = [idCell(organizationId), before === undefined ? BEYOND_ALL : idCell(before)] as const
  return appId === undefined
    ? credentialsOfOrganization(...from, limit)
    : credentialsOfApp(...from, idCell(appId), limit)
}

const usedOf = (row: Cells): CredentialUsage => {
  const { c, lastUsedAtMs } = credentialsUsed.of(row)
  return { credential: c, lastUsedAtMs }
}

const firstUses = insertMissing(table('credential_uses', ['credential_id x', 'used_at']), ['credential_id'])
/** If two processes record uses at once, the later hour is kept. */
const laterUses = statement(
  'UPDATE credential_uses SET used_at = ? WHERE credential_id IN (?x*) AND used_at < ?',
)

const findExpiring = statement(`
  SELECT c.id FROM server_credentials c {by server_credentials.by_expiry}
  WHERE c.expires_at > ? AND c.expires_at <= ? AND c.revoked_at IS NULL AND c.expires_at - c.created_at > ?
    AND NOT EXISTS (SELECT 1 FROM credential_notices n WHERE n.credential_id = c.id)
  ORDER BY c.expires_at, c.id LIMIT ?`)

const findProfile = statement(
  `SELECT ${billingProfiles.select('p')} FROM billing_profiles p WHERE p.app_id = ?x`,
)

export const tenancyStorage = (engine: Engine): TenancyStorage => ({
  tree: (organizationIds) => () => {
    const ids = organizationIds.map(idCell)
    return readBrieflyAsOf(
      engine,
      [brandsOf(ids), projectsOf(ids), appsOf(ids)],
      ([ownBrands = [], ownProjects = [], ownApps = []]) => ({
        brands: ownBrands.map(brands.of),
        projects: ownProjects.map(projects.of),
        apps: ownApps.map(apps.of),
      }),
    )
  },
  environments: (organizationId) => () =>
    readBrieflyAsOf(engine, [findEnvironments(idCell(organizationId))], ([rows = []]) =>
      rows.map(([environment]) => readText(environment) as Environment),
    ),
  apps: (query) => () => readBrieflyAsOf(engine, [selectApps(query)], ([rows = []]) => rows.map(appUsageOf)),
  credentials: (organizationId, appId, before, limit) => () =>
    readBrieflyAsOf(engine, [credentialPage(organizationId, appId, before, limit)], ([rows = []]) =>
      rows.map(usedOf),
    ),
  noteUses: (credentialIds, hourMs) => async () => {
    // In one order, so that two transactions that record the same ones never deadlock.
    const ids = [...new Set(credentialIds.map(idCell))].sort()
    if (ids.length === 0) return E.right(undefined)
    const outcome = await engine.transact([], () => ({
      statements: [firstUses(ids.flatMap((id) => [id, hourMs])), laterUses(hourMs, ids, hourMs)],
      result: undefined,
    }))
    return unknownIsUndone(outcome)
  },
  expiring:
    ({ afterMs, untilMs, longerThanMs }, limit) =>
    async () =>
      E.map(([rows = []]: readonly Rows[]) => rows.map(([id]) => idOf('crd', id)))(
        await engine.read([findExpiring(afterMs, untilMs, longerThanMs, limit)], 'each'),
      ),
  billingProfile: (appId) => () =>
    readBrieflyAsOf(engine, [findProfile(idCell(appId))], ([rows = []]) => rows.map(billingProfiles.of)[0]),
})
