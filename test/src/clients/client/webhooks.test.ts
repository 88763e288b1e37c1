import { createHmac, randomBytes } from 'node:crypto'
import { ConfigurationError, type Event, verifyWebhook, WebhookError } from '@postrider/client'
import { eventExample } from '@postrider/contracts/events/event-types'
import { signedHeaders } from '@postrider/core/webhooks/domain/signed-text'
import { expect } from 'chai'
import { Webhook } from 'standardwebhooks'
import { loopbackWebhooks } from '../../builders/webhook-callers.js'

const BODY = JSON.stringify({ ...eventExample('message.delivered'), note: 'ü €' })
const ID = 'evt_01k9x7c2v5n8q4r6t0w3y1z5bd'
const MINUTE_MS = 60_000

const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

/** The headers of a delivery, signed by the package of Standard Webhooks. */
const headersOf = (secret: string, atMs = Date.now(), body = BODY) => ({
  'webhook-id': ID,
  'webhook-timestamp': String(Math.floor(atMs / 1000)),
  'webhook-signature': new Webhook(secret).sign(ID, new Date(atMs), body),
})

/** The code of the `WebhookError` that a verification rejects with. */
const refusalOf = async (work: Promise<unknown>): Promise<string> => {
  const error: unknown = await work.catch((thrown: unknown) => thrown)
  if (!(error instanceof WebhookError)) return expect.fail(String(error))
  return error.code
}

/** What a program does with an event; that it compiles shows that the type tells the data apart. */
const told = (event: Event): string => {
  switch (event.type) {
    case 'message.delivered':
    case 'message.failed':
      return `${event.data.messageId} ${event.data.state} ${event.data.failureCode ?? ''}`.trim()
    case 'message.received':
      return event.data.inboundId
    case 'balance.low':
      return String(event.data.thresholdMinor - event.data.availableMinor)
    default:
      return event.type
  }
}

describe('Verifying webhooks with the client', () => {
  const secret = newSecret()

  it('returns the event of a delivery that the package standardwebhooks signed', async () => {
    const headers = headersOf(secret)
    const expected = JSON.parse(BODY) as unknown
    expect(await verifyWebhook(headers, BODY, secret)).to.deep.equal(expected)
    expect(await verifyWebhook(new Headers(headers), Buffer.from(BODY), [secret])).to.deep.equal(expected)
    const upper = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]),
    )
    expect(await verifyWebhook(upper, BODY, secret)).to.deep.equal(expected)
  })

  it('accepts each secret of a rotation, and one of several signatures', async () => {
    const before = newSecret()
    const sign = (key: string, text: string): string =>
      createHmac('sha256', Buffer.from(key.slice('whsec_'.length), 'base64'))
        .update(text)
        .digest('base64')
    const both = { ...signedHeaders(ID, Date.now(), BODY, [secret, before], sign) }
    for (const known of [secret, before, [newSecret(), before]])
      expect(await verifyWebhook(both, BODY, known)).to.include({ id: ID })
    for (const each of [secret, before]) new Webhook(each).verify(BODY, both)
    const mixed = {
      ...headersOf(secret),
      'webhook-signature': `v1a,xx v1,!! ${headersOf(secret)['webhook-signature']}`,
    }
    expect(await verifyWebhook(mixed, BODY, secret)).to.include({ id: ID })
  })

  it('accepts the public key of an endpoint that also signs with ed25519', async () => {
    const pair = loopbackWebhooks.newKeyPair()
    const before = loopbackWebhooks.newKeyPair()
    const keys = [secret, pair.privateKey, before.privateKey]
    const headers = { ...signedHeaders(ID, Date.now(), BODY, keys, loopbackWebhooks.sign) }
    expect(headers['webhook-signature']).to.match(/^v1,\S+ v1a,\S+ v1a,\S+$/)
    for (const known of [pair.publicKey, before.publicKey, [newSecret(), pair.publicKey], secret])
      expect(await verifyWebhook(headers, BODY, known)).to.include({ id: ID })
    new Webhook(secret).verify(BODY, headers)
    const { publicKey } = loopbackWebhooks.newKeyPair()
    expect(await refusalOf(verifyWebhook(headers, BODY, publicKey))).to.equal('webhook_forged')
    expect(await refusalOf(verifyWebhook(headers, `${BODY} `, pair.publicKey))).to.equal('webhook_forged')
    const onlySecret = headersOf(secret)
    expect(await refusalOf(verifyWebhook(onlySecret, BODY, pair.publicKey))).to.equal('webhook_forged')
  })

  it('refuses another secret, a changed body, ID or time, and an unsigned delivery', async () => {
    const headers = headersOf(secret)
    const nextSecond = String(Number(headers['webhook-timestamp']) + 1)
    const refused = [
      () => verifyWebhook(headers, BODY, newSecret()),
      () => verifyWebhook(headers, `${BODY} `, secret),
      () => verifyWebhook({ ...headers, 'webhook-id': 'evt_2' }, BODY, secret),
      () => verifyWebhook({ ...headers, 'webhook-timestamp': nextSecond }, BODY, secret),
      () => verifyWebhook({ ...headers, 'webhook-signature': 'v1,AAAA' }, BODY, secret),
      () => verifyWebhook({ ...headers, 'webhook-signature': 'v1,' }, BODY, secret),
      () =>
        verifyWebhook(
          { ...headers, 'webhook-signature': headers['webhook-signature'].replace('v1,', 'v2,') },
          BODY,
          secret,
        ),
    ]
    for (const each of refused) expect(await refusalOf(each())).to.equal('webhook_forged')
    for (const name of Object.keys(headers))
      expect(await refusalOf(verifyWebhook({ ...headers, [name]: undefined }, BODY, secret))).to.equal(
        'webhook_incomplete',
      )
    const worded = { ...headers, 'webhook-timestamp': 'now' }
    expect(await refusalOf(verifyWebhook(worded, BODY, secret))).to.equal('webhook_incomplete')
  })

  it('refuses a delivery whose time is more than five minutes away, before or after', async () => {
    for (const minutes of [-6, 6]) {
      const headers = headersOf(secret, Date.now() + minutes * MINUTE_MS)
      expect(await refusalOf(verifyWebhook(headers, BODY, secret))).to.equal('webhook_time')
      const tolerant = { toleranceSeconds: 600 }
      expect(await verifyWebhook(headers, BODY, secret, tolerant)).to.include({ id: ID })
      const near = headersOf(secret, Date.now() + (minutes * MINUTE_MS * 4) / 6)
      expect(await verifyWebhook(near, BODY, secret)).to.include({ id: ID })
    }
  })

  it('reports a wrong call as such', async () => {
    const headers = headersOf(secret)
    const parsed = JSON.parse(BODY) as string
    const wrong = [
      () => verifyWebhook(headers, BODY, 'abc'),
      () => verifyWebhook(headers, BODY, 'whsec_'),
      () => verifyWebhook(headers, BODY, 'whpk_'),
      () => verifyWebhook(headers, BODY, 'whpk_AAAA'),
      () => verifyWebhook(headers, BODY, [secret, '']),
      // As programs without types can call it, for example with an unset variable.
      () => verifyWebhook(headers, BODY, undefined as unknown as string),
      () => verifyWebhook({}, BODY, null as unknown as string),
      () => verifyWebhook(headers, BODY, [secret, 7 as unknown as string]),
      () => verifyWebhook(headers, BODY, []),
      () => verifyWebhook(headers, parsed, secret),
    ]
    for (const each of wrong) {
      const error: unknown = await each().catch((thrown: unknown) => thrown)
      expect(error).to.be.instanceOf(ConfigurationError)
    }
    const text = 'not JSON'
    const signed = headersOf(secret, Date.now(), text)
    expect(await refusalOf(verifyWebhook(signed, text, secret))).to.equal('webhook_malformed')
  })

  it('returns events whose type determines their data, also of unknown types', async () => {
    const verified = async (example: object): Promise<string> => {
      const body = JSON.stringify(example)
      return told(await verifyWebhook(headersOf(secret, Date.now(), body), body, secret))
    }
    expect(await verified(eventExample('message.delivered'))).to.match(/^msg_\w+ DELIVERED$/)
    expect(await verified(eventExample('message.failed'))).to.match(/^msg_\w+ FAILED provider_rejected$/)
    expect(await verified(eventExample('message.received'))).to.match(/^inb_/)
    expect(await verified(eventExample('balance.low'))).to.equal('180')
    expect(await verified({ ...eventExample('app.paused'), type: 'app.renamed' })).to.equal('app.renamed')
  })
})
