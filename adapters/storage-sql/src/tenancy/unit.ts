import type { PrefixBlock } from '@postrider/core/domain/passcodes/breaker'
import type { Environment } from '@postrider/core/domain/tenancy/records'
import type { SuppressionKey } from '@postrider/core/domain/suppressions/suppression'
import type { ConfigurationKey, PrefixKey, UnitOfWork } from '@postrider/core/ports/storage/unit-of-work'
import {
  apps,
  blockedDestinations,
  brands,
  configurations,
  credentials,
  organizations,
  projects,
  providerAccounts,
} from '../catalog/tables.js'
import { type Cells, integer, text } from '../cells/cell.js'
import { digestCell } from '../cells/digest-cell.js'
import { idCell } from '../cells/id-cell.js'
import type { Id } from '@postrider/core/domain/ids/id'
import { type Filled, statement } from '../engine/template.js'
import { billingProfiles } from './billing-profiles-table.js'
import { prefixBlocks } from '../otp/prefixes-table.js'
import { suppressions } from '../suppressions/table.js'
import { bookOf } from '../units/repository.js'
import type { Script } from '../units/statement-sequence.js'
import { shelf } from '../units/table-gateway.js'

const byId = (id: Id): Cells => [idCell(id)]

const shelves = {
  organizations: shelf(organizations, ['id'], byId, 'believed'),
  brands: shelf(brands, ['id'], byId, 'believed'),
  projects: shelf(projects, ['id'], byId, 'believed'),
  apps: shelf(apps, ['id'], byId, 'believed'),
  credentials: shelf(credentials, ['id'], byId, 'believed'),
  configurations: shelf(
    configurations,
    ['app_id', 'channel'],
    ({ appId, channel }: ConfigurationKey) => [idCell(appId), channel],
    'believed',
  ),
  providerAccounts: shelf(providerAccounts, ['id'], byId, 'believed'),
  blockedDestinations: shelf(blockedDestinations, ['prefix'], (prefix: string) => [prefix], 'believed'),
  suppressions: shelf(
    suppressions,
    ['organization_id', 'recipient'],
    (key: SuppressionKey) => [idCell(key.organizationId), digestCell(key.recipient, 16)],
    'believed',
  ),
  prefixBlocks: shelf<PrefixKey, PrefixBlock>(prefixBlocks, ['app_id', 'prefix'], ({ appId, prefix }) => [
    idCell(appId),
    prefix,
  ]),
  billingProfiles: shelf(billingProfiles, ['app_id'], byId),
}

const countBrands = statement(
  'SELECT COUNT(*) FROM brands b {by brands.of_organization} WHERE b.organization_id = ?x',
)
const countProjects = statement(`
  SELECT COUNT(*) FROM projects p {by projects.of_organization} WHERE p.organization_id = ?x AND p.brand_id = ?x`)
const findEnvironments = statement(`
  SELECT DISTINCT p.environment FROM projects p {by projects.of_organization} WHERE p.organization_id = ?x
  ORDER BY p.environment`)
const countApps = statement(`
  SELECT COUNT(*) FROM apps a {by apps.of_organization} WHERE a.organization_id = ?x AND a.project_id = ?x`)
const countLive = statement(`
  SELECT COUNT(*) FROM server_credentials c {by server_credentials.of_app}
  WHERE c.app_id = ?x AND c.revoked_at IS NULL AND c.expires_at > ?`)
const findUse = statement('SELECT u.used_at FROM credential_uses u WHERE u.credential_id = ?x')

/** The one number that the statement finds; undefined where it finds no row. */
const numberOf = async (script: Script, asked: Filled): Promise<number | undefined> => {
  const [rows = []] = await script.read([asked])
  return rows.map(([found]) => integer(found))[0]
}

const brandBook = (script: Script): UnitOfWork['brands'] => ({
  ...bookOf(script, shelves.brands),
  countOf: async (organizationId) => (await numberOf(script, countBrands(idCell(organizationId)))) ?? 0,
})

const projectBook = (script: Script): UnitOfWork['projects'] => ({
  ...bookOf(script, shelves.projects),
  countOf: async ({ organizationId, brandId }) =>
    (await numberOf(script, countProjects(idCell(organizationId), idCell(brandId)))) ?? 0,
  environmentsOf: async (organizationId) => {
    const [rows = []] = await script.read([findEnvironments(idCell(organizationId))])
    return rows.map(([environment]) => text(environment) as Environment)
  },
})

const appBook = (script: Script): UnitOfWork['apps'] => ({
  ...bookOf(script, shelves.apps),
  countOf: async ({ organizationId, projectId }) =>
    (await numberOf(script, countApps(idCell(organizationId), idCell(projectId)))) ?? 0,
})

const credentialBook = (script: Script): UnitOfWork['credentials'] => ({
  ...bookOf(script, shelves.credentials),
  countLive: async (appId, nowMs) => (await numberOf(script, countLive(idCell(appId), nowMs))) ?? 0,
  lastUseMs: (credentialId) => numberOf(script, findUse(idCell(credentialId))),
})

/** Tenants, what they may use, and what is sent to nobody. */
export const tenantBooks = (script: Script): Pick<UnitOfWork, keyof typeof shelves> => ({
  organizations: bookOf(script, shelves.organizations),
  brands: brandBook(script),
  projects: projectBook(script),
  apps: appBook(script),
  credentials: credentialBook(script),
  configurations: bookOf(script, shelves.configurations),
  providerAccounts: bookOf(script, shelves.providerAccounts),
  blockedDestinations: bookOf(script, shelves.blockedDestinations),
  suppressions: bookOf(script, shelves.suppressions),
  prefixBlocks: bookOf(script, shelves.prefixBlocks),
  billingProfiles: bookOf(script, shelves.billingProfiles),
})
