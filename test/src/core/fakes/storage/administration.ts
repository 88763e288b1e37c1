import { isSoughtEvent } from '@postrider/core/audit/domain/audit-search'
import { OPEN_CHAT_STATUSES } from '@postrider/core/support/domain/chat'
import { OPEN_TICKET_STATUSES } from '@postrider/core/support/domain/ticket'
import { isSoughtApp } from '@postrider/core/tenancy/domain/app-search'
import { isSoughtOrganization } from '@postrider/core/tenancy/domain/organization-search'
import type {
  AdministrationStorage,
  OrganizationFile,
} from '@postrider/core/platform/ports/administration-storage'
import type { PartOf } from '@postrider/core/kernel/ports/part-of'
import type { Calls } from './calls.js'
import type { MemoryTables } from './tables.js'

const inOrder = <R>(records: Iterable<R>, keyOf: (record: R) => string): R[] =>
  [...records].sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))

/** The first so many, and the last of them where there are more. */
const partOf = <R, I>(sought: readonly R[], limit: number, idOf: (record: R) => I): PartOf<R, I> => {
  const found = sought.slice(0, limit)
  const last = found.at(-1)
  return { found, before: sought.length > limit && last !== undefined ? idOf(last) : undefined }
}

const digits = (id: string): string => id.slice(4)

const fileIn = (
  { catalog, people, accounts }: MemoryTables,
  organizationId: string,
): OrganizationFile | undefined => {
  const isOwn = (one: { readonly organizationId: string }): boolean => one.organizationId === organizationId
  const organization = catalog.organizations.find(isOwn)
  if (organization === undefined) return undefined
  return {
    organization,
    brands: inOrder(catalog.brands.filter(isOwn), (one) => one.brandId),
    projects: inOrder(catalog.projects.filter(isOwn), (one) => one.projectId),
    apps: inOrder(catalog.apps.filter(isOwn), (one) => one.appId),
    members: [...people.members.values()].filter(isOwn).length,
    configurations: inOrder(catalog.configurations.filter(isOwn), (one) => `${one.appId} ${one.channel}`),
    accounts: inOrder([...accounts.values()].filter(isOwn), (one) => `${one.currency} ${one.environment}`),
  }
}

const ofPeople = (
  tables: MemoryTables,
  calls: Calls,
): Pick<AdministrationStorage, 'superAdmins' | 'agentKeys' | 'bootstrapKeys' | 'noteAgentUses'> => {
  const { people, agentKeyUses } = tables
  const asOf = <A>(value: A) => ({ epoch: tables.epoch, value })
  return {
    superAdmins: (after, limit) =>
      calls.reading('superAdmins', () =>
        asOf(
          inOrder(people.superAdmins.values(), (one) => one.userId)
            .filter((one) => after === undefined || one.userId > after)
            .slice(0, limit)
            .flatMap((admin) => {
              const user = people.users.get(admin.userId)
              return user === undefined ? [] : [{ admin, user }]
            }),
        ),
      ),
    agentKeys: ({ organizationId, kind, before, limit }) =>
      calls.reading('agentKeys', () =>
        asOf(
          inOrder(people.agentKeys.values(), (one) => one.agentKeyId)
            .reverse()
            .filter((one) => organizationId === undefined || one.organizationId === organizationId)
            .filter((one) => kind === undefined || one.kind === kind)
            .filter((one) => before === undefined || one.agentKeyId < before)
            .slice(0, limit)
            .map((key) => ({ key, lastUsedAtMs: agentKeyUses.get(key.agentKeyId) })),
        ),
      ),
    bootstrapKeys: (sponsorId, before, limit) =>
      calls.reading('bootstrapKeys', () =>
        asOf(
          inOrder(people.agentKeys.values(), (one) => one.agentKeyId)
            .reverse()
            .filter((one) => one.sponsorId === sponsorId && one.kind === 'bootstrap')
            .filter((one) => before === undefined || one.agentKeyId < before)
            .slice(0, limit)
            .map((key) => ({ key, lastUsedAtMs: agentKeyUses.get(key.agentKeyId) })),
        ),
      ),
    noteAgentUses: (ids, hourMs) =>
      calls.reading('noteAgentUses', () => {
        for (const id of ids) agentKeyUses.set(id, Math.max(agentKeyUses.get(id) ?? hourMs, hourMs))
      }),
  }
}

const ofSuppressions = (tables: MemoryTables, calls: Calls): Pick<AdministrationStorage, 'suppressions'> => ({
  suppressions: ({ organizationId, recipient, before, limit }) =>
    calls.reading('suppressions', () => {
      const value = inOrder(tables.suppressions.values(), (one) => one.suppressionId)
        .reverse()
        .filter((one) => one.organizationId === organizationId)
        .filter((one) => recipient === undefined || one.recipient === recipient)
        .filter((one) => before === undefined || one.suppressionId < before)
        .slice(0, limit)
      return { epoch: tables.epoch, value }
    }),
})

const ofSupport = (tables: MemoryTables, calls: Calls): Pick<AdministrationStorage, 'supportCases'> => ({
  supportCases: ({ operatorId, before, limit }) =>
    calls.reading('supportCases', () => {
      const isNext = (id: string): boolean => before === undefined || digits(id) < digits(before)
      const isSought = (
        one: { readonly operatorId: string | undefined; readonly status: string },
        open: readonly string[],
      ): boolean => operatorId === undefined || (one.operatorId === operatorId && open.includes(one.status))
      const { tickets, chats } = tables.support
      const value = {
        tickets: inOrder(tickets.values(), (one) => one.ticketId)
          .reverse()
          .filter((one) => isNext(one.ticketId) && isSought(one, OPEN_TICKET_STATUSES))
          .slice(0, limit),
        chats: inOrder(chats.values(), (one) => one.chatId)
          .reverse()
          .filter((one) => isNext(one.chatId) && isSought(one, OPEN_CHAT_STATUSES))
          .slice(0, limit),
      }
      return { epoch: tables.epoch, value }
    }),
})

const ofApps = (tables: MemoryTables, calls: Calls): Pick<AdministrationStorage, 'apps'> => ({
  apps: ({ text, before, limit }) =>
    calls.reading('apps', () => {
      const { apps, organizations } = tables.catalog
      const sought = inOrder(apps, (one) => one.appId)
        .reverse()
        .filter((one) => before === undefined || one.appId < before)
        .filter((one) => isSoughtApp(one, text))
        .flatMap((app) => {
          const owner = organizations.find(({ organizationId }) => organizationId === app.organizationId)
          return owner === undefined ? [] : [{ app, organizationName: owner.displayName }]
        })
      return { epoch: tables.epoch, value: partOf(sought, limit, ({ app }) => app.appId) }
    }),
})

/** The platform as super admins read it, in memory. */
export const memoryAdministration = (tables: MemoryTables, calls: Calls): AdministrationStorage => {
  const { catalog, support, audit } = tables
  const asOf = <A>(value: A) => ({ epoch: tables.epoch, value })
  return {
    ...ofPeople(tables, calls),
    ...ofSuppressions(tables, calls),
    ...ofSupport(tables, calls),
    ...ofApps(tables, calls),
    organizations: (query) =>
      calls.reading('organizations', () => {
        const sought = inOrder(catalog.organizations, (one) => one.organizationId)
          .reverse()
          .filter((one) => query.before === undefined || one.organizationId < query.before)
          .filter((one) => isSoughtOrganization(one, query))
        return asOf(partOf(sought, query.limit, (one) => one.organizationId))
      }),
    organization: (organizationId) =>
      calls.reading('organization', () => asOf(fileIn(tables, organizationId))),
    providerAccounts: () =>
      calls.reading('listProviderAccounts', () =>
        asOf(inOrder(catalog.providerAccounts, (one) => one.providerAccountId)),
      ),
    providerCalls: (sinceMs) =>
      calls.reading('providerCalls', () => {
        const lately = [...tables.attempts.values()].filter(({ startedAtMs }) => startedAtMs >= sinceMs)
        const made = lately.map(({ providerAccountId, phase, detail, startedAtMs }) => ({
          providerAccountId,
          phase,
          detail,
          startedAtMs,
        }))
        return asOf({ calls: made, isSample: false })
      }),
    waiting: (priority, after, limit) =>
      calls.reading('waiting', () => {
        const isNext = (id: string): boolean => after === undefined || digits(id) > digits(after)
        return asOf({
          tickets: inOrder(support.tickets.values(), (one) => one.ticketId)
            .filter((one) => one.status === 'open' && isNext(one.ticketId))
            .filter((one) => priority === undefined || one.priority === priority)
            .slice(0, limit),
          chats: inOrder(support.chats.values(), (one) => one.chatId)
            .filter((one) => priority === undefined && one.status === 'waiting' && isNext(one.chatId))
            .slice(0, limit),
        })
      }),
    auditEvents: (query) =>
      calls.reading('auditEvents', () => {
        const chain = query.chain === 'platform' ? undefined : query.chain
        const sought = inOrder(audit, (one) => one.auditId)
          .reverse()
          .filter((one) => query.chain === undefined || one.organizationId === chain)
          .filter((one) => query.before === undefined || one.auditId < query.before)
          .filter((one) => isSoughtEvent(one, query))
        return asOf(partOf(sought, query.limit, (one) => one.auditId))
      }),
  }
}
