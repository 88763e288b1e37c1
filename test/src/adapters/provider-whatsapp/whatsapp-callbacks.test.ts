import { createHmac } from 'node:crypto'
import { expect } from 'chai'
import fc from 'fast-check'
import type { ProviderCallback } from '@postrider/core/providers/ports/provider-callback'
import { aProviderAccount } from '@postrider/conformance/builders/a-provider-account'
import { fresh } from '@postrider/conformance/builders/fresh'
import { cloudCallbackReader } from '@postrider/provider-whatsapp/callbacks/read-callback'

const ADDRESS = 'https://api.example.com/callbacks/pac_1/prlt_1'
const SECRETS = {
  accessToken: 'a',
  appSecret: 'now',
  appSecretPrevious: 'before',
  verifyToken: 'a verify token',
}
const account = aProviderAccount({ kind: 'whatsapp', settings: { wabaId: '102290129340398' } })
const messageId = fresh.id('msg')

const read = (callback: Partial<ProviderCallback>, secrets: Readonly<Record<string, string>> = SECRETS) =>
  cloudCallbackReader.read(account, secrets, {
    method: 'POST',
    url: ADDRESS,
    headers: {},
    body: new Uint8Array(),
    ...callback,
  })

const signed = (body: Uint8Array, secret = 'now'): Partial<ProviderCallback> => ({
  headers: { 'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}` },
  body,
})

interface Change {
  readonly field: string
  readonly value: unknown
}

/** An update with these changes, in the vendor's format. */
const changed = (...changes: readonly Change[]) =>
  Buffer.from(
    JSON.stringify({
      object: 'whatsapp_business_account',
      entry: [{ id: '102290129340398', time: 1_751_247_548, changes }],
    }),
  )

const METADATA = { display_phone_number: '15550783881', phone_number_id: '106540352242922' }

const updateOf = (...statuses: readonly unknown[]) =>
  changed({ field: 'messages', value: { messaging_product: 'whatsapp', metadata: METADATA, statuses } })

const readChanges = async (...changes: readonly Change[]) => {
  const verdict = await read(signed(changed(...changes)))
  return verdict._tag === 'Read' ? verdict : expect.fail(verdict._tag)
}

/** An example of the vendor's page on statuses. */
const aStatus = (more: object = {}) => ({
  id: 'wamid.HBgLMTY1MDM4Nzk0MzkVAgARGBI3N0VBQUYwM0U4NEI1OTg5QTMA',
  status: 'delivered',
  timestamp: '1750263773',
  recipient_id: '16503879439',
  biz_opaque_callback_data: messageId,
  conversation: { id: '88a1d1', origin: { type: 'utility' } },
  pricing: { billable: true, pricing_model: 'PMP', category: 'utility', type: 'regular' },
  ...more,
})

const reportsOf = async (...statuses: readonly unknown[]) => {
  const verdict = await read(signed(updateOf(...statuses)))
  expect(verdict._tag).to.equal('Read')
  return verdict._tag === 'Read' ? verdict.reports : []
}

describe('A callback of the Cloud API', () => {
  it('returns its challenge if it knows the token', async () => {
    const ask = (token: string, challenge = '1158201444', mode = 'subscribe') =>
      read({
        method: 'GET',
        url: `${ADDRESS}?${new URLSearchParams({ 'hub.mode': mode, 'hub.challenge': challenge, 'hub.verify_token': token }).toString()}`,
      })
    expect(await ask('a verify token')).to.deep.equal({ _tag: 'Reply', text: '1158201444' })
    for (const verdict of [
      await ask('another token'),
      await ask(''),
      await ask('a verify token', '<script>alert(1)</script>'),
      await ask('a verify token', '1'.repeat(257)),
      await ask('a verify token', '1', 'unsubscribe'),
      await read({ method: 'GET', url: ADDRESS }),
      await read({ method: 'GET', url: 'nowhere' }),
      await read(
        { method: 'GET', url: `${ADDRESS}?hub.mode=subscribe&hub.challenge=1` },
        { verifyToken: '' },
      ),
    ])
      expect(verdict).to.deep.equal({ _tag: 'Forged' })
  })

  it('is its report if the app signed it with its secret or the previous one', async () => {
    for (const secret of ['now', 'before']) {
      const verdict = await read(signed(updateOf(aStatus()), secret))
      const [report, ...others] = verdict._tag === 'Read' ? verdict.reports : []
      expect(others).to.have.length(0)
      expect(report).to.deep.include({
        providerAccountId: account.providerAccountId,
        messageId,
        providerMessageId: 'wamid.HBgLMTY1MDM4Nzk0MzkVAgARGBI3N0VBQUYwM0U4NEI1OTg5QTMA',
        recipient: undefined,
        status: 'delivered',
        failureCode: undefined,
        providerTimeMs: 1_750_263_773_000,
      })
      expect(report?.raw).to.include('"category":"utility"')
    }
  })

  it('counts as forged with any other secret, another byte, or without a signature', async () => {
    const good = updateOf(aStatus())
    for (const each of [
      signed(good, 'other'),
      { ...signed(good), headers: {} },
      { ...signed(good), headers: { 'x-hub-signature-256': `sha1=${'0'.repeat(40)}` } },
    ])
      expect(await read(each)).to.deep.equal({ _tag: 'Forged' })
    await fc.assert(
      fc.asyncProperty(fc.nat(good.length - 1), fc.integer({ min: 1, max: 255 }), async (at, by) => {
        const body = Buffer.from(good)
        body[at] = (body[at] ?? 0) ^ by
        expect(await read({ ...signed(good), body })).to.deep.equal({ _tag: 'Forged' })
      }),
      { numRuns: 100 },
    )
    const { appSecretPrevious: _, ...without } = SECRETS
    expect(await read(signed(good, 'before'), without)).to.deep.equal({ _tag: 'Forged' })
  })

  it("can't be read if it isn't an update of a business account, and its text isn't stored", async () => {
    for (const text of ['', '[', 'null', '{"object":"page","entry":[{"text":"my words"}]}', '\u00ff']) {
      const verdict = await read(signed(Buffer.from(text, 'latin1')))
      expect(verdict._tag, text).to.equal('Unreadable')
      expect(JSON.stringify(verdict)).not.to.include('my words')
    }
  })
})

describe('A status of the Cloud API', () => {
  const TABLE = [
    [{ status: 'sent' }, 'accepted', undefined],
    [{ status: 'delivered' }, 'delivered', undefined],
    [{ status: 'read' }, 'read', undefined],
    [{ status: 'failed', errors: [{ code: 131026, title: 'x' }] }, 'undelivered', 'recipient_unreachable'],
    [{ status: 'failed', errors: [{ code: 131050 }] }, 'undelivered', 'recipient_blocked'],
    [{ status: 'failed', errors: [{ code: 132015 }] }, 'undelivered', 'template_rejected'],
    [{ status: 'failed', errors: [{ code: 131049 }] }, 'undelivered', 'recipient_limited'],
    [{ status: 'failed', errors: [{ code: 131048 }] }, 'undelivered', 'provider_rejected'],
    [{ status: 'failed', errors: 'none' }, 'undelivered', 'provider_rejected'],
    [{ status: 'failed' }, 'undelivered', 'provider_rejected'],
    // Fields that the vendor has started to leave out.
    [{ recipient_id: undefined, user_id: 'US.13491208655302741918' }, 'delivered', undefined],
    [{ timestamp: undefined, pricing: undefined, conversation: undefined }, 'delivered', undefined],
  ] as const

  for (const [changes, status, failureCode] of TABLE)
    it(`is ${status} ${failureCode ?? ''}: ${JSON.stringify(changes)}`, async () => {
      const [report] = await reportsOf(aStatus(changes))
      expect(report).to.include({ messageId, status, failureCode })
    })

  it('is one event for any number of repeats, and another for another status or time', async () => {
    const reports = await reportsOf(
      aStatus(),
      aStatus({ pricing: undefined }),
      aStatus({ status: 'read' }),
      aStatus({ timestamp: '1750263774' }),
      aStatus({ id: 'wamid.other' }),
    )
    const keys = reports.map(({ eventKey }) => eventKey)
    expect(keys).to.have.length(5)
    expect(keys[1]).to.equal(keys[0])
    expect(new Set(keys).size).to.equal(4)
  })

  it('names the message only if it is one of ours, and is skipped without known content', async () => {
    const [foreign] = await reportsOf(aStatus({ biz_opaque_callback_data: 'campaign 7' }))
    expect(foreign).to.have.property('messageId', undefined)
    const odd = [
      aStatus({ status: 'played' }),
      aStatus({ status: 'constructor' }),
      aStatus({ id: '' }),
      aStatus({ id: 7 }),
      aStatus({ id: 'x'.repeat(129) }),
      null,
      'status',
    ]
    expect(await reportsOf(...odd, aStatus())).to.have.length(1)
  })

  it("keeps nothing of an error's text, which may repeat what was sent", async () => {
    const errors = [{ code: 131026, title: 'my words', error_data: { details: 'my words' } }]
    const [report] = await reportsOf(aStatus({ status: 'failed', errors }))
    expect(report?.raw).to.include('131026')
    expect(report?.raw).not.to.include('my words')
  })

  it('is parsed without exceptions and with repeatable results, for any signed content', async () => {
    const oddStatus = fc.record(
      {
        id: fc.oneof(fc.string(), fc.constant('wamid.1')),
        status: fc.oneof(fc.constantFrom('sent', 'delivered', 'read', 'failed'), fc.anything()),
        timestamp: fc.oneof(fc.constant('1750263773'), fc.anything()),
        biz_opaque_callback_data: fc.oneof(fc.constant(messageId), fc.anything()),
        errors: fc.oneof(fc.array(fc.record({ code: fc.oneof(fc.integer(), fc.string()) })), fc.anything()),
        pricing: fc.anything(),
      },
      { requiredKeys: [] },
    )
    const oddChange = fc.record({
      field: fc.constantFrom('messages', 'user_preferences', 'message_template_status_update', 'x'),
      value: fc.dictionary(
        fc.constantFrom(
          'statuses',
          'messages',
          'user_preferences',
          'event',
          'metadata',
          'message_template_name',
        ),
        fc.oneof(fc.array(fc.anything()), fc.anything()),
      ),
    })
    const anything = fc.oneof(
      fc.array(oddStatus).map((statuses) => updateOf(...statuses)),
      fc.array(oddChange).map((changes) => changed(...changes)),
      fc.json().map((text) => Buffer.from(text)),
      fc.uint8Array().map((bytes) => Buffer.from(bytes)),
    )
    await fc.assert(
      fc.asyncProperty(anything, async (body) => {
        const verdict = await read(signed(body))
        expect(verdict._tag).to.be.oneOf(['Read', 'Unreadable'])
        expect(await read(signed(body))).to.deep.equal(verdict)
      }),
      { numRuns: 300 },
    )
  })
})

describe('An inbound message to a number of the Cloud API', () => {
  const aText = (more: object = {}) => ({
    from: '16505551234',
    id: 'wamid.in1',
    timestamp: '1749416383',
    type: 'text',
    text: { body: 'Does it come in another color?' },
    ...more,
  })
  const messages = (...all: readonly unknown[]) => ({
    field: 'messages',
    value: { messaging_product: 'whatsapp', metadata: METADATA, messages: all },
  })

  it('is passed on with its recipient, its author, and the message it replies to', async () => {
    const { inbound, reports, ignored } = await readChanges(
      messages(aText({ context: { id: 'wamid.ours' } })),
    )
    expect(reports).to.have.length(0)
    expect(ignored).to.equal(0)
    expect(inbound).to.have.length(1)
    expect(inbound[0]).to.deep.include({
      to: '106540352242922',
      from: '+16505551234',
      text: 'Does it come in another color?',
      inReplyTo: 'wamid.ours',
      consentChange: undefined,
      atMs: 1_749_416_383_000,
      eventKey: 'wamid.in1',
    })
    expect(inbound[0]?.raw).not.to.include('color')
  })

  it("is the tapped or written text or a caption, which may be empty, and its author may only have the vendor's id", async () => {
    const { inbound } = await readChanges(
      messages(
        aText({ id: '1', type: 'button', text: undefined, button: { text: 'STOP', payload: 'x' } }),
        aText({
          id: '2',
          type: 'interactive',
          text: undefined,
          interactive: { button_reply: { title: 'Yes' } },
        }),
        aText({ id: '3', type: 'image', text: undefined, image: { caption: 'this one', id: '9' } }),
        aText({ id: '4', type: 'sticker', text: undefined, sticker: { id: '9' } }),
        aText({ id: '5', from: undefined, from_user_id: 'US.13491208655302741918' }),
      ),
    )
    expect(inbound.map(({ text }) => text).slice(0, 4)).to.deep.equal(['STOP', 'Yes', 'this one', ''])
    expect(inbound[4]).to.include({ from: undefined, userId: 'US.13491208655302741918' })
  })

  it("isn't read from system entries, or from entries without an id", async () => {
    const odd = [aText({ type: 'system' }), aText({ type: 'unsupported' }), aText({ id: undefined }), null, 7]
    const { inbound, ignored } = await readChanges(messages(...odd, aText()))
    expect(inbound).to.have.length(1)
    expect(ignored).to.equal(5)
  })

  it("can also be a consentChange about marketing, by itself or as the cause of a message's failure", async () => {
    const preference = (more: object) => ({
      wa_id: '16505551234',
      detail: 'User requested to stop marketing messages',
      category: 'marketing_messages',
      value: 'stop',
      timestamp: 1_731_705_721,
      ...more,
    })
    const onlyId = { wa_id: undefined, user_id: 'US.1349' }
    const all = [{}, { value: 'resume' }, { category: 'other' }, { value: 'x' }, onlyId].map((more) =>
      preference(more),
    )
    const { inbound, ignored } = await readChanges({
      field: 'user_preferences',
      value: { metadata: METADATA, user_preferences: all },
    })
    expect(ignored).to.equal(2)
    expect(
      inbound.map(({ from, userId, consentChange, text }) => [
        from ?? userId,
        consentChange?.wants,
        consentChange?.scope,
        text,
      ]),
    ).to.deep.equal([
      ['+16505551234', 'stop', 'promotional', ''],
      ['+16505551234', 'start', 'promotional', ''],
      ['US.1349', 'stop', 'promotional', ''],
    ])
    const failed = await read(signed(updateOf(aStatus({ status: 'failed', errors: [{ code: 131050 }] }))))
    const verdict = failed._tag === 'Read' ? failed : expect.fail()
    const suppressed = { messageId, failureCode: 'recipient_blocked', suppresses: 'marketing_opt_out' }
    expect(verdict.reports[0]).to.include(suppressed)
    const hidden = aStatus({ status: 'failed', errors: [{ code: 131050 }], recipient_id: undefined })
    expect((await reportsOf(hidden))[0], 'the message names the person').to.include(suppressed)
    const other = aStatus({ status: 'failed', errors: [{ code: 131026 }] })
    expect((await reportsOf(other))[0]).not.to.have.property('suppresses')
  })
})

describe("The vendor's decision about a template", () => {
  const update = (event: string, more: object = {}) => ({
    field: 'message_template_status_update',
    value: {
      event,
      message_template_id: 1_689_556_908_129_832,
      message_template_name: 'order_shipped',
      message_template_language: 'en-US',
      reason: 'NONE',
      ...more,
    },
  })

  const TABLE = [
    ['APPROVED', {}, 'approved', 'APPROVED'],
    ['REINSTATED', {}, 'approved', 'REINSTATED'],
    ['REJECTED', { reason: 'INVALID_FORMAT' }, 'rejected', 'INVALID_FORMAT'],
    ['PAUSED', { other_info: { title: 'SECOND_PAUSE', description: 'six hours' } }, 'paused', 'SECOND_PAUSE'],
    ['DISABLED', { reason: undefined }, 'paused', 'DISABLED'],
    ['PENDING_DELETION', { reason: null }, 'paused', 'PENDING_DELETION'],
  ] as const

  for (const [event, more, verdict, reason] of TABLE)
    it(`is ${verdict} by ${event}, because of ${reason}`, async () => {
      const { templates } = await readChanges(update(event, more))
      expect(templates).to.have.length(1)
      expect(templates[0]).to.include({
        name: 'order_shipped',
        language: 'en_US',
        verdict,
        reason,
        atMs: 1_751_247_548_000,
      })
    })

  it("isn't read from other events, from another business account, or without a name", async () => {
    const odd = ['FLAGGED', 'PENDING', 'IN_APPEAL', 'LOCKED', 'constructor'].map((event) => update(event))
    const { templates, ignored } = await readChanges(...odd, update('PAUSED', { message_template_name: '' }))
    expect(templates).to.have.length(0)
    expect(ignored).to.equal(6)
    const other = aProviderAccount({ kind: 'whatsapp', settings: { wabaId: '102290129340399' } })
    const verdict = await cloudCallbackReader.read(other, SECRETS, {
      method: 'POST',
      url: ADDRESS,
      headers: {},
      body: new Uint8Array(),
      ...signed(changed(update('PAUSED'))),
    })
    expect(verdict).to.deep.include({ _tag: 'Read', templates: [] })
  })
})
