import { expect } from 'chai'
import { E } from '@postrider/core/fp'
import { encodeCursor } from '@postrider/core/kernel/codecs/page-cursor'
import type { ResultOf } from '@postrider/core/assembly/registry'
import { isoTime } from '@postrider/core/kernel/time/epoch-ms'
import { fresh, NOW_MS } from '@postrider/conformance/builders/fresh'
import { sha256 } from '@postrider/conformance/builders/sha256'
import { right } from '@postrider/conformance/outcome'
import { acceptPaid } from '@postrider/conformance/storage/messaging/accepting'
import { allEvents } from '@postrider/conformance/storage/messaging/traces'
import { beBusy } from '../../../runner/use-cases/a-busy-firm.js'
import { useOffice } from '../../../assembly/an-office.js'
import { NOT_FOUND } from '../../../runner/use-cases/strange.js'

const OPERATION = 'listCustomerBillingActivity'
const FIVE_MINUTES_MS = 300_000
const WHOLE = { currency: 'INR', from: Date.UTC(2026, 0, 1), to: NOW_MS + FIVE_MINUTES_MS }

type Page = ResultOf<typeof OPERATION>

describe('Billing activity', () => {
  const office = useOffice()

  const requestOf = (body: object) => ({ organizationId: office.at.organizationId, ...WHOLE, ...body })
  const read = (body: object = {}) => office.at.done(office.at.owner, OPERATION, requestOf(body))
  const refused = (body: object) => office.at.refused(office.at.owner, OPERATION, requestOf(body))

  const paged = async (body: object, whileAway: () => Promise<unknown> = async () => undefined) => {
    const all: Page['entries'][number][] = []
    let cursor: string | null = null
    do {
      const page: Page = await read({ ...body, ...(cursor === null ? {} : { cursor }) })
      all.push(...page.entries)
      cursor = page.nextCursor
      await whileAway()
    } while (cursor !== null)
    return all
  }

  it('lists every event of the account in ledger order, each with its result', async () => {
    const { organizationId } = office.at
    await beBusy(office.at, 3)
    const events = await allEvents(office.at.storage, {
      organizationId,
      environment: 'test',
      currency: 'INR',
    })
    const { entries, nextCursor } = await read()
    expect(nextCursor).to.equal(null)
    expect(entries).to.deep.equal(
      events.map(({ entryId, type, amountMinor, currency, occurredAtMs, ...of }, at) => ({
        entryId,
        type,
        amountMinor,
        currency,
        status: ['posted', 'settled', 'posted', 'released', 'posted', 'held', 'posted', 'posted'][at],
        occurredAt: isoTime(occurredAtMs),
        ...(type === 'credit' ? {} : { messageId: of.messageId, appId: of.appId }),
        ...(type === 'settlement' || type === 'release' ? { relatedEntryId: of.relatedEntryId } : {}),
      })),
    )
    expect(entries.map(({ type }) => type)).to.deep.equal([
      'credit',
      'reservation',
      'credit',
      'reservation',
      'credit',
      'reservation',
      'settlement',
      'release',
    ])
  })

  it('can be filtered by type, app, range and currency', async () => {
    const { apps, ids } = await beBusy(office.at)
    const of = async (body: object) => (await read(body)).entries
    expect((await of({ type: 'settlement' })).map(({ messageId }) => messageId)).to.deep.equal([ids[0]])
    const [, { appId }] = apps
    const second = await of({ appId })
    expect(new Set(second.map((entry) => entry.appId))).to.deep.equal(new Set([appId]))
    expect(second.map(({ type }) => type)).to.deep.equal([...Array<string>(4).fill('reservation'), 'release'])
    const range = { from: NOW_MS + 2_000, to: NOW_MS + 4_000, type: 'reservation' }
    expect((await of(range)).map(({ messageId }) => messageId)).to.deep.equal(ids.slice(2, 4))
    expect(await of({ currency: 'USD' })).to.deep.equal([])
  })

  it('has pages that together contain every entry once, also during bookings', async () => {
    const { organizationId, app, storage } = office.at
    await beBusy(office.at)
    const { entries: whole } = await read()
    for (const limit of [1, 3, whole.length, 100]) expect(await paged({ limit })).to.deep.equal(whole)
    expect((await read({ limit: whole.length - 1 })).nextCursor).to.be.a('string')
    expect((await read({ limit: whole.length })).nextCursor).to.equal(null)
    let booked = 0
    const meanwhile = await paged({ limit: 4 }, async () => {
      booked += 1
      if (booked < 3) await acceptPaid(storage, { organizationId, appId: app.appId })
    })
    expect(meanwhile.slice(0, whole.length)).to.deep.equal(whole)
    expect(meanwhile).to.have.length(whole.length + 4)
    expect(new Set(meanwhile.map(({ entryId }) => entryId)).size).to.equal(meanwhile.length)
  })

  it('refuses a cursor of another query, of another list, or without a valid position', async () => {
    const { apps } = await beBusy(office.at)
    const [{ appId }] = apps
    const query = { limit: 1, type: 'reservation', appId }
    const { nextCursor: cursor } = await read(query)
    expect((await read({ ...query, cursor, limit: 7 })).entries).to.have.length(3)
    const mismatch = {
      _tag: 'InvalidRequest',
      fields: [
        {
          location: 'body',
          field: '/cursor',
          code: 'mismatch',
          message: 'The cursor does not belong to this query.',
        },
      ],
    }
    const changes = [
      { currency: 'USD' },
      { from: WHOLE.from + 1 },
      { to: WHOLE.to - 1 },
      { type: 'settlement' },
      { type: undefined },
      { appId: apps[1].appId },
      { appId: undefined },
      { cursor: 'x' },
      { cursor: `${cursor}0` },
    ]
    for (const change of changes)
      expect(await refused({ ...query, cursor, ...change }), JSON.stringify(change)).to.deep.equal(mismatch)
    const { organizationId, other } = office.at
    const filter = [OPERATION, organizationId, 'test', 'INR', WHOLE.from, WHOLE.to, 'reservation', appId]
    expect(await read({ ...query, cursor: encodeCursor(filter, '2', sha256) })).to.be.an('object')
    for (const position of ['0', '01', '-1', '1e3', '9007199254740992', fresh.id('msg')])
      expect(
        await refused({ ...query, cursor: encodeCursor(filter, position, sha256) }),
        position,
      ).to.deep.equal(mismatch)
    const others = [
      [OPERATION, other.organizationId, ...filter.slice(2)],
      ['listCustomerMessageHistory', ...filter.slice(1)],
    ]
    for (const one of others)
      expect(await refused({ ...query, cursor: encodeCursor(one, '2', sha256) })).to.deep.equal(mismatch)
  })

  it('limits a range to one UTC month and 31 days, not in the future and not empty', async () => {
    const wrong: ReadonlyArray<readonly [object, string]> = [
      [{ to: WHOLE.to + 1 }, '/to too_large'],
      [{ from: WHOLE.to }, '/to too_small'],
      [{ from: NOW_MS, to: NOW_MS - 1 }, '/to too_small'],
      [{ from: Date.UTC(2025, 11, 31, 23) }, '/to too_large'],
      [{ from: Date.UTC(2025, 11, 1), to: Date.UTC(2026, 0, 1) + 1 }, '/to too_large'],
    ]
    for (const [range, problem] of wrong) {
      const refusal = await refused(range)
      const fields = 'fields' in refusal ? refusal.fields : []
      expect(fields.map(({ location, field, code }) => `${location} ${field} ${code}`)).to.deep.equal([
        `body ${problem}`,
      ])
    }
    expect(await read({ from: Date.UTC(2025, 11, 1), to: Date.UTC(2026, 0, 1) })).to.be.an('object')
  })

  it("returns the same refusal for another's app and an unknown one, and is empty for an unused app", async () => {
    const { other, app } = office.at
    for (const appId of [other.app.appId, fresh.id('app'), 'app_none', 'no-such-thing'])
      expect(await refused({ appId }), appId).to.deep.equal(NOT_FOUND)
    expect(await read({ appId: app.appId })).to.deep.equal({
      entries: [],
      environment: 'test',
      nextCursor: null,
    })
    await acceptPaid(office.at.storage, {
      organizationId: other.organizationId,
      appId: other.app.appId,
    })
    expect(await refused({ appId: other.app.appId })).to.deep.equal(NOT_FOUND)
  })

  it('is hidden from a person who lost their membership while an app was read', async () => {
    const { storage, owner, organizationId, app } = office.at
    const tree: typeof storage.tenancy.tree = (organizations) => async () => {
      await office.at.write((unit) => unit.members.remove({ organizationId, userId: owner.userId }))
      return storage.tenancy.tree(organizations)()
    }
    const over = { storage: { ...storage, tenancy: { ...storage.tenancy, tree } } }
    const answer = await office.at.askOver(over)(owner, OPERATION, requestOf({ appId: app.appId }))
    expect(answer).to.deep.equal(E.left(NOT_FOUND))
  })

  it('reports that storage is unavailable', async () => {
    const { storage, owner, app } = office.at
    const outage = { _tag: 'StorageUnavailable', cause: 'away' } as const
    const away = () => async () => E.left(outage)
    const overs = [
      { ...storage, activity: { ...storage.activity, entries: away } },
      { ...storage, tenancy: { ...storage.tenancy, tree: away } },
    ]
    for (const over of overs) {
      const answer = await office.at.askOver({ storage: over })(
        owner,
        OPERATION,
        requestOf({ appId: app.appId }),
      )
      expect(answer).to.deep.equal(E.left(outage))
    }
    expect(await right(storage.catalog.epoch())).to.be.a('number')
  })
})
