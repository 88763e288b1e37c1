import { expect } from 'chai'
import type { Message } from '@postrider/core/messaging/domain/messages/message'
import { TARGET_KINDS } from '@postrider/core/platform/domain/switches/kill-switch'
import type { StoppedTarget } from '@postrider/core/platform/domain/switches/stopped-target'
import type { StoppedQuery } from '@postrider/core/platform/ports/switch-storage'
import { anAuditEvent } from '../../builders/an-audit-event.js'
import { aProviderAccount } from '../../builders/a-provider-account.js'
import { aTenant, recordsOf } from '../../builders/a-tenant.js'
import { fresh, idMs, NOW_MS } from '../../builders/fresh.js'
import { right } from '../../outcome.js'
import { acceptPaid } from '../messaging/accepting.js'
import { claim } from '../messaging/claiming.js'
import { type OpenStorage, type StorageUnderTest, useStorage } from '../open-storage.js'
import { endMessages } from '../messaging/settling.js'
import { exclusively, record } from '../unit-work.js'

const records = (at: StorageUnderTest): void => {
  it('are the apps of an Organization, those of an account, or the given ones, with the targets of switches', async () => {
    const [one, other] = [aTenant(), aTenant()]
    const shared = aProviderAccount()
    const email = {
      ...one.configuration,
      channel: 'email' as const,
      providerAccountIds: [shared.providerAccountId],
    }
    const bare = { ...other.app, appId: fresh.id('app') }
    for (const tenant of [one, other]) await right(at.storage.catalog.save(recordsOf(tenant)))
    const blocked = { prefix: '+999', createdAtMs: NOW_MS }
    await right(
      at.storage.catalog.save({
        providerAccounts: [shared],
        configurations: [email],
        apps: [bare],
        blockedDestinations: [blocked],
      }),
    )
    const appOf = ({ app, organization }: typeof one, configurations: readonly unknown[]) => ({
      app,
      organization,
      configurations,
    })
    const whole = appOf(one, [email, one.configuration])
    const read = (...args: Parameters<typeof at.storage.switches.records>) =>
      right(at.storage.switches.records(...args))
    const { organizationId } = other.organization
    const { epoch, value } = await read({ _tag: 'OfOrganization', organizationId })
    expect(epoch).to.equal(await right(at.storage.catalog.epoch()))
    const theirs = [appOf(other, [other.configuration]), { ...appOf(other, []), app: bare }]
    expect(value.apps).to.deep.equal(theirs)
    expect(value.isSample).to.equal(false)
    expect(value.providerAccounts).to.deep.include.members([shared, one.providerAccount])
    expect(value.blockedDestinations).to.deep.equal([blocked])
    const { providerAccountId } = shared
    expect((await read({ _tag: 'OfAccount', providerAccountId })).value.apps).to.deep.equal([whole])
    const appIds = [bare.appId, one.app.appId, fresh.id('app')]
    expect((await read({ _tag: 'OfApps', appIds })).value.apps).to.deep.equal([whole, theirs[1]])
    expect((await read({ _tag: 'OfApps', appIds: [] })).value.apps).to.deep.equal([])
  })
}

const waiting = (at: StorageUnderTest): void => {
  it('are those that no provider has, of one or of all, with the last call', async () => {
    const organizationId = fresh.id('org')
    const fresher = (await acceptPaid(at.storage, { organizationId, lane: 'otp' })).message
    const called = (await acceptPaid(at.storage, { organizationId, lane: 'promotional' })).message
    const ended = (await acceptPaid(at.storage, { organizationId })).message
    const others = (await acceptPaid(at.storage)).message
    const [attempt] = await claim(at.storage, [called.messageId], NOW_MS)
    await right(endMessages(at.storage, [ended.messageId], 'settlement', NOW_MS))
    const shownOf = ({
      messageId,
      appId,
      environment,
      channel,
      to,
      charge,
      billing,
      expiresAtMs,
    }: Message) => ({
      messageId,
      organizationId,
      appId,
      environment,
      channel,
      to,
      charge,
      billing,
      expiresAtMs,
      lastAttempt: undefined,
    })
    const lastAttempt = { phase: 'intent', providerAccountId: attempt?.providerAccountId }
    const own = await right(at.storage.switches.waiting(organizationId))
    expect(own.epoch).to.equal(await right(at.storage.catalog.epoch()))
    expect(own.value.isSample).to.equal(false)
    expect(own.value.messages).to.have.deep.members([shownOf(fresher), { ...shownOf(called), lastAttempt }])
    const all = (await right(at.storage.switches.waiting(undefined))).value.messages
    const ids = all.map(({ messageId }) => messageId)
    expect(ids).to.include.members([fresher.messageId, called.messageId, others.messageId])
    expect(ids).not.to.include(ended.messageId)
  })
}

const accepted = (at: StorageUnderTest): void => {
  it('are those since a time, in any state, of both environments', async () => {
    const organizationId = fresh.id('org')
    const sinceMs = idMs()
    const accept = (acceptedAtMs: number, overrides: Partial<Message> = {}) =>
      acceptPaid(at.storage, { organizationId, acceptedAtMs, ...overrides })
    await accept(sinceMs - 1)
    const first = (await accept(sinceMs)).message
    const second = (await accept(sinceMs + 5, { environment: 'production' })).message
    await right(endMessages(at.storage, [first.messageId], 'release', sinceMs + 9))
    const others = (await acceptPaid(at.storage, { acceptedAtMs: sinceMs + 7 })).message
    const shownOf = ({ appId, environment, channel, to, charge, acceptedAtMs }: Message) => ({
      organizationId,
      appId,
      environment,
      channel,
      to,
      charge,
      acceptedAtMs,
    })
    const own = (await right(at.storage.switches.accepted(organizationId, sinceMs))).value
    expect(own.sinceMs).to.equal(sinceMs)
    expect(own.messages).to.have.deep.members([shownOf(first), shownOf(second)])
    const all = (await right(at.storage.switches.accepted(undefined, sinceMs))).value
    expect(all.sinceMs).to.equal(sinceMs)
    expect(all.messages.map(({ appId }) => appId)).to.have.members(
      [first, second, others].map(({ appId }) => appId),
    )
    const none = await right(at.storage.switches.accepted(fresh.id('org'), sinceMs))
    expect(none.value).to.deep.equal({ messages: [], sinceMs })
  })
}

const stopped = (at: StorageUnderTest): void => {
  it('are listed by kind, page by page, each with the newest act that stopped it', async () => {
    const [suspended, other] = [aTenant({ organization: { status: 'suspended' } }), aTenant()]
    const account = aProviderAccount({ status: 'disabled' })
    const apps = [fresh.id('app'), fresh.id('app')].map((appId) => {
      return { ...other.app, appId, status: 'disabled' as const }
    })
    for (const tenant of [suspended, other]) await right(at.storage.catalog.save(recordsOf(tenant)))
    const blockedDestinations = ['+7', '+77'].map((prefix) => ({ prefix, createdAtMs: NOW_MS }))
    await right(at.storage.catalog.save({ providerAccounts: [account], apps, blockedDestinations }))
    const { organizationId, displayName, version } = suspended.organization
    const first = apps[0]?.appId
    const ofApp = { target: String(first), organizationId: other.organization.organizationId }
    const events = [
      anAuditEvent({ action: 'suspendOrganization', target: organizationId, organizationId }),
      anAuditEvent({ ...ofApp, action: 'stopApp', reason: 'an earlier time' }),
      anAuditEvent({ ...ofApp, action: 'resumeApp' }),
      anAuditEvent({ ...ofApp, action: 'stopApp', reason: undefined, atMs: NOW_MS + 5 }),
      anAuditEvent({ ...ofApp, action: 'stopApp', outcome: 'refused' }),
      anAuditEvent({ action: 'unblockDestination', target: '+7' }),
    ]
    await exclusively(at, async (unit) => {
      for (const event of events) await record(unit, event)
    })
    const nothing = {
      organizationId: undefined,
      environment: undefined,
      version: undefined,
      sinceMs: undefined,
    }
    const { actor, reason, atMs } = anAuditEvent()
    const all: readonly StoppedTarget[] = [
      {
        ...nothing,
        kind: 'organization',
        target: organizationId,
        name: displayName,
        organizationId,
        version,
        act: { actor, reason, atMs },
      },
      {
        ...nothing,
        kind: 'providerAccount',
        target: account.providerAccountId,
        name: account.name,
        version: account.version,
        act: undefined,
      },
      ...apps.map(({ appId, name, organizationId: owner, environment }) => ({
        ...nothing,
        kind: 'app' as const,
        target: appId,
        name,
        organizationId: owner,
        environment,
        act: appId === first ? { actor, reason: undefined, atMs: NOW_MS + 5 } : undefined,
      })),
      ...blockedDestinations.map(({ prefix, createdAtMs: sinceMs }) => ({
        ...nothing,
        kind: 'destination' as const,
        target: prefix,
        name: prefix,
        sinceMs,
        act: undefined,
      })),
    ]
    const list = (query: Partial<StoppedQuery>) =>
      right(at.storage.switches.stopped({ kinds: TARGET_KINDS, after: undefined, limit: 100, ...query }))
    const { epoch, value } = await list({})
    expect(epoch).to.equal(await right(at.storage.catalog.epoch()))
    expect(value).to.deep.equal(all)
    // Wherever a page ends, the next one starts after it.
    for (const [index, after] of all.entries())
      expect((await list({ after, limit: 2 })).value).to.deep.equal(all.slice(index + 1, index + 3))
    const kinds = ['providerAccount', 'destination'] as const
    const some = all.filter(({ kind }) => kind === 'providerAccount' || kind === 'destination')
    expect((await list({ kinds })).value).to.deep.equal(some)
    expect((await list({ kinds, after: all[2], limit: 1 })).value).to.deep.equal([some[1]])
    expect((await list({ kinds: [] })).value).to.deep.equal([])
  })
}

/** Tests the messages that emergency stops would affect or have affected. */
export const switchesSuite = (open: OpenStorage): void => {
  describe('the effect of kill switches', () => {
    const at = useStorage(open, 'test')
    describe('records', () => records(at))
    describe('stopped records', () => stopped(at))
    describe('waiting messages', () => waiting(at))
    describe('accepted messages', () => accepted(at))
  })
}
