import { expect } from 'chai'
import { right } from '@postrider/conformance/outcome'
import { DEFAULT_RATE_LIMITS } from '@postrider/core/limits/domain/rate-policy'
import { migratedPostgres } from '../../adapters/storage-postgres/open-postgres.js'
import { issueCredential } from '../../builders/issue-credential.js'
import { createDatabase } from '../../servers/test-database.js'
import { aSend, aSendBody, freshKey, reader, sendHeaders } from './a-send.js'
import { type HttpFixture, openHttpFixture } from './http-fixture.js'
import { expectRefusal, valueIn } from './refusals.js'
import { CREDIT_MINOR, type TestTenant } from './test-tenant.js'

const engines = [
  ['SQLite', () => Promise.resolve(undefined)],
  ['MariaDB', createDatabase],
  ['PostgreSQL', migratedPostgres],
] as const

/** The checked fields of a listed message. */
type Listed = Readonly<Record<'messageId' | 'acceptedAt', string>>

for (const [engine, open] of engines)
  describe(`The list of messages for a credential, on ${engine}`, () => {
    let http: HttpFixture
    let drop: (() => Promise<void>) | undefined
    let tenant: TestTenant
    before(async () => {
      const database = await open()
      drop = database?.drop
      http = await openHttpFixture({}, database === undefined ? {} : { storageUrl: database.url })
    })
    beforeEach(async () => {
      tenant = await http.openTenant(CREDIT_MINOR)
    })
    after(async () => {
      await http.close()
      await drop?.()
    })

    const read = (query = '', as: { readonly bearer: string } = tenant) =>
      http.call('GET', `/v1/messages/recent${query}`, reader(as))

    const send = async (of: TestTenant, changes: Readonly<Record<string, unknown>> = {}) =>
      String(valueIn(await http.call('POST', '/v1/messages', aSend(of, changes)), 'messageId'))

    const sendMany = async (count: number): Promise<readonly string[]> => {
      const ids: string[] = []
      for (let sent = 0; sent < count; sent += 1) ids.push(await send(tenant))
      return ids.reverse()
    }

    const listedIn = async (query: string, as?: { readonly bearer: string }): Promise<readonly Listed[]> => {
      const reply = await read(query, as)
      expect(reply.status).to.equal(200)
      return valueIn(reply, 'messages') as readonly Listed[]
    }
    const idsIn = async (query: string, as?: { readonly bearer: string }) =>
      (await listedIn(query, as)).map(({ messageId }) => messageId)

    /** Reads all pages one after another; `between` runs before each further page. */
    const walk = async (query: string, between = () => Promise.resolve()): Promise<readonly string[]> => {
      const ids: string[] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const reply = await read(`?${query}${cursor === '' ? '' : `&cursor=${cursor}`}`)
        expect(reply.status).to.equal(200)
        ids.push(...(valueIn(reply, 'messages') as readonly Listed[]).map(({ messageId }) => messageId))
        cursor = valueIn(reply, 'nextCursor') as string | null
        if (cursor !== null) await between()
      }
      return ids
    }

    it('has each message once, newest first, even if others are accepted between two pages', async () => {
      const ids = await sendMany(7)
      expect(await idsIn('')).to.deep.equal(ids)
      const between = async () => void (await send(tenant))
      expect(await walk('limit=3', between)).to.deep.equal(ids)
    })

    it('shows the same fields as a single message, without the recipient', async () => {
      const messageId = await send(tenant, { clientReference: 'order-1' })
      const alone = await http.call('GET', `/v1/messages/${messageId}`, reader(tenant))
      const reply = await read()
      expect(valueIn(reply, 'messages')).to.deep.equal([alone.body])
      expect(JSON.stringify(reply.body)).not.to.include('9876543210')
    })

    it('is filtered by channel, state and time of acceptance', async () => {
      const sms = await send(tenant)
      const email = await send(tenant, aSendBody(tenant, {}, 'email'))
      expect(await idsIn('?channel=email')).to.deep.equal([email])
      expect(await idsIn('?state=ACCEPTED&channel=sms')).to.deep.equal([sms])
      expect(await idsIn('?state=DELIVERED')).to.deep.equal([])
      const [{ acceptedAt }] = (await listedIn('?channel=email')) as readonly [Listed]
      const atMs = Date.parse(acceptedAt)
      expect(await idsIn(`?channel=email&from=${atMs}`)).to.deep.equal([email])
      expect(await idsIn(`?channel=email&to=${atMs}`)).to.deep.equal([])
      expect(await idsIn(`?from=${atMs + 1}`)).to.deep.equal([])
    })

    it('has no messages of other tenants or other apps of the organization', async () => {
      const messageId = await send(tenant)
      const stranger = await http.openTenant(CREDIT_MINOR)
      const theirs = await send(stranger)
      const app = { ...tenant.app, appId: http.ports.ids.next('app'), name: 'Another' }
      await right(http.storage.catalog.save({ apps: [app] }))
      const { actions, channels, expiresAtMs } = tenant.credential
      const ofApp = await right(
        issueCredential(http.ports)({ app, actions, channels, label: 'another', expiresAtMs }),
      )
      expect(await idsIn('')).to.deep.equal([messageId])
      expect(await idsIn('', stranger)).to.deep.equal([theirs])
      expect(await idsIn('', ofApp)).to.deep.equal([])
    })

    it('accepts a cursor only with its query and from its app', async () => {
      await sendMany(2)
      const stranger = await http.openTenant(CREDIT_MINOR)
      const cursor = String(valueIn(await read('?limit=1&channel=sms'), 'nextCursor'))
      expect(await idsIn(`?limit=1&channel=sms&cursor=${cursor}`)).to.have.lengthOf(1)
      for (const [query, as] of [
        [`?limit=1&cursor=${cursor}`, tenant],
        [`?channel=sms&cursor=${cursor}`, stranger],
        ['?cursor=p1.none', tenant],
        ['?limit=101', tenant],
        ['?from=5&to=5', tenant],
        ['?state=TELEPORTED', tenant],
        ['?idempotencyKey=x', tenant],
      ] as const)
        expectRefusal(await read(query, as), 'invalid_request')
    })

    it('requires the permission to read messages', async () => {
      const sending = await tenant.issue({ actions: ['messages.send'] })
      expectRefusal(await read('', sending), 'action_not_granted')
    })

    it("doesn't change batches and lookups", async () => {
      const key = freshKey()
      const body = JSON.stringify({ messages: [aSendBody(tenant), aSendBody(tenant)] })
      const headers = sendHeaders(tenant, { 'Idempotency-Key': key })
      expect((await http.call('POST', '/v1/messages/batch', { headers, body })).status).to.equal(202)
      expectRefusal(await http.call('GET', '/v1/messages', reader(tenant)), 'invalid_request')
      const found = await http.call('GET', `/v1/messages?idempotencyKey=${key}`, reader(tenant))
      expect((valueIn(found, 'messages') as readonly Listed[]).length).to.equal(2)
      expect(await idsIn('')).to.have.lengthOf(2)
    })
  })

describe('The size of the message list for a credential', () => {
  let http: HttpFixture
  before(async () => {
    http = await openHttpFixture({}, { rates: { ...DEFAULT_RATE_LIMITS, reads: { perSecond: 1 } } })
  })
  after(() => http.close())

  it('counts as one read per 25 messages of a page', async () => {
    const left = async (query: string): Promise<number> => {
      const reply = await http.call('GET', `/v1/messages/recent${query}`, reader(http.mine))
      return Number(/r=(\d+)/.exec(String(reply.headers['ratelimit']))?.[1])
    }
    const first = await left('?limit=25')
    expect(first - (await left('?limit=100'))).to.equal(4)
    expect((await http.call('GET', '/v1/messages/recent?limit=1', reader(http.mine))).status).to.equal(200)
    for (let calls = 0; calls < 12; calls += 1) await left('?limit=100')
    expectRefusal(
      await http.call('GET', '/v1/messages/recent?limit=100', reader(http.mine)),
      'too_many_requests',
    )
  })
})
