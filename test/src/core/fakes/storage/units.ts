import { type AuditHead, emptyChain, headAfter } from '@postrider/core/audit/domain/chain'
import type { OrganizationId } from '@postrider/core/kernel/ids/id'
import { actChange, changeOfKind } from '@postrider/core/feed/domain/change'
import { prefixKey } from '@postrider/core/otp/domain/breaker'
import type { Suppression } from '@postrider/core/consent/domain/suppression'
import { isLiveCredential } from '@postrider/core/tenancy/domain/credential'
import { approvalsInMemory, ledgerInMemory, pricesInMemory } from './approvals.js'
import type { ConfigurationKey, UnitOfWork, UnitStorage } from '@postrider/core/assembly/unit-of-work'
import type { Calls } from './calls.js'
import { inList, inMap, leavingMemoryRepository, memoryRepository } from './repository.js'
import { bulksInMemory } from './bulks.js'
import { balanceAlertsInMemory } from './balance-alerts.js'
import { budgetsInMemory } from './budgets.js'
import { type WorkingCopy, workingCopyOf } from './working-copy.js'
import { headsInMemory, restorationInMemory } from './installation.js'
import { cookieSessionsInMemory } from './cookie-sessions.js'
import { peopleInMemory } from './people.js'
import { environmentsOf, supportInMemory } from './support.js'
import { inboundInMemory } from './inbound.js'
import { testMessagesInMemory } from './test-messages.js'
import { providerTestsInMemory } from './provider-tests.js'
import { reconciliationInMemory } from './reconciliation.js'
import type { MemoryTables } from './tables.js'
import type { UnitLocks } from './unit-locks.js'
import { templatesInMemory } from './templates.js'

const same = (key: string): string => key

const organizations = inList(
  ({ catalog }) => catalog.organizations,
  (one) => one.organizationId,
)
const brands = inList(
  ({ catalog }) => catalog.brands,
  (one) => one.brandId,
)
const projects = inList(
  ({ catalog }) => catalog.projects,
  (one) => one.projectId,
)
const apps = inList(
  ({ catalog }) => catalog.apps,
  (one) => one.appId,
)
const credentials = inList(
  ({ catalog }) => catalog.credentials,
  (one) => one.credentialId,
)
const configurationKey = ({ appId, channel }: ConfigurationKey): string => `${appId} ${channel}`
const configurations = inList(({ catalog }) => catalog.configurations, configurationKey)
const accounts = inList(
  ({ catalog }) => catalog.providerAccounts,
  (one) => one.providerAccountId,
)
const blocked = inList(
  ({ catalog }) => catalog.blockedDestinations,
  (one) => one.prefix,
)
const suppressions = inMap(
  (tables) => tables.suppressions,
  (one) => one.suppressionId,
  'cached',
)
const prefixBlocks = inMap((tables) => tables.prefixBlocks, prefixKey)
const profiles = inMap(
  (tables) => tables.billingProfiles,
  (one) => one.appId,
)

type TenantRepositories = Pick<
  UnitOfWork,
  | 'organizations' | 'brands' | 'projects' | 'apps' | 'credentials' | 'configurations' | 'providerAccounts'
  | 'blockedDestinations' | 'suppressions' | 'prefixBlocks' | 'billingProfiles'
> // prettier-ignore

const appRepository = (copy: WorkingCopy): UnitOfWork['apps'] => ({
  ...memoryRepository(copy, apps, same),
  countOf: async ({ organizationId, projectId }) =>
    copy.tables.catalog.apps.filter(
      (app) => app.organizationId === organizationId && app.projectId === projectId,
    ).length,
})

const credentialRepository = (copy: WorkingCopy): UnitOfWork['credentials'] => ({
  ...memoryRepository(copy, credentials, same),
  lockLiveBy: async (organizationId, creator, nowMs) =>
    copy.tables.catalog.credentials
      .filter((one) => one.organizationId === organizationId && isLiveCredential(one, nowMs))
      .filter(({ createdBy, createdByKey }) => createdBy === creator || createdByKey === creator)
      .sort((one, other) => (one.credentialId < other.credentialId ? -1 : 1)),
  countLive: async (appId, nowMs) =>
    copy.tables.catalog.credentials.filter((one) => one.appId === appId && isLiveCredential(one, nowMs))
      .length,
  lastUseMs: async (credentialId) => copy.tables.credentialUses.get(credentialId),
})

/** An Organization's submissions are checked for suppressions once it has one. */
const suppressionRepository = (copy: WorkingCopy) => {
  const repository = memoryRepository<string, Suppression>(copy, suppressions, same)
  return {
    ...repository,
    add: (suppression: Suppression) => {
      const { organizationId } = suppression
      const others = [...copy.tables.suppressions.values()]
      if (!others.some((one) => one.organizationId === organizationId)) copy.concern(organizationId)
      repository.add(suppression)
    },
  }
}

const tenantRepositories = (copy: WorkingCopy): TenantRepositories => ({
  organizations: memoryRepository(copy, organizations, same),
  brands: {
    ...memoryRepository(copy, brands, same),
    countOf: async (organizationId) =>
      copy.tables.catalog.brands.filter((one) => one.organizationId === organizationId).length,
  },
  projects: {
    ...memoryRepository(copy, projects, same),
    environmentsOf: async (organizationId) => environmentsOf(copy.tables.catalog.projects, organizationId),
    countOf: async ({ organizationId, brandId }) =>
      copy.tables.catalog.projects.filter(
        (one) => one.organizationId === organizationId && one.brandId === brandId,
      ).length,
  },
  apps: appRepository(copy),
  credentials: credentialRepository(copy),
  configurations: memoryRepository(copy, configurations, configurationKey),
  providerAccounts: {
    ...memoryRepository(copy, accounts, same),
    ofKind: async (kind) =>
      copy.tables.catalog.providerAccounts
        .filter((one) => one.kind === kind)
        .sort((one, other) => (one.providerAccountId < other.providerAccountId ? -1 : 1)),
  },
  blockedDestinations: memoryRepository(copy, blocked, same),
  suppressions: {
    ...suppressionRepository(copy),
    lockSlot: async ({ organizationId, recipient, source }) =>
      [...copy.tables.suppressions.values()].find(
        (one) =>
          one.organizationId === organizationId && one.recipient === recipient && one.source === source,
      ),
  },
  prefixBlocks: leavingMemoryRepository(copy, prefixBlocks, prefixKey, () => changeOfKind('prefixBlock')),
  billingProfiles: memoryRepository(copy, profiles, same),
})

/** Where a chain of the audit log ends. */
export const headIn = (
  { audit, installation: { sealingKey } }: MemoryTables,
  organizationId: OrganizationId | undefined,
): AuditHead => {
  const last = audit.filter((entry) => entry.organizationId === organizationId).at(-1)
  return last === undefined ? emptyChain(organizationId, sealingKey) : headAfter(last)
}

const auditRepository = (copy: WorkingCopy): UnitOfWork['audit'] => ({
  lockHead: async (organizationId) => headIn(copy.tables, organizationId),
  append: ([first, ...others]) => {
    if (first === undefined) return
    if (headIn(copy.tables, first.organizationId).seq !== first.seq - 1)
      throw new Error('entries follow the head of their chain, which is held')
    copy.leave(actChange(first.organizationId, [first, ...others]))
    copy.write(({ audit }) => void audit.push(first, ...others))
  },
})

const keyRepository = (copy: WorkingCopy): UnitOfWork['keys'] => ({
  lockVersions: async () => [...copy.tables.keyVersions],
  name: (keyId, atMs) => {
    copy.concern('everyone')
    copy.write((tables) => {
      tables.installation = { ...tables.installation, sealingKey: keyId }
      const closed = tables.keyVersions.map((keyVersion) => ({
        ...keyVersion,
        closedAtMs: keyVersion.closedAtMs ?? atMs,
      }))
      const keyVersion = { keyId, namedAtMs: atMs, closedAtMs: undefined, finishedAtMs: undefined }
      tables.keyVersions.splice(0, tables.keyVersions.length, ...closed, keyVersion)
    })
  },
  finish: (keyId, atMs) =>
    copy.write(({ keyVersions }) => {
      const at = keyVersions.findIndex((keyVersion) => keyVersion.keyId === keyId)
      const keyVersion = keyVersions[at]
      if (keyVersion !== undefined) keyVersions[at] = { ...keyVersion, finishedAtMs: atMs }
    }),
})

const unitOf = (copy: WorkingCopy, locks: UnitLocks): UnitOfWork => ({
  epoch: copy.tables.epoch,
  sealingKey: copy.tables.installation.sealingKey,
  keys: keyRepository(copy),
  ...tenantRepositories(copy),
  ...peopleInMemory(copy),
  ...cookieSessionsInMemory(copy),
  ...supportInMemory(copy),
  ...templatesInMemory(copy),
  ...reconciliationInMemory(copy, locks),
  inbound: inboundInMemory(copy),
  testMessages: testMessagesInMemory(copy),
  budgets: budgetsInMemory(copy),
  balanceAlerts: balanceAlertsInMemory(copy),
  approvals: approvalsInMemory(copy),
  bulks: bulksInMemory(copy),
  providerTests: providerTestsInMemory(copy),
  prices: pricesInMemory(copy),
  ledger: ledgerInMemory(copy),
  audit: auditRepository(copy),
  restoration: restorationInMemory(copy),
  ledgerHeads: headsInMemory(copy),
})

/** Units of work in memory: one at a time. */
export const memoryUnits = (tables: MemoryTables, calls: Calls, locks: UnitLocks): UnitStorage => {
  return {
    transact: (lockMode, work) => () => {
      const run = calls.unit('transact', async () => {
        const copy = workingCopyOf(lockMode, tables)
        return { outcome: await work(unitOf(copy, locks)), keep: copy.keep }
      })
      return locks.unit(lockMode === 'exclusive', run)
    },
    purgeResults: (beforeMs, most) =>
      calls.writing('purgeResults', () => {
        const old = [...tables.results.values()].filter(({ createdAtMs }) => createdAtMs < beforeMs)
        for (const { key } of old.slice(0, most)) tables.results.delete(key)
        return Math.min(old.length, most)
      }) as ReturnType<UnitStorage['purgeResults']>,
  }
}
