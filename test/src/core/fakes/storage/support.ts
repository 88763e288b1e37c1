import type { Environment, Project } from '@postrider/core/tenancy/domain/records'
import type { MailStorage } from '@postrider/core/identity/ports/mail-storage'
import type { SupportStorage } from '@postrider/core/support/ports/support-storage'
import type { TenancyStorage } from '@postrider/core/tenancy/ports/tenancy-storage'
import type { UnitOfWork } from '@postrider/core/assembly/unit-of-work'
import type { Calls } from './calls.js'
import { inMap, memoryRepository } from './repository.js'
import type { WorkingCopy } from './working-copy.js'
import { isHeld } from './installation.js'
import type { MemoryTables } from './tables.js'

const same = (key: string): string => key

const mailJobs = inMap(
  (tables) => tables.mailJobs,
  (one) => one.mailJobId,
)
const results = inMap(
  (tables) => tables.results,
  (one) => one.key,
)

const inOrder = <R>(records: Iterable<R>, keyOf: (record: R) => string): R[] =>
  [...records].sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))

type SupportRepositories = Pick<UnitOfWork, 'mailJobs' | 'results'>

/** Support, mails and what operations answered, inside a unit. */
export const supportInMemory = (copy: WorkingCopy): SupportRepositories => ({
  mailJobs: memoryRepository(copy, mailJobs, same),
  results: memoryRepository(copy, results, same),
})

/** Support in memory. */
export const memorySupport = (tables: MemoryTables, calls: Calls): Partial<SupportStorage> => {
  const { support } = tables
  return {
    abandonedAttachments: (beforeMs, limit) =>
      calls.reading('abandonedAttachments', () =>
        [...support.attachments.values()]
          .filter((one) => one.registeredAtMs === undefined && one.createdAtMs < beforeMs)
          .sort((one, other) => one.createdAtMs - other.createdAtMs)
          .slice(0, limit),
      ),
    removeAttachments: (abandoned) =>
      calls.reading('removeAttachments', () => {
        for (const { attachmentId } of abandoned)
          if (support.attachments.get(attachmentId)?.registeredAtMs === undefined)
            support.attachments.delete(attachmentId)
      }),
  }
}

/** The environments of an Organization's Projects, each once, in order. */
export const environmentsOf = (
  projects: readonly Project[],
  organizationId: string,
): readonly Environment[] =>
  [
    ...new Set(
      projects.filter((one) => one.organizationId === organizationId).map(({ environment }) => environment),
    ),
  ].sort()

/** Tenants as members read them, in memory. */
export const memoryTenancy = (tables: MemoryTables, calls: Calls): Partial<TenancyStorage> => {
  const { catalog, credentialUses } = tables
  const asOf = <A>(value: A) => ({ epoch: tables.epoch, value })
  return {
    tree: (organizationIds) =>
      calls.reading('tree', () => {
        const isTheirs = ({ organizationId }: { readonly organizationId: string }): boolean =>
          organizationIds.some((id) => id === organizationId)
        return asOf({
          brands: inOrder(catalog.brands.filter(isTheirs), (one) => one.brandId),
          projects: inOrder(catalog.projects.filter(isTheirs), (one) => one.projectId),
          apps: inOrder(catalog.apps.filter(isTheirs), (one) => one.appId),
        })
      }),
    credentials: (organizationId, appId, before, limit) =>
      calls.reading('credentials', () =>
        asOf(
          inOrder(catalog.credentials, (one) => one.credentialId)
            .reverse()
            .filter((one) => one.organizationId === organizationId)
            .filter((one) => appId === undefined || one.appId === appId)
            .filter((one) => before === undefined || one.credentialId < before)
            .slice(0, limit)
            .map((credential) => ({
              credential,
              lastUsedAtMs: credentialUses.get(credential.credentialId),
            })),
        ),
      ),
    noteUses: (credentialIds, hourMs) =>
      calls.reading('noteUses', () => {
        for (const id of credentialIds)
          credentialUses.set(id, Math.max(credentialUses.get(id) ?? hourMs, hourMs))
      }),
  }
}

/** Mails that wait, in memory. */
export const memoryMails = (tables: MemoryTables, calls: Calls): Partial<MailStorage> => ({
  claim: (nowMs, leaseMs, limit) =>
    calls.reading('claimMails', () => {
      const jobs = tables.mailJobs
      if (isHeld(tables)) return []
      const due = inOrder(jobs.values(), (one) => one.mailJobId)
        .filter(({ dueAtMs }) => dueAtMs <= nowMs)
        .sort((one, other) => one.dueAtMs - other.dueAtMs)
        .slice(0, limit)
      for (const job of due) tables.mailJobs.set(job.mailJobId, { ...job, dueAtMs: nowMs + leaseMs })
      return due
    }),
  remove: (mailJobId) => calls.reading('removeMail', () => void tables.mailJobs.delete(mailJobId)),
})
