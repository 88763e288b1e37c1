import type { ReplyId } from '@postrider/core/kernel/ids/id'
import type { Attachment } from '@postrider/core/support/domain/attachment'
import type { AppUsage } from '@postrider/core/tenancy/domain/app-usage'
import { isLiveCredential } from '@postrider/core/tenancy/domain/credential'
import type { Environment, Project } from '@postrider/core/tenancy/domain/records'
import { OPEN_TICKET_STATUSES, type Reply } from '@postrider/core/support/domain/ticket'
import type { MailStorage } from '@postrider/core/identity/ports/mail-storage'
import type { SupportStorage } from '@postrider/core/support/ports/support-storage'
import type { AppQuery, TenancyStorage } from '@postrider/core/tenancy/ports/tenancy-storage'
import type { UnitOfWork } from '@postrider/core/assembly/unit-of-work'
import type { Calls } from './calls.js'
import { inMap, memoryRepository } from './repository.js'
import type { WorkingCopy } from './working-copy.js'
import { isHeld } from './installation.js'
import type { MemoryTables } from './tables.js'

const same = (key: string): string => key

const chats = inMap(
  ({ support }) => support.chats,
  (one) => one.chatId,
)
const tickets = inMap(
  ({ support }) => support.tickets,
  (one) => one.ticketId,
)
const attachments = inMap(
  ({ support }) => support.attachments,
  (one) => one.attachmentId,
)
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

const messagesOf = ({ support }: MemoryTables, chatId: string, after: string, limit: number) =>
  inOrder(support.chatMessages, (one) => one.chatMessageId)
    .filter((one) => one.chatId === chatId && one.chatMessageId > after)
    .slice(0, limit)

const attachmentsOf = (
  { tables }: WorkingCopy,
  isMeant: (one: Attachment) => boolean,
): readonly Attachment[] => [...tables.support.attachments.values()].filter(isMeant)

type SupportRepositories = Pick<UnitOfWork, 'chats' | 'tickets' | 'attachments' | 'mailJobs' | 'results'>

/** Support, mails and what operations answered, inside a unit. */
export const supportInMemory = (copy: WorkingCopy): SupportRepositories => ({
  chats: {
    ...memoryRepository(copy, chats, same),
    countOpen: async (organizationId) =>
      [...copy.tables.support.chats.values()].filter(
        (one) => one.organizationId === organizationId && ['waiting', 'active'].includes(one.status),
      ).length,
    addMessage: (message) => copy.write(({ support }) => void support.chatMessages.push(message)),
  },
  tickets: {
    ...memoryRepository(copy, tickets, same),
    countOpen: async (organizationId) =>
      [...copy.tables.support.tickets.values()].filter(
        (one) =>
          one.organizationId === organizationId && OPEN_TICKET_STATUSES.some((open) => open === one.status),
      ).length,
    addReplies: (list) => copy.write(({ support }) => void support.replies.push(...list)),
    addTranscript: (ticketId, chatId) => {
      const messages = messagesOf(copy.tables, chatId, '', Infinity)
      const copies = messages.map(
        ({ chatMessageId, organizationId, author, authorId, text, atMs }): Reply => {
          const replyId: ReplyId = `rpl_${chatMessageId.slice('chm_'.length)}`
          return { replyId, ticketId, organizationId, author, authorId, text, atMs }
        },
      )
      copy.write(({ support }) => void support.replies.push(...copies))
    },
    countReplies: async (ticketId, fromMs) =>
      copy.tables.support.replies.filter((one) => one.ticketId === ticketId && one.atMs >= fromMs).length,
  },
  attachments: {
    ...memoryRepository(copy, attachments, same),
    countOn: async (ticketId) => attachmentsOf(copy, (one) => one.ticketId === ticketId).length,
    countAnnounced: async (organizationId) =>
      attachmentsOf(copy, (one) => one.organizationId === organizationId && one.registeredAtMs === undefined)
        .length,
    bytesOf: async (organizationId) =>
      attachmentsOf(copy, (one) => one.organizationId === organizationId).reduce(
        (sum, { sizeBytes }) => sum + sizeBytes,
        0,
      ),
  },
  mailJobs: memoryRepository(copy, mailJobs, same),
  results: memoryRepository(copy, results, same),
})

/** Support in memory. */
export const memorySupport = (tables: MemoryTables, calls: Calls): SupportStorage => {
  const { support } = tables
  const asOf = <A>(value: A) => ({ epoch: tables.epoch, value })
  return {
    ticket: (ticketId) =>
      calls.reading('ticket', () => {
        const ticket = support.tickets.get(ticketId)
        const replies = inOrder(support.replies, (one) => one.replyId).filter(
          (one) => one.ticketId === ticketId,
        )
        const attached = inOrder(support.attachments.values(), (one) => one.attachmentId)
        const own = attached.filter((one) => one.ticketId === ticketId)
        return asOf(ticket === undefined ? undefined : { ticket, replies, attachments: own })
      }),
    tickets: (organizationId, status, before, limit) =>
      calls.reading('tickets', () =>
        asOf(
          inOrder(support.tickets.values(), (one) => one.ticketId)
            .reverse()
            .filter((one) => one.organizationId === organizationId)
            .filter((one) => status === undefined || one.status === status)
            .filter((one) => before === undefined || one.ticketId < before)
            .slice(0, limit),
        ),
      ),
    chats: (organizationId, before, limit) =>
      calls.reading('chats', () =>
        asOf(
          inOrder(support.chats.values(), (one) => one.chatId)
            .reverse()
            .filter((one) => one.organizationId === organizationId)
            .filter((one) => before === undefined || one.chatId < before)
            .slice(0, limit),
        ),
      ),
    chat: (chatId, after, limit) =>
      calls.reading('chat', () => {
        const chat = support.chats.get(chatId)
        const messages = messagesOf(tables, chatId, after ?? '', limit)
        return asOf(chat === undefined ? undefined : { chat, messages })
      }),
    attachment: (attachmentId) =>
      calls.reading('attachment', () => asOf(support.attachments.get(attachmentId))),
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

const appsIn = (
  { catalog, credentialUses, billingProfiles }: MemoryTables,
  { organizationId, appId, before, limit, nowMs }: AppQuery,
): readonly AppUsage[] =>
  inOrder(catalog.apps, (one) => one.appId)
    .reverse()
    .filter((one) => one.organizationId === organizationId)
    .filter((one) => appId === undefined || one.appId === appId)
    .filter((one) => before === undefined || one.appId < before)
    .flatMap((app) => {
      const brand = catalog.brands.find(({ brandId }) => brandId === app.brandId)
      const project = catalog.projects.find(({ projectId }) => projectId === app.projectId)
      if (brand === undefined || project === undefined) return []
      const own = catalog.credentials.filter((one) => one.appId === app.appId)
      const hours = own.flatMap(({ credentialId }) => credentialUses.get(credentialId) ?? [])
      return [
        {
          app,
          brandName: brand.name,
          projectName: project.name,
          liveCredentials: own.filter((one) => isLiveCredential(one, nowMs)).length,
          lastUsedAtMs: hours.length === 0 ? undefined : Math.max(...hours),
          hasBillingProfile: billingProfiles.has(app.appId),
        },
      ]
    })
    .slice(0, limit)

/** Tenants as members read them, in memory. */
export const memoryTenancy = (tables: MemoryTables, calls: Calls): TenancyStorage => {
  const { catalog, credentialUses, billingProfiles } = tables
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
    environments: (organizationId) =>
      calls.reading('environments', () => asOf(environmentsOf(catalog.projects, organizationId))),
    apps: (query) => calls.reading('apps', () => asOf(appsIn(tables, query))),
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
    billingProfile: (appId) => calls.reading('billingProfile', () => asOf(billingProfiles.get(appId))),
  }
}

/** Mails that wait, in memory. */
export const memoryMails = (tables: MemoryTables, calls: Calls): MailStorage => ({
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
  postpone: (job) =>
    calls.reading('postponeMail', () => {
      if (tables.mailJobs.has(job.mailJobId)) tables.mailJobs.set(job.mailJobId, job)
    }),
  remove: (mailJobId) => calls.reading('removeMail', () => void tables.mailJobs.delete(mailJobId)),
})
