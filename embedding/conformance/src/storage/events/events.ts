import type { AppEvent } from '@postrider/core/events/domain/event'
import type { AppId } from '@postrider/core/kernel/ids/id'
import type { EventNote } from '@postrider/core/feed/domain/event-note'
import { expect } from 'chai'
import type { Budget } from '@postrider/core/ledger/domain/budgets/budget'
import { aBudget } from '../../builders/a-budget.js'
import { aMessage } from '../../builders/a-message.js'
import { anAuditEvent } from '../../builders/an-audit-event.js'
import { fresh, NOW_MS } from '../../builders/fresh.js'
import { aTenant } from '../../builders/a-tenant.js'
import { right } from '../../outcome.js'
import { numberAll } from '../feed/following.js'
import {
  accept,
  aRequest,
  credit,
  judgeRequests,
  payingAccountOf,
  requestsQueryOf,
} from '../messaging/accepting.js'
import { endMessages, planEnding, workItemOf } from '../messaging/settling.js'
import { type OpenStorage, type StorageUnderTest, useStorage } from '../open-storage.js'
import { exclusively, record, sharing } from '../unit-work.js'
import { eventsAfter, eventsLeftBy, numberAllEvents } from './following-events.js'

const EVERYTHING = { beforeMs: Number.MAX_SAFE_INTEGER, mostBytes: 0 }

const shown = ({ sequence, type, subject }: AppEvent) => [
  sequence,
  type,
  subject.kind === 'message' ? subject.messageId : subject.data,
]

const sequencesOf = (events: readonly AppEvent[]): readonly number[] => events.map(({ sequence }) => sequence)

const anOwner = () => {
  const { organizationId, appId, environment } = aMessage()
  return { organizationId, appId, environment }
}

/** Accepts this many messages of one app in one transaction. */
const acceptTogether = async ({ storage }: StorageUnderTest, count: number, owner = anOwner()) => {
  const requests = Array.from({ length: count }, () => aRequest({ message: aMessage(owner) }))
  for (const { message } of requests) await credit(storage, payingAccountOf(message), 25)
  await right(accept(storage, requests))
  return requests.map(({ message }) => message)
}

const leaving = (at: StorageUnderTest): void => {
  it('follow from the states of messages, for each app from 1 without gaps', async () => {
    const own = await acceptTogether(at, 3)
    const [other] = await acceptTogether(at, 1)
    const [first] = own
    await right(endMessages(at.storage, [first?.messageId ?? fresh.id('msg')], 'settlement', NOW_MS + 1))
    await numberAllEvents(at.storage)
    const events = await eventsAfter(at.storage, first?.appId ?? fresh.id('app'), undefined)
    expect(sequencesOf(events)).to.deep.equal([1, 2, 3, 4])
    for (const { messageId } of own)
      expect(events.slice(0, 3).find(isAbout(messageId))).to.deep.include({ type: 'message.accepted' })
    expect(events.slice(3).map(shown)).to.deep.equal([[4, 'message.submitted', first?.messageId]])
    expect(events[3]?.subject).to.deep.include({
      became: { channel: 'sms', state: 'SUBMITTED', billing: 'settled', failureCode: undefined },
    })
    expect(events[0]).to.deep.include({ ...anOwnerOf(first), environment: 'test' })
    const others = await eventsAfter(at.storage, other?.appId ?? fresh.id('app'), undefined)
    expect(others.map(shown)).to.deep.equal([[1, 'message.accepted', other?.messageId]])
    expect(new Set([...events, ...others].map(({ eventId }) => eventId)).size).to.equal(5)
  })

  it('say for each message its own new state, if one transaction gives several', async () => {
    const [sent, expired, touched] = await acceptTogether(at, 3)
    if (sent === undefined || expired === undefined || touched === undefined) throw new Error('no messages')
    const left = await eventsLeftBy(at.storage, sent.appId, () =>
      right(
        at.storage.dispatch.work(
          [sent, expired, touched].map(({ messageId }) => workItemOf(messageId)),
          (known) => {
            const settled = planEnding([sent.messageId], 'settlement', NOW_MS)(known)
            const accounts = new Map(settled.accounts.map((account) => [account.organizationId, account]))
            const released = planEnding(
              [expired.messageId],
              'release',
              NOW_MS,
            )({
              ...known,
              accounts: new Map(
                [...known.accounts].map(([key, account]) => [
                  key,
                  accounts.get(account.organizationId) ?? account,
                ]),
              ),
            })
            return {
              ...released,
              messages: [...released.messages, ...settled.messages],
              events: [...settled.events, ...released.events],
              due: [{ messageId: touched.messageId, atMs: NOW_MS + 1 }, ...settled.due, ...released.due],
            }
          },
        ),
      ),
    )
    expect(
      left.map(({ type, subject }) => [type, subject.kind === 'message' && subject.messageId]),
    ).to.have.deep.members([
      ['message.submitted', sent.messageId],
      ['message.failed', expired.messageId],
    ])
  })

  it('are left by an acceptance that raises a budget to a percentage, for its app or for each app', async () => {
    const { storage } = at
    const tenant = aTenant()
    const other = { ...tenant.app, appId: fresh.id('app') }
    await right(storage.catalog.save({ organizations: [tenant.organization], apps: [tenant.app, other] }))
    const { appId, environment } = tenant.app
    const { organizationId } = tenant.organization
    const request = aRequest({ message: aMessage({ organizationId, appId, environment }) })
    await credit(storage, payingAccountOf(request.message), request.message.charge.amountMinor)
    const reached = (budget: Budget, percent: number) => ({
      budget,
      percent,
      usedMinor: 10 * percent,
      periodStartMs: Date.UTC(2026, 10, 1),
    })
    const ofApp = aBudget({ organizationId, scope: { appId } })
    const ofAll = aBudget({ organizationId, action: 'alert' })
    const alerts = [reached(ofApp, 50), reached(ofAll, 80)]
    await right(
      storage.acceptance.accept(requestsQueryOf([request]), (known) => ({
        ...judgeRequests([request])(known),
        alerts,
      })),
    )
    await numberAllEvents(storage)
    const noted = {
      limitMinor: 1_000,
      currency: 'INR',
      period: 'month',
      periodEnd: '2026-12-01T00:00:00.000Z',
    }
    const data = (budget: Budget, percent: number) => ({
      ...noted,
      budgetId: budget.budgetId,
      percent,
      usedMinor: 10 * percent,
      action: budget.action,
    })
    expect((await eventsAfter(storage, appId, 0)).map(shown)).to.deep.equal([
      [1, 'message.accepted', request.message.messageId],
      [2, 'budget.threshold_reached', data(ofApp, 50)],
      [3, 'budget.threshold_reached', data(ofAll, 80)],
    ])
    expect((await eventsAfter(storage, other.appId, 0)).map(shown)).to.deep.equal([
      [1, 'budget.threshold_reached', data(ofAll, 80)],
    ])
  })

  it('are left by a unit, for an app or for each app of the Organization in the environment', async () => {
    const { storage } = at
    const note = (changes: Partial<EventNote>): EventNote => ({
      type: 'balance.low',
      organizationId: fresh.id('org'),
      appId: undefined,
      environment: 'test',
      data: { currency: 'INR', availableMinor: 5 },
      ...changes,
    })
    const own = note({ appId: fresh.id('app') })
    const left = await eventsLeftBy(storage, own.appId ?? fresh.id('app'), () =>
      sharing(at, async (unit) => {
        unit.events.leave(own)
        await record(unit, anAuditEvent())
      }),
    )
    expect(left.map(shown)).to.deep.equal([[1, 'balance.low', own.data]])

    const tenant = aTenant()
    const apps = (['test', 'test', 'production'] as const).map((environment) => ({
      ...tenant.app,
      appId: fresh.id('app'),
      environment,
    }))
    await right(storage.catalog.save({ organizations: [tenant.organization], apps }))
    const { organizationId } = tenant.organization
    await sharing(at, async (unit) => {
      unit.events.leave(note({ organizationId }))
      unit.events.leave(note({ organizationId, environment: undefined, type: 'template.approved', data: {} }))
      await record(unit, anAuditEvent())
    })
    await numberAllEvents(storage)
    const typesOf = async (appId: AppId) => (await eventsAfter(storage, appId, 0)).map(({ type }) => type)
    expect(await Promise.all(apps.map(({ appId }) => typesOf(appId)))).to.deep.equal([
      ['balance.low', 'template.approved'],
      ['balance.low', 'template.approved'],
      ['template.approved'],
    ])
  })
}

const isAbout =
  (messageId: string) =>
  ({ subject }: AppEvent): boolean =>
    subject.kind === 'message' && subject.messageId === messageId

const anOwnerOf = (message: { readonly organizationId: string; readonly appId: string } | undefined) => ({
  organizationId: message?.organizationId,
  appId: message?.appId,
})

const numbering = (at: StorageUnderTest): void => {
  it('are numbered once, by whichever process', async () => {
    const [message] = await acceptTogether(at, 5)
    await numberAll(at.storage)
    const other = await at.another()
    await Promise.all([
      numberAllEvents(at.storage),
      right(other.events.number(100, NOW_MS)),
      right(other.events.number(100, NOW_MS)),
    ])
    await numberAllEvents(at.storage)
    const events = await eventsAfter(at.storage, message?.appId ?? fresh.id('app'), undefined)
    expect(sequencesOf(events)).to.deep.equal([1, 2, 3, 4, 5])
    await at.reopen()
    expect(await eventsAfter(at.storage, message?.appId ?? fresh.id('app'), undefined)).to.deep.equal(events)
  })

  it('are read in pages of any size, from any position', async () => {
    const owner = anOwner()
    for (const count of [1, 7, 1, 3]) await acceptTogether(at, count, owner)
    await numberAllEvents(at.storage)
    const all = await eventsAfter(at.storage, owner.appId, undefined)
    expect(sequencesOf(all)).to.deep.equal(Array.from({ length: 12 }, (_, index) => index + 1))
    for (const limit of [1, 2, 5, 12])
      expect(await eventsAfter(at.storage, owner.appId, 0, limit)).to.deep.equal(all)
    expect(await eventsAfter(at.storage, owner.appId, 6, 3)).to.deep.equal(all.slice(6))
    const { value } = await right(at.storage.events.read({ appId: owner.appId, after: 12, limit: 5 }))
    expect(value).to.deep.equal({ events: [], latest: 12, purged: 0 })
  })

  it('hold the purge of the feed back until they have their numbers', async () => {
    const [message] = await acceptTogether(at, 1)
    await numberAllEvents(at.storage)
    await right(at.storage.feed.purge(EVERYTHING, 1000))
    await acceptTogether(at, 1, anOwnerIn(message))
    await numberAll(at.storage)
    expect(await right(at.storage.feed.purge(EVERYTHING, 1000))).to.equal(0)
    await numberAllEvents(at.storage)
    expect(await right(at.storage.feed.purge(EVERYTHING, 1000))).to.be.greaterThan(0)
    expect(sequencesOf(await eventsAfter(at.storage, message?.appId ?? fresh.id('app'), 0))).to.deep.equal([
      1, 2,
    ])
  })

  it('show which apps got some since a position', async () => {
    const { position } = await right(at.storage.events.moves(undefined))
    const [message] = await acceptTogether(at, 2)
    await numberAllEvents(at.storage)
    const moves = await right(at.storage.events.moves(position))
    expect(moves.appIds).to.deep.equal([message?.appId])
    expect(await right(at.storage.events.moves(moves.position))).to.deep.equal({ ...moves, appIds: [] })
    expect((await right(at.storage.events.moves(undefined))).position).to.equal(moves.position)
  })
}

const anOwnerIn = (message: ReturnType<typeof aMessage> | undefined) => {
  if (message === undefined) throw new Error('no message')
  const { organizationId, appId, environment } = message
  return { organizationId, appId, environment }
}

const ending = (at: StorageUnderTest): void => {
  it('are deleted after their retention, and readers that are behind learn it', async () => {
    const owner = anOwner()
    await acceptTogether(at, 3, owner)
    await numberAllEvents(at.storage)
    expect(await right(at.storage.events.purge(0, 100))).to.equal(0)
    expect(await right(at.storage.events.purge(Number.MAX_SAFE_INTEGER, 100))).to.equal(1)
    await acceptTogether(at, 2, owner)
    await numberAllEvents(at.storage)
    const read = async (after: number | undefined) =>
      (await right(at.storage.events.read({ appId: owner.appId, after, limit: 10 }))).value
    expect(await read(0)).to.deep.include({ purged: 3, latest: 5 })
    expect(sequencesOf((await read(undefined)).events)).to.deep.equal([4, 5])
    expect(sequencesOf((await read(4)).events)).to.deep.equal([5])
  })

  it('continue above what readers may have seen after a restoration, with an event about the gap', async () => {
    const { storage } = at
    const owner = anOwner()
    const idle = await acceptTogether(at, 1)
    await acceptTogether(at, 2, owner)
    await numberAllEvents(storage)
    await right(storage.installation.hold('operator', NOW_MS))
    await acceptTogether(at, 1, owner)
    await numberAllEvents(storage)
    expect(sequencesOf(await eventsAfter(storage, owner.appId, 0))).to.deep.equal([1, 2])
    await exclusively(at, async (unit) => {
      const { fingerprint, restoreHold } = await unit.restoration.lock()
      if (restoreHold !== undefined)
        unit.restoration.end({ ...fingerprint, counter: fingerprint.counter + 1000 }, restoreHold)
    })
    await numberAllEvents(storage)
    const [gap, next, ...others] = await eventsAfter(storage, owner.appId, 2)
    expect(others).to.deep.equal([])
    expect(gap).to.deep.include({ type: 'events.gap' })
    expect(gap?.sequence).to.be.greaterThan(100_000)
    expect(gap?.subject).to.deep.equal({
      kind: 'note',
      data: { fromSequence: 3, toSequence: (gap?.sequence ?? 0) - 1 },
    })
    expect(next).to.deep.include({ type: 'message.accepted', sequence: (gap?.sequence ?? 0) + 1 })
    const appId = idle[0]?.appId ?? fresh.id('app')
    expect((await eventsAfter(storage, appId, 1)).map(({ type }) => type)).to.deep.equal(['events.gap'])
    // A reader that is ahead of the restored stream gets the events after the gap.
    expect((await eventsAfter(storage, owner.appId, 50)).map(({ type }) => type)).to.deep.equal([
      'events.gap',
      'message.accepted',
    ])
  })
}

/** Tests the events of apps: one sequence for each, without gaps. */
export const eventsSuite = (open: OpenStorage): void => {
  describe('the events of apps', () => {
    const at = useStorage(open, 'test')
    leaving(at)
    numbering(at)
    ending(at)
  })
}
