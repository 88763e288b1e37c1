import { createHmac } from 'node:crypto'
import { expect } from 'chai'
import { E } from '@postrider/core/fp'
import type { ProviderAccount } from '@postrider/core/tenancy/domain/service-configuration'
import { CALLBACK_TOKEN, secretsContext } from '@postrider/core/providers/use-cases/account-secrets'
import { aProviderAccount } from '@postrider/conformance/builders/a-provider-account'
import { fresh } from '@postrider/conformance/builders/fresh'
import { eventually } from '@postrider/conformance/eventually'
import { newMasterKey, parseMasterKey } from '@postrider/node/auth/master-key'
import { secretPorts } from '../../builders/secret-ports.js'
import { right } from '@postrider/conformance/outcome'
import { type HttpFixture, openHttpFixture } from './http-fixture.js'

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' }

describe('A provider callback', () => {
  let fixture: HttpFixture
  let token: string
  before(async () => {
    fixture = await openHttpFixture()
    token = fixture.ports.sessionTokens.create('link').token
  })
  after(() => fixture.close())

  /** Not a client of the contract, which has no such routes. */
  const call = async (
    method: string,
    target: string,
    sent: { readonly headers?: Record<string, string>; readonly body?: string } = {},
  ) => {
    const response = await fetch(`http://127.0.0.1:${fixture.port}${target}`, { method, ...sent })
    return { status: response.status, headers: response.headers, body: await response.text() }
  }

  /** An account with these secrets, and its token. */
  const accountOf = async (changes: Partial<ProviderAccount>, secrets: object): Promise<ProviderAccount> => {
    const bare = aProviderAccount({ kind: 'http-sms', channels: ['sms'], ...changes })
    const sealedSecrets = fixture.ports.keyRing.seal(
      JSON.stringify({ ...secrets, [CALLBACK_TOKEN]: token }),
      secretsContext(bare.providerAccountId),
      undefined,
    )
    const account = { ...bare, sealedSecrets }
    await right(fixture.storage.catalog.save({ providerAccounts: [account] }))
    return account
  }

  const kannel = (changes: Partial<ProviderAccount> = {}) =>
    accountOf({ settings: { preset: 'kannel' }, ...changes }, { username: 'u', password: 'p' })

  const addressOf = ({ providerAccountId }: ProviderAccount, query = '', by = token) =>
    `/callbacks/${providerAccountId}/${by}${query}`

  const storedFor = async ({ providerAccountId }: ProviderAccount) => {
    const pending = await right(fixture.storage.receipts.pending(Number.MAX_SAFE_INTEGER, undefined, 5_000))
    return pending.filter((each) => each.providerAccountId === providerAccountId)
  }

  const reported = (status: number | string = 1) => `?reference=${fresh.id('msg')}&status=${status}`

  it('is stored once and gets 200, regardless of repetition and order', async () => {
    const account = await kannel()
    const queries = Array.from({ length: 100 }, () => reported())
    const twice = [...queries, ...queries.toReversed()]
    const statuses = await Promise.all(
      twice.map(async (query) => (await call('GET', addressOf(account, query))).status),
    )
    expect(new Set(statuses)).to.deep.equal(new Set([200]))
    const stored = await storedFor(account)
    expect(stored.map(({ messageId }) => `?reference=${messageId}&status=1`)).to.have.members(queries)
  })

  it('gets the same not-found response for a wrong account and a wrong token', async () => {
    const account = await kannel()
    const other = fixture.ports.sessionTokens.create('link').token
    const sandbox = await accountOf({ kind: 'sandbox' }, {})
    const answers = [
      await call('GET', addressOf(sandbox, reported())),
      await call('GET', addressOf(account, reported(), other)),
      await call('GET', addressOf(account, reported(), 'x')),
      await call('GET', addressOf(aProviderAccount({}), reported())),
      await call('GET', '/callbacks/constructor/x'),
    ]
    for (const { status, body } of answers) {
      expect(status).to.equal(404)
      expect(JSON.parse(body)).to.have.property('code', 'route_not_found')
    }
    expect(await storedFor(account)).to.have.length(0)
  })

  it('gets 403 if it is forged, and nothing is stored', async () => {
    const account = await accountOf({ settings: { preset: 'twilio', accountSid: 'AC1' } }, { authToken: 't' })
    const headers = { ...FORM, 'X-Twilio-Signature': 'AAAA' }
    const body = 'MessageSid=SM1&MessageStatus=delivered'
    const { status } = await call('POST', addressOf(account, reported()), { headers, body })
    expect(status).to.equal(403)
    expect(await storedFor(account)).to.have.length(0)
  })

  it('of WhatsApp gets its challenge as plain text, and is trusted by its signature', async () => {
    const account = await accountOf(
      { kind: 'whatsapp', channels: ['whatsapp'], settings: { wabaId: '102290129340398' } },
      { accessToken: 'a', appSecret: 'app-secret', verifyToken: 'verify' },
    )
    const ask = (verify: string) =>
      call(
        'GET',
        addressOf(account, `?hub.mode=subscribe&hub.challenge=1158201444&hub.verify_token=${verify}`),
      )
    const answer = await ask('verify')
    expect(answer).to.include({ status: 200, body: '1158201444' })
    expect(answer.headers.get('content-type')).to.equal('text/plain; charset=utf-8')
    expect((await ask('other')).status).to.equal(403)
    const messageId = fresh.id('msg')
    const status = {
      id: 'wamid.1',
      status: 'read',
      timestamp: '1750263773',
      biz_opaque_callback_data: messageId,
    }
    const changes = [{ field: 'messages', value: { statuses: [status] } }]
    const body = JSON.stringify({ object: 'whatsapp_business_account', entry: [{ changes }] })
    const sign = (secret: string) => `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
    const report = async (secret: string) => {
      const headers = { 'content-type': 'application/json', 'x-hub-signature-256': sign(secret) }
      return (await call('POST', addressOf(account), { headers, body })).status
    }
    expect(await report('other')).to.equal(403)
    expect(await storedFor(account)).to.have.length(0)
    expect(await report('app-secret')).to.equal(200)
    expect((await storedFor(account)).map((one) => one.messageId)).to.deep.equal([messageId])
  })

  it("is kept for super admins without its content if it can't be parsed, and gets 200", async () => {
    const account = await kannel()
    const sent = { headers: FORM, body: 'text=secret+words&status=77' }
    expect(await call('POST', addressOf(account), sent)).to.include({ status: 200, body: '' })
    expect(await call('POST', addressOf(account), sent)).to.include({ status: 200 })
    expect(await storedFor(account)).to.have.length(0)
    const listed = await right(fixture.storage.reconciliation.unreadableCallbacks(undefined, 99))
    const [kept, ...others] = listed.value.filter(
      (each) => each.providerAccountId === account.providerAccountId,
    )
    expect(others).to.have.length(0)
    expect(kept?.detail).to.match(/no message status/)
    expect(JSON.parse(kept?.raw ?? '')).to.deep.equal({ status: '77', names: ['text', 'status'] })
  })

  it('gets 413 if it is one byte too long', async () => {
    const account = await kannel()
    const sent = (bytes: number) => ({ headers: FORM, body: 'x'.repeat(bytes) })
    expect((await call('POST', addressOf(account, reported()), sent(262_145))).status).to.equal(413)
    expect(await storedFor(account)).to.have.length(0)
    expect((await call('POST', addressOf(account, reported()), sent(262_144))).status).to.equal(200)
    expect(await storedFor(account)).to.have.length(1)
  })

  it('is accepted for a disabled account, which may have messages in progress', async () => {
    const account = await kannel({ status: 'disabled' })
    expect((await call('GET', addressOf(account, reported()))).status).to.equal(200)
    expect(await storedFor(account)).to.have.length(1)
  })

  it('gets 503 and is repeated while storage is unavailable, with nothing half done', async () => {
    const account = await kannel()
    const { receipts } = fixture.storage
    const { store } = receipts
    const query = reported()
    Object.assign(receipts, {
      store: () => () => Promise.resolve(E.left({ _tag: 'StorageUnavailable', cause: 'told so' })),
    })
    try {
      const answer = await call('GET', addressOf(account, query))
      expect(answer.status).to.equal(503)
      expect(answer.headers.get('retry-after')).to.be.oneOf(['1', '2'])
    } finally {
      Object.assign(receipts, { store })
    }
    expect((await call('GET', addressOf(account, query))).status).to.equal(200)
    expect(await storedFor(account)).to.have.length(1)
  })

  it("gets 503 and is repeated if the key that sealed its account's secrets is missing", async () => {
    const account = await kannel()
    const elsewhere = secretPorts(new Map(), { current: parseMasterKey(newMasterKey()) }).keyRing
    const sealedSecrets = elsewhere.seal('{}', secretsContext(account.providerAccountId), undefined)
    await right(fixture.storage.catalog.save({ providerAccounts: [{ ...account, sealedSecrets }] }))
    const query = reported()
    // An account that was read within the last second may still be cached.
    await eventually(
      'the other key is seen',
      async () => (await call('GET', addressOf(account, query))).status === 503,
    )
    await right(fixture.storage.catalog.save({ providerAccounts: [account] }))
    await eventually(
      'its own key is seen',
      async () => (await call('GET', addressOf(account, query))).status === 200,
    )
    expect(await storedFor(account)).to.have.length(1)
  })

  it('uses cached accounts for many callbacks, and reads again for a new account', async () => {
    const { administration } = fixture.storage
    const { providerAccounts } = administration
    const first = await kannel()
    let readings = 0
    Object.assign(administration, {
      providerAccounts: () => {
        readings += 1
        return providerAccounts()
      },
    })
    try {
      await Promise.all(Array.from({ length: 50 }, () => call('GET', addressOf(first, reported()))))
      expect(readings).to.be.lessThan(10)
      const second = await kannel()
      expect((await call('GET', addressOf(second, reported()))).status).to.equal(200)
    } finally {
      Object.assign(administration, { providerAccounts })
    }
  })

  it('is never logged, and neither is its token', () => {
    expect(JSON.stringify(fixture.lines)).not.to.include(token)
    expect(fixture.metrics.map(([route]) => route)).to.include('/callbacks/{providerAccountId}/{token}')
  })
})
