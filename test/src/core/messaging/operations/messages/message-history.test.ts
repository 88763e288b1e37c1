import { expect } from 'chai'
import { encodeCursor } from '@postrider/core/kernel/codecs/page-cursor'
import type { ResultOf } from '@postrider/core/assembly/registry'
import { isoTime } from '@postrider/core/kernel/time/epoch-ms'
import type { Ports } from '@postrider/core/assembly/ports'
import { activityStorage } from '@postrider/storage-sql/messaging/activity/activity'
import { sqliteEngine } from '@postrider/storage-sql/sqlite/sqlite-engine'
import { fresh, NOW_MS } from '@postrider/conformance/builders/fresh'
import { sha256 } from '@postrider/conformance/builders/sha256'
import { acceptPaid } from '@postrider/conformance/storage/messaging/accepting'
import { beBusy } from '../../../runner/use-cases/a-busy-firm.js'
import { useOffice } from '../../../assembly/an-office.js'
import { NOT_FOUND } from '../../../runner/use-cases/strange.js'

const OPERATION = 'listCustomerMessageHistory'

type Page = ResultOf<typeof OPERATION>

describe('The message history', () => {
  const office = useOffice()

  const requestOf = (body: object) => ({ organizationId: office.at.organizationId, ...body })
  const read = (body: object = {}, over: Partial<Ports> = {}) =>
    office.at.doneOver(over)(office.at.owner, OPERATION, requestOf(body))
  const refused = (body: object) => office.at.refused(office.at.owner, OPERATION, requestOf(body))

  /** The messages of all pages, and the number on each page. */
  const paged = async (body: object, over: Partial<Ports> = {}) => {
    const ids: string[] = []
    const sizes: number[] = []
    let cursor: string | null = null
    do {
      const page: Page = await read({ ...body, ...(cursor === null ? {} : { cursor }) }, over)
      ids.push(...page.messages.map(({ messageId }) => messageId))
      sizes.push(page.messages.length)
      cursor = page.nextCursor
    } while (cursor !== null)
    return { ids, sizes }
  }

  it('shows each message in its present state, with a masked recipient and without content', async () => {
    const { messages: sent } = await beBusy(office.at, 5)
    const { messages, nextCursor } = await read()
    expect(nextCursor).to.equal(null)
    const stands = [
      ['SUBMITTED', 'settled', 60_000],
      ['EXPIRED', 'released', 61_000],
      ...[2_000, 3_000, 4_000].map((afterMs) => ['ACCEPTED', 'provisional', afterMs] as const),
    ] as const
    expect([...messages].reverse()).to.deep.equal(
      sent.map(({ messageId, appId, channel, sender, templateId, acceptedAtMs }, at) => ({
        messageId,
        appId,
        state: stands[at]?.[0],
        channel,
        acceptedAt: isoTime(acceptedAtMs),
        updatedAt: isoTime(NOW_MS + (stands[at]?.[2] ?? 0)),
        billing: { status: stands[at]?.[1], amountMinor: 25, currency: 'INR' },
        to: channel === 'email' ? 'a***@example.org' : '+91******3210',
        ...(sender !== undefined && { sender }),
        templateId,
        ...(at === 1
          ? {
              failureCode: 'validity_expired',
              failure: { providerCode: '30001', providerText: 'Queue overflow' },
            }
          : {}),
        ...(at === 4 ? { clientReference: 'order-4' } : {}),
      })),
    )
  })

  it('is newest first, with pages that together contain every message once', async () => {
    const { ids } = await beBusy(office.at, 7)
    const newest = [...ids].reverse()
    for (const [limit, sizes] of [
      [1, [1, 1, 1, 1, 1, 1, 1]],
      [3, [3, 3, 1]],
      [7, [7]],
      [100, [7]],
    ] as const)
      expect(await paged({ limit })).to.deep.equal({ ids: newest, sizes })
  })

  it('continues from its position although newer messages arrive', async () => {
    const { organizationId, app, storage } = office.at
    const { ids } = await beBusy(office.at, 5)
    const { nextCursor: cursor } = await read({ limit: 2 })
    await acceptPaid(storage, { organizationId, appId: app.appId, acceptedAtMs: NOW_MS + 90_000 })
    const { messages } = await read({ limit: 100, cursor })
    expect(messages.map(({ messageId }) => messageId)).to.deep.equal(ids.slice(0, 3).reverse())
  })

  it('can be filtered by app, channel, state and range', async () => {
    const { apps, ids } = await beBusy(office.at, 8)
    const narrowed: ReadonlyArray<readonly [object, readonly number[]]> = [
      [{ appId: apps[1].appId }, [1, 3, 5, 7]],
      [{ channel: 'email' }, [0, 3, 6]],
      [{ channel: 'whatsapp' }, []],
      [{ state: 'SUBMITTED' }, [0]],
      [{ state: 'ACCEPTED', appId: apps[0].appId, channel: 'sms' }, [2, 4]],
      [{ from: NOW_MS + 6_000 }, [6, 7]],
      [{ to: NOW_MS + 2_000 }, [0, 1]],
      [{ from: NOW_MS + 2_000, to: NOW_MS + 5_000 }, [2, 3, 4]],
      [{ from: NOW_MS + 5_000, to: NOW_MS + 2_000 }, []],
    ]
    for (const [body, expected] of narrowed)
      expect((await paged({ ...body, limit: 2 })).ids, JSON.stringify(body)).to.deep.equal(
        [...expected].reverse().map((at) => ids[at]),
      )
  })

  it('shows that there is more if a page reached its limit and found little', async () => {
    const { ids } = await beBusy(office.at, 7)
    const engine = sqliteEngine(office.at.storageUrl)
    const mostLookedAt = 2
    const over = { storage: { ...office.at.storage, activity: activityStorage(engine, mostLookedAt) } }
    try {
      expect(await paged({ channel: 'email', limit: 50 }, over)).to.deep.equal({
        ids: [ids[6], ids[3], ids[0]],
        sizes: [1, 1, 0, 1],
      })
    } finally {
      await engine.close()
    }
  })

  it('refuses a cursor of another query, of another list, and without a valid position', async () => {
    const { apps, ids } = await beBusy(office.at, 6)
    const query = {
      limit: 1,
      appId: apps[0].appId,
      channel: 'sms',
      state: 'ACCEPTED',
      from: NOW_MS,
      to: NOW_MS + 9_000,
    }
    const { nextCursor: cursor } = await read(query)
    expect((await read({ ...query, cursor, limit: 9 })).messages).to.have.length(1)
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
      { appId: apps[1].appId },
      { channel: 'email' },
      { state: 'EXPIRED' },
      { failureCode: 'recipient_unreachable' },
      { environment: 'test' },
      { from: NOW_MS + 1 },
      { to: NOW_MS + 8_999 },
      { cursor: 'x' },
      ...['appId', 'channel', 'state', 'from', 'to'].map((name) => ({ [name]: undefined })),
    ]
    for (const change of changes)
      expect(await refused({ ...query, cursor, ...change }), JSON.stringify(change)).to.deep.equal(mismatch)
    const { organizationId, other } = office.at
    const rest = [query.appId, 'sms', 'ACCEPTED', undefined, undefined, query.from, query.to]
    const own = [OPERATION, organizationId, ...rest]
    const position = ids[4] ?? ''
    expect(await read({ ...query, cursor: encodeCursor(own, position, sha256) })).to.be.an('object')
    const wrong = [
      encodeCursor(own, '7', sha256),
      encodeCursor(own, fresh.id('app'), sha256),
      encodeCursor([OPERATION, other.organizationId, ...rest], position, sha256),
      encodeCursor(['listCustomerBillingActivity', organizationId, ...rest], position, sha256),
    ]
    for (const one of wrong) expect(await refused({ ...query, cursor: one }), one).to.deep.equal(mismatch)
  })

  it("returns the same refusal for another's app and an unknown one, and is empty for an unused app", async () => {
    const { other, app, storage } = office.at
    await acceptPaid(storage, {
      organizationId: other.organizationId,
      appId: other.app.appId,
    })
    for (const appId of [other.app.appId, fresh.id('app'), 'app_none', 'no-such-thing'])
      expect(await refused({ appId }), appId).to.deep.equal(NOT_FOUND)
    expect(await read({ appId: app.appId })).to.deep.equal({ messages: [], nextCursor: null })
  })
})
