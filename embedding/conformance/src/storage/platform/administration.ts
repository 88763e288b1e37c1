import { expect } from 'chai'
import type { Attempt } from '@postrider/core/providers/domain/calls/attempt'
import type { Organization } from '@postrider/core/tenancy/domain/records'
import { HOUR_MS, MINUTE_MS } from '@postrider/core/kernel/time/epoch-ms'
import type { AuditQuery, OrganizationQuery } from '@postrider/core/platform/ports/administration-storage'
import { anAgentKey } from '../../builders/an-agent-key.js'
import { anAuditEvent } from '../../builders/an-audit-event.js'
import { aProviderAccount } from '../../builders/a-provider-account.js'
import { aTenant, recordsOf } from '../../builders/a-tenant.js'
import { aChat, aTicket } from '../../builders/a-ticket.js'
import { aMember, aSuperAdmin, aUser } from '../../builders/a-user.js'
import { fresh, idMs, NOW_MS } from '../../builders/fresh.js'
import { right } from '../../outcome.js'
import { acceptPaid, credit } from '../messaging/accepting.js'
import { claim } from '../messaging/claiming.js'
import { type OpenStorage, type StorageUnderTest, useStorage } from '../open-storage.js'
import { workItemOf, NO_WORK } from '../messaging/settling.js'
import { exclusively, record } from '../unit-work.js'

const organizations = (at: StorageUnderTest): void => {
  const founded = async (overrides: Partial<Organization>) => {
    const tenant = aTenant({ organization: overrides })
    await right(at.storage.catalog.save(recordsOf(tenant)))
    return tenant
  }
  const listed = async (query: Partial<OrganizationQuery>) => {
    const all = { status: undefined, text: undefined, before: undefined, limit: 10, ...query }
    const { value } = await right(at.storage.administration.organizations(all))
    return { ids: value.found.map(({ organizationId }) => organizationId), before: value.before }
  }

  it('are listed newest first, and found by status, by parts of names and by the start of their ids', async () => {
    const acme = await founded({ displayName: 'Acme Shoes', legalName: 'Shoes and More Limited' })
    const bran = await founded({ displayName: 'Bran', legalName: 'ÄCME Holding', status: 'suspended' })
    const cole = await founded({ displayName: 'Cole 100%', legalName: 'Cole' })
    const [first, second, third] = [acme, bran, cole].map(({ organization }) => organization.organizationId)
    if (first === undefined || second === undefined || third === undefined) throw new Error('no tenants')
    expect(await listed({})).to.deep.equal({ ids: [third, second, first], before: undefined })
    expect(await listed({ limit: 2 })).to.deep.equal({ ids: [third, second], before: second })
    expect(await listed({ before: second })).to.deep.equal({ ids: [first], before: undefined })
    expect((await listed({ status: 'suspended' })).ids).to.deep.equal([second])
    expect((await listed({ text: 'acme' })).ids).to.deep.equal([first])
    expect((await listed({ text: 'äcme' })).ids).to.deep.equal([second])
    expect((await listed({ text: 'MORE' })).ids).to.deep.equal([first])
    expect((await listed({ text: '%' })).ids).to.deep.equal([third])
    expect((await listed({ text: '_' })).ids).to.deep.equal([])
    expect((await listed({ text: second })).ids).to.deep.equal([second])
    expect((await listed({ text: second.slice(0, 13) })).ids).to.include(second)
    expect((await listed({ text: second.slice(1) })).ids).to.deep.equal([])
    expect((await listed({ text: 'cole', status: 'suspended' })).ids).to.deep.equal([])
  })

  it('are shown with the records below them, as of an epoch', async () => {
    const tenant = await founded({})
    await founded({})
    const { organizationId } = tenant.organization
    const email = { ...tenant.configuration, channel: 'email' as const, version: 7 }
    await exclusively(at, (unit) => {
      unit.configurations.add(email)
      for (const userId of [fresh.id('usr'), fresh.id('usr')])
        unit.members.add(aMember({ organizationId, userId }))
    })
    const own = { organizationId, currency: 'INR' }
    const accounts = [
      await credit(at.storage, { ...own, environment: 'production' }, 5),
      await credit(at.storage, { ...own, environment: 'test' }, 700),
      await credit(at.storage, { ...own, currency: 'USD', environment: 'test' }, 9),
    ]
    expect(await right(at.storage.administration.organization(organizationId))).to.deep.equal({
      epoch: await right(at.storage.catalog.epoch()),
      value: {
        organization: tenant.organization,
        brands: [tenant.brand],
        projects: [tenant.project],
        apps: [tenant.app],
        members: 2,
        configurations: [email, tenant.configuration],
        accounts,
      },
    })
    expect((await right(at.storage.administration.organization(fresh.id('org')))).value).to.equal(undefined)
  })
}

const apps = (at: StorageUnderTest): void => {
  it('are listed newest first, with their Organizations, and found by parts of names and by the start of their ids', async () => {
    const made = async (name: string, displayName: string) => {
      const tenant = aTenant({ app: { name }, organization: { displayName } })
      await right(at.storage.catalog.save(recordsOf(tenant)))
      return { app: tenant.app, organizationName: displayName }
    }
    const shop = await made('Shop in town', 'Acme')
    const web = await made('Web SHOP', 'Bran')
    const other = await made('Other', 'Shopkeepers')
    const listed = async (query: { text?: string; before?: typeof shop.app.appId; limit?: number }) => {
      const all = { text: undefined, before: undefined, limit: 10, ...query }
      return (await right(at.storage.administration.apps(all))).value
    }
    expect(await listed({})).to.deep.equal({ found: [other, web, shop], before: undefined })
    expect(await listed({ limit: 2 })).to.deep.equal({ found: [other, web], before: web.app.appId })
    expect((await listed({ before: web.app.appId })).found).to.deep.equal([shop])
    expect((await listed({ text: 'shop' })).found).to.deep.equal([web, shop])
    expect((await listed({ text: other.app.appId })).found).to.deep.equal([other])
    expect((await listed({ text: '%' })).found).to.deep.equal([])
  })
}

const configurations = (at: StorageUnderTest): void => {
  it('are created and changed by the exclusive holder of the epoch, each channel separately', async () => {
    const { configuration } = aTenant()
    const other = { ...configuration, channel: 'whatsapp' as const }
    const changed = { ...configuration, providerAccountIds: [], version: 2 }
    await exclusively(at, (unit) => {
      unit.configurations.add(configuration)
      unit.configurations.add(other)
    })
    await exclusively(at, async (unit) => {
      expect(await unit.configurations.lock(configuration)).to.deep.equal(configuration)
      unit.configurations.replace(changed)
    })
    const kept = await exclusively(at, async ({ configurations: book }) => [
      await book.lock(configuration),
      await book.lock(other),
      await book.lock({ ...configuration, channel: 'email' }),
    ])
    expect(kept).to.deep.equal([changed, other, undefined])
  })
}

const providers = (at: StorageUnderTest): void => {
  it('are listed in the order of ids, as of an epoch', async () => {
    const accounts = [
      aProviderAccount({ version: 3, settings: { region: 'in', port: 2525, strict: true } }),
      aProviderAccount({ status: 'disabled' }),
    ]
    await right(at.storage.catalog.save({ providerAccounts: [...accounts].reverse() }))
    const { epoch, value } = await right(at.storage.administration.providerAccounts())
    expect(value).to.deep.equal(accounts)
    expect(epoch).to.equal(await right(at.storage.catalog.epoch()))
  })

  it('are shown with their calls since a given time', async () => {
    const [one, other] = [fresh.id('pac'), fresh.id('pac')]
    const sinceMs = idMs() + HOUR_MS
    const call = async (startedAtMs: number, change: Partial<Attempt>) => {
      const { message } = await acceptPaid(at.storage)
      const { messageId } = message
      const [begun] = await claim(at.storage, [messageId], startedAtMs, change)
      if (begun === undefined) throw new Error('the claim was lost')
      const ended = { ...begun, ...change, endedAtMs: startedAtMs + 1 }
      const plan = { ...NO_WORK, attempts: change.phase === undefined ? [] : [ended], result: undefined }
      await right(at.storage.dispatch.work([workItemOf(messageId)], () => plan))
    }
    await call(sinceMs - 1, { providerAccountId: one, phase: 'unknown', detail: 'long ago' })
    await call(sinceMs, { providerAccountId: one, phase: 'permanent_failure', detail: 'no such number' })
    await call(sinceMs + 5, { providerAccountId: other, phase: 'accepted' })
    await call(sinceMs + 9, { providerAccountId: one })
    const { value } = await right(at.storage.administration.providerCalls(sinceMs))
    const detail = undefined
    expect([...value.calls].sort((a, b) => a.startedAtMs - b.startedAtMs)).to.deep.equal([
      { providerAccountId: one, phase: 'permanent_failure', detail: 'no such number', startedAtMs: sinceMs },
      { providerAccountId: other, phase: 'accepted', detail, startedAtMs: sinceMs + 5 },
      { providerAccountId: one, phase: 'intent', detail, startedAtMs: sinceMs + 9 },
    ])
    expect(value.isSample).to.equal(false)
  })
}

const waiting = (at: StorageUnderTest): void => {
  it('are open tickets and waiting chats, oldest first, page by page', async () => {
    const first = aTicket({ priority: 'low' })
    const chat = aChat()
    const second = aTicket({ priority: 'urgent' })
    const third = aTicket({ priority: 'urgent' })
    const later = aChat()
    await exclusively(at, (unit) => {
      for (const ticket of [third, second, first]) unit.tickets.add(ticket)
      for (const status of ['waiting_customer', 'resolved', 'closed'] as const)
        unit.tickets.add(aTicket({ status }))
      for (const one of [later, chat]) unit.chats.add(one)
      for (const status of ['active', 'closed', 'escalated'] as const) unit.chats.add(aChat({ status }))
    })
    const page = async (...args: Parameters<typeof at.storage.administration.waiting>) =>
      (await right(at.storage.administration.waiting(...args))).value
    expect(await page(undefined, undefined, 9)).to.deep.equal({
      tickets: [first, second, third],
      chats: [chat, later],
    })
    expect(await page(undefined, chat.chatId, 1)).to.deep.equal({ tickets: [second], chats: [later] })
    expect(await page(undefined, second.ticketId, 9)).to.deep.equal({ tickets: [third], chats: [later] })
    expect(await page('urgent', undefined, 9)).to.deep.equal({ tickets: [second, third], chats: [] })
    expect(await page('urgent', second.ticketId, 9)).to.deep.equal({ tickets: [third], chats: [] })
  })
}

const supportCases = (at: StorageUnderTest): void => {
  it('are all tickets and chats, newest first, page by page, or the open ones of a super admin', async () => {
    const operatorId = fresh.id('usr')
    const first = aTicket({ status: 'closed', operatorId })
    const chat = aChat({ status: 'active', operatorId })
    const second = aTicket({ status: 'waiting_customer', operatorId })
    const other = aTicket({ operatorId: fresh.id('usr') })
    const ended = aChat({ status: 'closed', operatorId })
    const untaken = aChat()
    await exclusively(at, (unit) => {
      for (const ticket of [other, second, first]) unit.tickets.add(ticket)
      for (const one of [untaken, ended, chat]) unit.chats.add(one)
    })
    const page = async (query: object) => {
      const all = { operatorId: undefined, before: undefined, limit: 9, ...query }
      return (await right(at.storage.administration.supportCases(all))).value
    }
    expect(await page({})).to.deep.equal({
      tickets: [other, second, first],
      chats: [untaken, ended, chat],
    })
    expect(await page({ limit: 1 })).to.deep.equal({ tickets: [other], chats: [untaken] })
    expect(await page({ before: second.ticketId })).to.deep.equal({ tickets: [first], chats: [chat] })
    expect(await page({ operatorId })).to.deep.equal({ tickets: [second], chats: [chat] })
    expect(await page({ operatorId, before: chat.chatId })).to.deep.equal({ tickets: [], chats: [] })
  })
}

const events = (at: StorageUnderTest): void => {
  const listed = async (query: Partial<AuditQuery>) => {
    const search = {
      actorId: undefined,
      action: undefined,
      target: undefined,
      fromMs: undefined,
      toMs: undefined,
    }
    const all = { ...search, chain: undefined, before: undefined, limit: 10, ...query }
    const { value } = await right(at.storage.administration.auditEvents(all))
    return { ids: value.found.map(({ auditId }) => auditId), before: value.before }
  }

  it('are listed newest first, of all chains or of one, and found by actor, act and time', async () => {
    const organizationId = fresh.id('org')
    const nowMs = idMs()
    const asha = { kind: 'agent', id: fresh.id('usr') } as const
    const newEvents = [
      anAuditEvent({ organizationId, atMs: nowMs }),
      anAuditEvent({ actor: asha, atMs: nowMs + 1 }),
      anAuditEvent({ organizationId, actor: asha, action: 'registerApp', atMs: nowMs + 2 }),
      anAuditEvent({ organizationId, action: 'registerApp', atMs: nowMs + 3 }),
    ]
    const entries = await exclusively(at, async (unit) => {
      const kept = []
      for (const event of newEvents) kept.push(await record(unit, event))
      return kept
    })
    const [first, second, third, fourth] = entries.map(({ auditId }) => auditId)
    expect(await listed({})).to.deep.equal({ ids: [fourth, third, second, first], before: undefined })
    expect(await listed({ limit: 3 })).to.deep.equal({ ids: [fourth, third, second], before: second })
    expect(await listed({ before: second })).to.deep.equal({ ids: [first], before: undefined })
    expect((await listed({ chain: organizationId })).ids).to.deep.equal([fourth, third, first])
    expect((await listed({ chain: organizationId, before: third })).ids).to.deep.equal([first])
    expect((await listed({ chain: 'platform' })).ids).to.deep.equal([second])
    expect((await listed({ chain: fresh.id('org') })).ids).to.deep.equal([])
    expect((await listed({ actorId: asha.id })).ids).to.deep.equal([third, second])
    expect((await listed({ action: 'registerApp' })).ids).to.deep.equal([fourth, third])
    expect((await listed({ action: 'registerApp', actorId: asha.id })).ids).to.deep.equal([third])
    const range = { fromMs: nowMs + 1, toMs: nowMs + 3 }
    expect((await listed(range)).ids).to.deep.equal([third, second])
    expect((await listed({ ...range, chain: organizationId })).ids).to.deep.equal([third])
    const entry = (
      await right(
        at.storage.administration.auditEvents({
          actorId: asha.id,
          action: 'registerApp',
          target: undefined,
          chain: organizationId,
          before: undefined,
          limit: 1,
          fromMs: 0,
          toMs: 8_640_000_000_000_000,
        }),
      )
    ).value.found
    expect(entry).to.deep.equal([entries[2]])
  })

  it('are found by time although the clocks of two processes differ', async () => {
    const organizationId = fresh.id('org')
    const late = anAuditEvent({ organizationId, atMs: idMs() + MINUTE_MS - 1_000 })
    const early = anAuditEvent({ organizationId, atMs: idMs() - MINUTE_MS + 1_000 })
    await exclusively(at, async (unit) => {
      await record(unit, late)
      await record(unit, early)
    })
    const chain = organizationId
    expect((await listed({ chain, fromMs: late.atMs })).ids).to.deep.equal([late.auditId])
    expect((await listed({ chain, toMs: early.atMs + 1 })).ids).to.deep.equal([early.auditId])
  })
}

const people = (at: StorageUnderTest): void => {
  it('are listed with their names, page by page', async () => {
    const [first, second] = [aUser(), aUser({ status: 'disabled' })]
    const admins = [first, second].map(({ userId }) => aSuperAdmin({ userId }))
    await exclusively(at, (unit) => {
      for (const user of [first, second, aUser()]) unit.users.add(user)
      for (const admin of admins) unit.superAdmins.add(admin)
    })
    const page = async (...args: Parameters<typeof at.storage.administration.superAdmins>) =>
      (await right(at.storage.administration.superAdmins(...args))).value
    const shown = [
      { admin: admins[0], user: first },
      { admin: admins[1], user: second },
    ]
    expect(await page(undefined, 9)).to.deep.equal(shown)
    expect(await page(undefined, 1)).to.deep.equal(shown.slice(0, 1))
    expect(await page(first.userId, 9)).to.deep.equal(shown.slice(1))
  })
}

const keys = (at: StorageUnderTest): void => {
  it('are listed newest first, by Organization or kind, and with the last hour of their use', async () => {
    const organizationId = fresh.id('org')
    const own = [anAgentKey({ organizationId }), anAgentKey({ organizationId })]
    const admin = anAgentKey({ kind: 'admin', organizationId: undefined })
    await exclusively(at, (unit) => {
      for (const key of [...own, admin]) unit.agentKeys.add(key)
    })
    const [first, second] = own.map(({ agentKeyId }) => agentKeyId)
    if (first === undefined || second === undefined) throw new Error('no keys')
    const epoch = await right(at.storage.catalog.epoch())
    const note = (hourMs: number, ...ids: ReadonlyArray<typeof first>) =>
      right(at.storage.administration.noteAgentUses(ids, hourMs))
    await note(NOW_MS, first, first)
    await Promise.all([note(NOW_MS + HOUR_MS, first), note(NOW_MS - HOUR_MS, first)])
    await note(NOW_MS)
    expect(await right(at.storage.catalog.epoch())).to.equal(epoch)
    const page = async (query: object) => {
      const all = { organizationId: undefined, kind: undefined, before: undefined, limit: 9, ...query }
      return (await right(at.storage.administration.agentKeys(all))).value
    }
    const used = [...own, admin].map((key) => ({
      key,
      lastUsedAtMs: key.agentKeyId === first ? NOW_MS + HOUR_MS : undefined,
    }))
    expect(await page({})).to.deep.equal([...used].reverse())
    expect(await page({ limit: 1 })).to.deep.equal(used.slice(2))
    expect(await page({ organizationId })).to.deep.equal(used.slice(0, 2).reverse())
    expect(await page({ organizationId, before: second })).to.deep.equal(used.slice(0, 1))
    expect(await page({ kind: 'admin' })).to.deep.equal(used.slice(2))
    expect(await page({ kind: 'customer', organizationId })).to.deep.equal(used.slice(0, 2).reverse())
    expect(await page({ kind: 'admin', organizationId })).to.deep.equal([])
  })

  it('are listed for their sponsor if they create Organizations, newest first', async () => {
    const sponsorId = fresh.id('usr')
    const bootstrap = { kind: 'bootstrap', organizationId: undefined } as const
    const own = [anAgentKey({ ...bootstrap, sponsorId }), anAgentKey({ ...bootstrap, sponsorId })]
    await exclusively(at, (unit) => {
      for (const key of [...own, anAgentKey({ sponsorId }), anAgentKey(bootstrap)]) unit.agentKeys.add(key)
    })
    const [first, second] = own.map(({ agentKeyId }) => agentKeyId)
    if (first === undefined || second === undefined) throw new Error('no keys')
    await right(at.storage.administration.noteAgentUses([first], NOW_MS))
    const read = async (before: typeof second | undefined, limit: number) =>
      (await right(at.storage.administration.bootstrapKeys(sponsorId, before, limit))).value
    const used = own.map((key, place) => ({ key, lastUsedAtMs: place === 0 ? NOW_MS : undefined }))
    expect(await read(undefined, 9)).to.deep.equal([...used].reverse())
    expect(await read(undefined, 1)).to.deep.equal(used.slice(1))
    expect(await read(second, 9)).to.deep.equal(used.slice(0, 1))
  })
}

/** Tests the readings of super admins. */
export const administrationSuite = (open: OpenStorage): void => {
  describe('Organizations that super admins read', () => organizations(useStorage(open, 'test')))
  describe('apps that super admins find', () => apps(useStorage(open, 'test')))
  describe('configurations of channels', () => configurations(useStorage(open)))
  describe('provider accounts that super admins read', () => providers(useStorage(open, 'test')))
  describe('tickets and chats that wait for support', () => waiting(useStorage(open)))
  describe('tickets and chats that super admins list', () => supportCases(useStorage(open, 'test')))
  describe('audit events that super admins read', () => events(useStorage(open, 'test')))
  describe('super admins', () => people(useStorage(open)))
  describe('Agent keys that super admins read', () => keys(useStorage(open)))
}
