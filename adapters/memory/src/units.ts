import { type AuditHead, emptyChain, headAfter } from '@postrider/core/domain/audit/chain'
import type { OrganizationId } from '@postrider/core/domain/ids/id'
import { prefixKey } from '@postrider/core/domain/otp/breaker'
import { isLiveCredential } from '@postrider/core/domain/tenancy/credential'
import { approvalBook, ledgerBook, priceBook } from './approvals.js'
import type { ConfigurationKey, UnitOfWork, UnitStorage } from '@postrider/core/ports/storage/unit-of-work'
import type { Calls } from './calls.js'
import { inList, inMap, memoryBook } from './books.js'
import { budgetBook } from './budgets.js'
import { type Draft, draftOf } from './drafts.js'
import { headsBook, restorationBook } from './installation.js'
import { peopleBooks } from './people.js'
import { environmentsOf, supportBooks } from './support.js'
import { reconciliationInMemory } from './reconciliation.js'
import type { MemoryTables } from './tables.js'
import type { Turns } from './turns.js'
import { templateBooks } from './templates.js'

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
  true,
)
const prefixBlocks = inMap((tables) => tables.prefixBlocks, prefixKey)
const profiles = inMap(
  (tables) => tables.billingProfiles,
  (one) => one.appId,
)

type TenantBooks = Pick<
  UnitOfWork,
  | 'organizations' | 'brands' | 'projects' | 'apps' | 'credentials' | 'configurations' | 'providerAccounts'
  | 'blockedDestinations' | 'suppressions' | 'prefixBlocks' | 'billingProfiles'
> // prettier-ignore

const appBook = (draft: Draft): UnitOfWork['apps'] => ({
  ...memoryBook(draft, apps, same),
  countOf: async ({ organizationId, projectId }) =>
    draft.tables.catalog.apps.filter(
      (app) => app.organizationId === organizationId && app.projectId === projectId,
    ).length,
})

const credentialBook = (draft: Draft): UnitOfWork['credentials'] => ({
  ...memoryBook(draft, credentials, same),
  countLive: async (appId, nowMs) =>
    draft.tables.catalog.credentials.filter((one) => one.appId === appId && isLiveCredential(one, nowMs))
      .length,
  lastUseMs: async (credentialId) => draft.tables.credentialUses.get(credentialId),
})

const tenantBooks = (draft: Draft): TenantBooks => ({
  organizations: memoryBook(draft, organizations, same),
  brands: {
    ...memoryBook(draft, brands, same),
    countOf: async (organizationId) =>
      draft.tables.catalog.brands.filter((one) => one.organizationId === organizationId).length,
  },
  projects: {
    ...memoryBook(draft, projects, same),
    environmentsOf: async (organizationId) => environmentsOf(draft.tables.catalog.projects, organizationId),
    countOf: async ({ organizationId, brandId }) =>
      draft.tables.catalog.projects.filter(
        (one) => one.organizationId === organizationId && one.brandId === brandId,
      ).length,
  },
  apps: appBook(draft),
  credentials: credentialBook(draft),
  configurations: memoryBook(draft, configurations, configurationKey),
  providerAccounts: memoryBook(draft, accounts, same),
  blockedDestinations: memoryBook(draft, blocked, same),
  suppressions: {
    ...memoryBook(draft, suppressions, same),
    lockSlot: async ({ organizationId, recipient, source }) =>
      [...draft.tables.suppressions.values()].find(
        (one) =>
          one.organizationId === organizationId && one.recipient === recipient && one.source === source,
      ),
  },
  prefixBlocks: memoryBook(draft, prefixBlocks, prefixKey),
  billingProfiles: memoryBook(draft, profiles, same),
})

/** Where a chain of the audit log ends. */
export const headIn = (
  { audit, installation: { sealingKey } }: MemoryTables,
  organizationId: OrganizationId | undefined,
): AuditHead => {
  const last = audit.filter((entry) => entry.organizationId === organizationId).at(-1)
  return last === undefined ? emptyChain(organizationId, sealingKey) : headAfter(last)
}

const auditBook = (draft: Draft): UnitOfWork['audit'] => ({
  lockHead: async (organizationId) => headIn(draft.tables, organizationId),
  append: ([first, ...others]) => {
    if (first === undefined) return
    if (headIn(draft.tables, first.organizationId).seq !== first.seq - 1)
      throw new Error('entries follow the head of their chain, which is held')
    draft.write(({ audit }) => void audit.push(first, ...others))
  },
})

const keyBook = (draft: Draft): UnitOfWork['keys'] => ({
  lockEras: async () => [...draft.tables.keyEras],
  name: (keyId, atMs) =>
    draft.write((tables) => {
      tables.installation = { ...tables.installation, sealingKey: keyId }
      const closed = tables.keyEras.map((era) => ({ ...era, closedAtMs: era.closedAtMs ?? atMs }))
      const era = { keyId, namedAtMs: atMs, closedAtMs: undefined, finishedAtMs: undefined }
      tables.keyEras.splice(0, tables.keyEras.length, ...closed, era)
    }),
  finish: (keyId, atMs) =>
    draft.write(({ keyEras }) => {
      const at = keyEras.findIndex((era) => era.keyId === keyId)
      const era = keyEras[at]
      if (era !== undefined) keyEras[at] = { ...era, finishedAtMs: atMs }
    }),
})

const unitOf = (draft: Draft): UnitOfWork => ({
  epoch: draft.tables.epoch,
  sealingKey: draft.tables.installation.sealingKey,
  keys: keyBook(draft),
  ...tenantBooks(draft),
  ...peopleBooks(draft),
  ...supportBooks(draft),
  ...templateBooks(draft),
  ...reconciliationInMemory(draft),
  budgets: budgetBook(draft),
  approvals: approvalBook(draft),
  prices: priceBook(draft),
  ledger: ledgerBook(draft),
  audit: auditBook(draft),
  restoration: restorationBook(draft),
  ledgerHeads: headsBook(draft),
})

/** Units of work in memory: one at a time. */
export const memoryUnits = (tables: MemoryTables, calls: Calls, turns: Turns): UnitStorage => {
  return {
    transact: (lockMode, work) => () => {
      const run = calls.unit('transact', async () => {
        const draft = draftOf(lockMode, tables)
        return { outcome: await work(unitOf(draft)), keep: draft.keep }
      })
      return turns.unit(lockMode === 'exclusive', run)
    },
    purgeResults: (beforeMs, most) =>
      calls.writing('purgeResults', () => {
        const old = [...tables.results.values()].filter(({ createdAtMs }) => createdAtMs < beforeMs)
        for (const { key } of old.slice(0, most)) tables.results.delete(key)
        return Math.min(old.length, most)
      }) as ReturnType<UnitStorage['purgeResults']>,
  }
}
