import { type AuditHead, emptyChain, headAfter } from '@postrider/core/audit/domain/chain'
import type { OrganizationId } from '@postrider/core/kernel/ids/id'
import { actChange, changeOfEvent, changeOfKind } from '@postrider/core/feed/domain/change'
import { prefixKey } from '@postrider/core/otp/domain/breaker'
import { suppressionKey, type Suppression } from '@postrider/core/consent/domain/suppression'
import { ledgerInMemory } from './ledger-unit.js'
import type { UnitOfWork, UnitStorage } from '@postrider/core/assembly/unit-of-work'
import type { Calls } from './calls.js'
import { inList, inMap, leavingMemoryRepository, memoryRepository } from './repository.js'
import { budgetsInMemory } from './budgets.js'
import { type WorkingCopy, workingCopyOf } from './working-copy.js'
import { cookieSessionsInMemory } from './cookie-sessions.js'
import { peopleInMemory } from './people.js'
import { environmentsOf, supportInMemory } from './support.js'
import { reconciliationInMemory } from './reconciliation.js'
import type { MemoryTables } from './tables.js'
import type { UnitLocks } from './unit-locks.js'
import { templatesInMemory } from './templates.js'
import { type UsedPart, withoutUnused } from './used-part.js'

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
const accounts = inList(
  ({ catalog }) => catalog.providerAccounts,
  (one) => one.providerAccountId,
)
const blocked = inList(
  ({ catalog }) => catalog.blockedDestinations,
  (one) => one.prefix,
)
const senderRules = inList(
  ({ catalog }) => catalog.senderRules,
  ({ country, kind }) => `${country} ${kind}`,
)
const numberPrefixes = inList(
  ({ catalog }) => catalog.numberPrefixes,
  ({ prefix }) => prefix,
)
const suppressions = inMap(
  (tables) => tables.suppressions,
  (one) => one.suppressionId,
  'cached',
)
const consents = inMap(
  (tables) => tables.consents,
  (one) => one.consentId,
)
const optIns = inMap((tables) => tables.optIns, suppressionKey, 'cached')
const prefixBlocks = inMap((tables) => tables.prefixBlocks, prefixKey)

type TenantRepositories = Pick<
  UnitOfWork,
  | 'organizations'
  | 'brands'
  | 'projects'
  | 'apps'
  | 'providerAccounts'
  | 'blockedDestinations'
  | 'senderRules'
  | 'numberPrefixes'
  | 'suppressions'
  | 'consents'
  | 'optIns'
  | 'prefixBlocks'
>

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

const tenantRepositories = (copy: WorkingCopy): UsedPart<TenantRepositories> => ({
  organizations: memoryRepository(copy, organizations, same),
  brands: memoryRepository(copy, brands, same),
  projects: {
    ...memoryRepository(copy, projects, same),
    environmentsOf: async (organizationId) => environmentsOf(copy.tables.catalog.projects, organizationId),
  },
  apps: memoryRepository(copy, apps, same),
  providerAccounts: memoryRepository(copy, accounts, same),
  blockedDestinations: memoryRepository(copy, blocked, same),
  senderRules: memoryRepository(copy, senderRules, ({ country, kind }) => `${country} ${kind}`),
  numberPrefixes: {
    ...memoryRepository(copy, numberPrefixes, same),
    count: async () => copy.tables.catalog.numberPrefixes.length,
  },
  suppressions: {
    ...suppressionRepository(copy),
    lockSlot: async ({ organizationId, recipient, source }) =>
      [...copy.tables.suppressions.values()].find(
        (one) =>
          one.organizationId === organizationId && one.recipient === recipient && one.source === source,
      ),
    lockAllOf: async (key) =>
      [...copy.tables.suppressions.values()].filter((one) => suppressionKey(one) === suppressionKey(key)),
  },
  consents: memoryRepository(copy, consents, same),
  optIns: memoryRepository(copy, optIns, suppressionKey),
  prefixBlocks: leavingMemoryRepository(copy, prefixBlocks, prefixKey, () => changeOfKind('prefixBlock')),
})

/** Where a chain of the audit log ends. */
export const headIn = (
  { audit, installation: { sealingKey } }: MemoryTables,
  organizationId: OrganizationId | undefined,
): AuditHead => {
  const last = audit.filter((entry) => entry.organizationId === organizationId).at(-1)
  return last === undefined ? emptyChain(organizationId, sealingKey) : headAfter(last)
}

const auditRepository = (copy: WorkingCopy): Partial<UnitOfWork['audit']> => ({
  lockHead: async (organizationId) => headIn(copy.tables, organizationId),
  append: ([first, ...others]) => {
    if (first === undefined) return
    if (headIn(copy.tables, first.organizationId).seq !== first.seq - 1)
      throw new Error('entries follow the head of their chain, which is held')
    copy.leave(actChange(first.organizationId, [first, ...others]))
    copy.write(({ audit }) => void audit.push(first, ...others))
  },
})

const keyRepository = (copy: WorkingCopy): Partial<UnitOfWork['keys']> => ({
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

const unitOf = (copy: WorkingCopy, locks: UnitLocks): UnitOfWork =>
  withoutUnused<UnitOfWork>({
    events: { leave: (note) => copy.leave(changeOfEvent(note)) },
    epoch: copy.tables.epoch,
    sealingKey: copy.tables.installation.sealingKey,
    keys: keyRepository(copy),
    ...tenantRepositories(copy),
    ...peopleInMemory(copy),
    ...cookieSessionsInMemory(copy),
    ...supportInMemory(copy),
    ...templatesInMemory(copy),
    ...reconciliationInMemory(copy, locks),
    budgets: budgetsInMemory(copy),
    ledger: ledgerInMemory(copy),
    audit: auditRepository(copy),
  })

/** Units of work in memory: one at a time. */
export const memoryUnits = (tables: MemoryTables, calls: Calls, locks: UnitLocks): Partial<UnitStorage> => {
  return {
    transact: (lockMode, work) => () => {
      const run = calls.unit('transact', async () => {
        const copy = workingCopyOf(lockMode, tables)
        return { outcome: await work(unitOf(copy, locks)), keep: copy.keep }
      })
      return locks.unit(lockMode === 'exclusive', run)
    },
  }
}
