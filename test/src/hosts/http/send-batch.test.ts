import { LEGACY_ALIASES } from '@postrider/contracts/deprecations/deprecations'
import type { ErrorCode } from '@postrider/contracts/errors/error-registry'
import { expect } from 'chai'
import { right } from '@postrider/conformance/outcome'
import { aBatch, aLegacyItem, type Item, itemsIn, messageIdsIn, spell } from './a-batch.js'
import { aSendBody, freshKey, reader } from './a-send.js'
import { describeSending } from './describe-sending.js'
import type { Reply } from './http-client.js'
import type { HttpFixture } from './http-fixture.js'
import { expectNothingWritten, expectRefusal, type Fault, valueIn } from './refusals.js'
import { PRICE_MINOR, type TestTenant } from './test-tenant.js'
import { suppressed } from '../../builders/suppressed.js'

const KIBIBYTE = 1024

const malformed: ReadonlyArray<readonly [string, (tenant: TestTenant) => Item, readonly Fault[]]> = [
  [
    'invalid recipients on an enabled channel',
    (tenant) => aLegacyItem(tenant, { r: ['+919876543210', 'asha@example.com'], t: { s: true, e: true } }),
    [
      ['body', '/messages/1/r/0', 'format'],
      ['body', '/messages/1/r/1', 'format'],
    ],
  ],
  [
    'an invalid recipient',
    (tenant) => aSendBody(tenant, { to: '919876543210' }),
    [['body', '/messages/1/to', 'format']],
  ],
  [
    'enabled channels without a template',
    (tenant) => aLegacyItem(tenant, { st: undefined, et: undefined, t: { s: true, e: true } }),
    [
      ['body', '/messages/1/st', 'required'],
      ['body', '/messages/1/et', 'required'],
      ['body', '/messages/1/r/0', 'format'],
    ],
  ],
  [
    'a missing legacy variable',
    (tenant) => aLegacyItem(tenant, { v: { name: 'Asha' } }),
    [['body', '/messages/1/v/note', 'required']],
  ],
  [
    'an undeclared variable',
    (tenant) => aSendBody(tenant, { variables: { name: 'Asha', note: '', more: '' } }),
    [['body', '/messages/1/variables/more', 'unknown']],
  ],
  [
    'canonical fields and legacy aliases in one item',
    (tenant) => aSendBody(tenant, { r: ['+919876543210'] }),
    [['body', '/messages/1/r', 'unknown']],
  ],
  [
    'unknown or non-boolean toggles',
    (tenant) => aLegacyItem(tenant, { t: { s: 'yes', x: true } }),
    [
      ['body', '/messages/1/t/s', 'type'],
      ['body', '/messages/1/t/x', 'unknown'],
    ],
  ],
  [
    'a key of the API or a component of a provider inside it',
    (tenant) => aLegacyItem(tenant, { apiKey: 'x', components: [] }),
    [
      ['body', '/messages/1/apiKey', 'unknown'],
      ['body', '/messages/1/components', 'unknown'],
    ],
  ],
  [
    'a display name for an SMS',
    (tenant) => aSendBody(tenant, { recipientName: 'Asha' }),
    [['body', '/messages/1/recipientName', 'not_allowed']],
  ],
]

const wholes: ReadonlyArray<readonly [string, ErrorCode, (of: HttpFixture) => Item]> = [
  [
    "another tenant's template",
    'template_unavailable',
    ({ mine, other }) => aSendBody(mine, { templateId: other.template.sms.templateId }),
  ],
  [
    'a template of another channel',
    'template_unavailable',
    ({ mine }) => aLegacyItem(mine, { st: mine.template.email.templateId }),
  ],
  [
    "another tenant's project",
    'scope_mismatch',
    ({ mine, other }) => aSendBody(mine, { projectId: other.project.projectId }),
  ],
  [
    "another tenant's app",
    'scope_mismatch',
    ({ mine, other }) => aSendBody(mine, { appId: other.app.appId }),
  ],
  ['another sender id', 'sender_unavailable', ({ mine }) => aLegacyItem(mine, { senderId: 'SOMEBODY' })],
  ['a missing price', 'price_unavailable', ({ mine }) => aSendBody(mine, { to: '+447400123456' })],
]

describeSending('POST /v1/messages/batch', (open) => {
  let http: HttpFixture
  before(async () => {
    http = await open()
  })
  after(() => http.close())

  const send = (messages: readonly unknown[], key = freshKey(), as: { bearer: string } = http.mine) =>
    http.call('POST', '/v1/messages/batch', aBatch(as, messages, key))

  const sendText = (body: string): Promise<Reply> =>
    http.call('POST', '/v1/messages/batch', { ...aBatch(http.mine, []), body })

  const available = async (): Promise<unknown> =>
    valueIn(await http.call('GET', '/v1/balances?currency=INR', reader(http.mine)), 'availableMinor')

  it('accepts canonical items together, each with its own identity and price', async () => {
    const [before, had] = [await http.written(), Number(await available())]
    const reply = await send([aSendBody(http.mine), aSendBody(http.mine, {}, 'email')])
    expect(reply.status).to.equal(202)
    expect(spell(reply)).to.deep.equal(['sms accepted', 'email accepted'])
    expect(reply.body).to.include({ accepted: 2, replayed: 0, rejected: 0 })
    expect(reply.headers).not.to.have.any.keys('deprecation', 'link', 'sunset', 'idempotency-replayed')
    for (const [at, item] of itemsIn(reply).entries()) {
      expect(item).to.include({ index: at, state: 'ACCEPTED' })
      expect(item['estimatedCharge']).to.include({ amountMinor: PRICE_MINOR })
      expect(item).not.to.have.property('error')
    }
    const after = await http.written()
    expect(after).to.deep.equal({ messages: before.messages + 2, events: before.events + 2, violations: 0 })
    expect(await available()).to.equal(had - 2 * PRICE_MINOR)
  })

  it('expands legacy items by recipients, then SMS, WhatsApp, email, regardless of the key order', async () => {
    const { st, wt, et, ...others } = aLegacyItem(http.mine, {
      r: ['+919876543210', '+919876543211'],
      t: { w: true, s: true, e: false },
    })
    const reply = await send([{ et, wt, ...others, st }, aSendBody(http.mine, {}, 'email')])
    expect(reply.status).to.equal(202)
    const expected = ['sms', 'whatsapp', 'sms', 'whatsapp', 'email'].map((channel) => `${channel} accepted`)
    expect(spell(reply)).to.deep.equal(expected)
  })

  it('keeps recipients in order', async () => {
    const tenant = await http.openTenant(1000)
    const { organizationId } = tenant.organization
    const stranger = '+919876543211'
    await suppressed(http.ports, organizationId, stranger)
    const r = ['+919876543212', '+919876543210', stranger]
    const reply = await send([aLegacyItem(tenant, { r, t: { s: true, w: true } })], freshKey(), tenant)
    const accepted = ['sms accepted', 'whatsapp accepted']
    expect(spell(reply)).to.deep.equal([...accepted, ...accepted, 'sms rejected', 'whatsapp rejected'])
  })

  it('requires no sender id, and applies a reference to all messages of an item', async () => {
    const clientReference = freshKey()
    const item = aLegacyItem(http.mine, { senderId: undefined, t: { s: true, e: false }, clientReference })
    const sent = await send([item])
    expect(sent.status).to.equal(202)
    const target = `/v1/messages?clientReference=${clientReference}`
    const messages = valueIn(await http.call('GET', target, reader(http.mine)), 'messages') as readonly Item[]
    expect(messages.map(({ messageId }) => messageId)).to.deep.equal(messageIdsIn(sent))
  })

  it('marks the legacy aliases as deprecated in every response, refused or not', async () => {
    const link = `<${LEGACY_ALIASES.link}>; rel="deprecation"; type="text/html"`
    const deprecation = `@${Date.parse(LEGACY_ALIASES.deprecatedAt) / 1000}`
    const poor = await http.openTenant(PRICE_MINOR)
    const key = freshKey()
    const replies = [
      await send([aLegacyItem(http.mine)], key),
      await send([aLegacyItem(http.mine)], key),
      await send([aSendBody(http.mine), aLegacyItem(http.mine)]),
      await send([aLegacyItem(poor), aLegacyItem(poor)], freshKey(), poor),
      await send([aLegacyItem(http.mine, { senderId: 'SOMEBODY' })]),
      await send([aLegacyItem(http.mine, { t: {} })]),
      await send([{ r: '+919876543210', st: 5 }]),
    ]
    expect(replies.map(({ status }) => status)).to.deep.equal([202, 202, 202, 207, 403, 400, 400])
    for (const reply of replies) {
      expect(reply.headers).to.include({ deprecation })
      expect(reply.headers['link']?.split(', ')).to.include(link)
    }
    expect(replies[1]?.headers).to.have.property('idempotency-replayed', 'true')
  })

  it('accepts two equal items as two messages', async () => {
    const before = await http.written()
    const reply = await send([aSendBody(http.mine), aSendBody(http.mine)])
    expect(new Set(messageIdsIn(reply)).size).to.equal(2)
    expect((await http.written()).messages).to.equal(before.messages + 2)
  })

  it('accepts 50 messages, and refuses 51 completely', async () => {
    const recipients = Array.from({ length: 25 }, (_, at) => `+9198765432${String(at + 10)}`)
    const fifty = aLegacyItem(http.mine, { r: recipients, t: { s: true, w: true } })
    const accepted = await send([fifty])
    expect(accepted.status).to.equal(202)
    expect(accepted.body).to.include({ accepted: 50 })
    expect(itemsIn(accepted).map(({ index }) => index)).to.deep.equal(
      Array.from({ length: 50 }, (_, at) => at),
    )
    const wrong: ReadonlyArray<readonly [readonly unknown[], string]> = [
      [[fifty, aSendBody(http.mine)], 'too_many'],
      [Array.from({ length: 51 }, () => aSendBody(http.mine)), 'too_many'],
      [[aLegacyItem(http.mine, { r: [] })], 'too_few'],
      [[aLegacyItem(http.mine, { t: {} })], 'too_few'],
      [[aLegacyItem(http.mine, { t: { s: false } })], 'too_few'],
      [[], 'too_few'],
    ]
    await expectNothingWritten(http, async () => {
      for (const [messages, code] of wrong)
        expectRefusal(await send(messages), 'invalid_request', [['body', '/messages', code]])
    })
  })

  for (const [title, itemOf, faults] of malformed)
    it(`fails as a whole for ${title}, and points into the body`, () =>
      expectNothingWritten(http, async () => {
        const reply = await send([aSendBody(http.mine), itemOf(http.mine)])
        expectRefusal(reply, 'invalid_request', faults)
      }))

  it('reports all malformed items at once', async () => {
    const broken = [aSendBody(http.mine, { to: 'x' }), aLegacyItem(http.mine, { r: ['y'] })]
    expectRefusal(await send(broken), 'invalid_request', [
      ['body', '/messages/0/to', 'format'],
      ['body', '/messages/1/r/0', 'format'],
    ])
  })

  it('requires an idempotency key, and only the messages property', async () => {
    const { headers, body } = aBatch(http.mine, [aSendBody(http.mine)])
    const { 'Idempotency-Key': _, ...keyless } = headers ?? {}
    const key: Fault = ['header', 'Idempotency-Key', 'required']
    const without = await http.call('POST', '/v1/messages/batch', { headers: keyless, body: body ?? '' })
    expectRefusal(without, 'invalid_request', [key])
    const more = JSON.stringify({ messages: [aSendBody(http.mine)], apiKey: 'x' })
    expectRefusal(await sendText(more), 'invalid_request', [['body', '/apiKey', 'unknown']])
    expectRefusal(await sendText('{}'), 'invalid_request', [['body', '/messages', 'required']])
  })

  it('accepts bodies up to 8 MiB', async () => {
    const body = JSON.stringify({ messages: [aSendBody(http.mine)] })
    const padded = (bytes: number): string => body + ' '.repeat(bytes - body.length)
    expect((await sendText(padded(8 * KIBIBYTE * KIBIBYTE))).status).to.equal(202)
    expectRefusal(await sendText(padded(8 * KIBIBYTE * KIBIBYTE + 1)), 'payload_too_large')
  })

  for (const [title, code, itemOf] of wholes)
    it(`fails as a whole for ${title}, and charges nothing`, async () => {
      const had = await available()
      await expectNothingWritten(http, async () => {
        expectRefusal(await send([aSendBody(http.mine), itemOf(http), aLegacyItem(http.mine)]), code)
      })
      expect(await available()).to.equal(had)
    })

  it('fails as a whole if no sender is mapped, no provider is ready, or the organization is suspended', async () => {
    const senderless = await http.openTenant(1000, { configured: ['sms'] })
    const providerless = await http.openTenant(1000, { providerStatus: 'disabled' })
    const suspended = await http.openTenant(1000)
    const organization = { ...suspended.organization, status: 'suspended' as const }
    await right(http.storage.catalog.save({ organizations: [organization] }))
    const both = (tenant: TestTenant) =>
      send([aSendBody(tenant), aSendBody(tenant, {}, 'email')], freshKey(), tenant)
    await expectNothingWritten(http, async () => {
      expectRefusal(await both(senderless), 'sender_unavailable')
      expectRefusal(await both(providerless), 'provider_unavailable')
      expectRefusal(await both(suspended), 'organization_suspended')
    })
  })
})
