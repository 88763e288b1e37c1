import { changeOfKind } from '@postrider/core/feed/domain/change'
import type { PrefixBlock } from '@postrider/core/otp/domain/breaker'
import type { Environment } from '@postrider/core/tenancy/domain/records'
import type {
  ConfigurationKey,
  PrefixKey,
  SenderRuleKey,
  UnitOfWork,
} from '@postrider/core/assembly/unit-of-work'
import {
  apps,
  blockedDestinations,
  brands,
  configurations,
  credentials,
  organizations,
  projects,
  providerAccounts,
  numberPrefixes,
  senderRules,
} from '../catalog/tables.js'
import { type Cells, readInteger, readText } from '../cells/cell.js'
import { idCell } from '../cells/id-cell.js'
import type { Id } from '@postrider/core/kernel/ids/id'
import { insertInto, table } from '../engine/insertion.js'
import { type Filled, statement } from '../engine/template.js'
import { billingProfiles } from './billing-profiles-table.js'
import { configurationsBy } from '../catalog/configurations-by.js'
import { prefixBlocks } from '../otp/prefixes-table.js'
import { heldSenderRepository } from '../consent/held-senders.js'
import { consentRepositories, recipientIdRepository, suppressionRepository } from '../consent/unit.js'
import { leavingRepository, repositoryOf } from '../units/repository.js'
import type { StatementSequence } from '../units/statement-sequence.js'
import { tableGateway } from '../units/table-gateway.js'

const byId = (id: Id): Cells => [idCell(id)]

const gateways = {
  organizations: tableGateway(organizations, ['id'], byId, 'services and rights'),
  brands: tableGateway(brands, ['id'], byId, 'sending'),
  projects: tableGateway(projects, ['id'], byId, 'services'),
  apps: tableGateway(apps, ['id'], byId, 'services'),
  credentials: tableGateway(credentials, ['id'], byId, 'credentials'),
  configurations: tableGateway(
    configurations,
    ['app_id', 'channel'],
    ({ appId, channel }: ConfigurationKey) => [idCell(appId), channel],
    'services',
  ),
  providerAccounts: tableGateway(providerAccounts, ['id'], byId, 'sending'),
  blockedDestinations: tableGateway(blockedDestinations, ['prefix'], (prefix: string) => [prefix], 'sending'),
  senderRules: tableGateway(
    senderRules,
    ['country', 'kind'],
    ({ country, kind }: SenderRuleKey) => [country, kind],
    'sending',
  ),
  numberPrefixes: tableGateway(numberPrefixes, ['prefix'], (prefix: string) => [prefix], 'sending'),
  prefixBlocks: tableGateway<PrefixKey, PrefixBlock>(
    prefixBlocks,
    ['app_id', 'prefix'],
    ({ appId, prefix }) => [idCell(appId), prefix],
  ),
  billingProfiles: tableGateway(billingProfiles, ['app_id'], byId),
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
const lockLiveBy = statement(`
  SELECT ${credentials.select('c')} FROM server_credentials c {by server_credentials.of_organization}
  WHERE c.organization_id = ?x AND c.revoked_at IS NULL AND c.expires_at > ?
    AND (c.created_by = ?x OR c.created_by_key = ?x) ORDER BY c.id {for update}`)
const accountsOfKind = statement(
  `SELECT ${providerAccounts.select('p')} FROM provider_accounts p WHERE p.kind = ? ORDER BY p.id`,
)
const countNumberPrefixes = statement('SELECT COUNT(*) FROM number_prefixes n')
const findUse = statement('SELECT u.used_at FROM credential_uses u WHERE u.credential_id = ?x')
const findNotice = statement('SELECT n.noted_at FROM credential_notices n WHERE n.credential_id = ?x')
const insertNotice = insertInto(table('credential_notices', ['credential_id x', 'noted_at']))

/** The number that the statement returns; undefined if it returns no row. */
const numberOf = async (sequence: StatementSequence, requested: Filled): Promise<number | undefined> => {
  const [rows = []] = await sequence.read([requested])
  return rows.map(([found]) => readInteger(found))[0]
}

const brandRepository = (sequence: StatementSequence): UnitOfWork['brands'] => ({
  ...repositoryOf(sequence, gateways.brands),
  countOf: async (organizationId) => (await numberOf(sequence, countBrands(idCell(organizationId)))) ?? 0,
})

const projectRepository = (sequence: StatementSequence): UnitOfWork['projects'] => ({
  ...repositoryOf(sequence, gateways.projects),
  countOf: async ({ organizationId, brandId }) =>
    (await numberOf(sequence, countProjects(idCell(organizationId), idCell(brandId)))) ?? 0,
  environmentsOf: async (organizationId) => {
    const [rows = []] = await sequence.read([findEnvironments(idCell(organizationId))])
    return rows.map(([environment]) => readText(environment) as Environment)
  },
})

const appRepository = (sequence: StatementSequence): UnitOfWork['apps'] => ({
  ...repositoryOf(sequence, gateways.apps),
  countOf: async ({ organizationId, projectId }) =>
    (await numberOf(sequence, countApps(idCell(organizationId), idCell(projectId)))) ?? 0,
})

const credentialRepository = (sequence: StatementSequence): UnitOfWork['credentials'] => {
  const repository = repositoryOf(sequence, gateways.credentials)
  return {
    ...repository,
    lockLiveBy: (organizationId, creator, nowMs) =>
      repository.search(lockLiveBy(idCell(organizationId), nowMs, idCell(creator), idCell(creator))),
    countLive: async (appId, nowMs) => (await numberOf(sequence, countLive(idCell(appId), nowMs))) ?? 0,
    lastUseMs: (credentialId) => numberOf(sequence, findUse(idCell(credentialId))),
    noteExpiry: async (credentialId, nowMs) => {
      const id = idCell(credentialId)
      if ((await numberOf(sequence, findNotice(id))) !== undefined) return false
      sequence.writeApart(insertNotice([id, nowMs]))
      return true
    },
  }
}

const providerAccountRepository = (sequence: StatementSequence): UnitOfWork['providerAccounts'] => {
  const accounts = repositoryOf(sequence, gateways.providerAccounts)
  return { ...accounts, ofKind: (kind) => accounts.search(accountsOfKind(kind)) }
}

const numberPrefixRepository = (sequence: StatementSequence): UnitOfWork['numberPrefixes'] => ({
  ...repositoryOf(sequence, gateways.numberPrefixes),
  count: async () => (await numberOf(sequence, countNumberPrefixes())) ?? 0,
})

const configurationRepository = (sequence: StatementSequence): UnitOfWork['configurations'] => {
  const repository = repositoryOf(sequence, gateways.configurations)
  return {
    ...repository,
    by: (providerAccountId) => repository.search(configurationsBy(providerAccountId)),
  }
}

/** Tenants, their services and their suppressions. */
export const tenantRepositories = (
  sequence: StatementSequence,
): Pick<
  UnitOfWork,
  keyof typeof gateways | 'heldSenders' | 'suppressions' | 'recipientIds' | 'optIns' | 'consents'
> => ({
  organizations: repositoryOf(sequence, gateways.organizations),
  brands: brandRepository(sequence),
  projects: projectRepository(sequence),
  apps: appRepository(sequence),
  credentials: credentialRepository(sequence),
  configurations: configurationRepository(sequence),
  providerAccounts: providerAccountRepository(sequence),
  blockedDestinations: repositoryOf(sequence, gateways.blockedDestinations),
  senderRules: repositoryOf(sequence, gateways.senderRules),
  numberPrefixes: numberPrefixRepository(sequence),
  heldSenders: heldSenderRepository(sequence),
  suppressions: suppressionRepository(sequence),
  recipientIds: recipientIdRepository(sequence),
  ...consentRepositories(sequence),
  prefixBlocks: leavingRepository(sequence, gateways.prefixBlocks, () => changeOfKind('prefixBlock')),
  billingProfiles: repositoryOf(sequence, gateways.billingProfiles),
})
