import { createPublicKey, verify } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import { Webhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'
import { providerNetworks } from '@postrider/node/system/provider-networks'
import { signedHeaders } from '@postrider/core/webhooks/domain/signed-text'
import { httpWebhookCaller } from '@postrider/webhook-http/http-webhook-caller'

/** How the receiver responds, by path. */
const ANSWERS: Readonly<
  Record<string, (end: (status: number, headers?: object, body?: string) => void) => void>
> = {
  '/ok': (end) => end(204),
  '/moved': (end) => end(302, { location: 'http://127.0.0.1:1/' }),
  '/busy': (end) => end(503, { 'retry-after': '7' }, 'x'.repeat(5000)),
  '/long': (end) => end(500, {}, 'y'.repeat(300 * 1024)),
  '/silent': () => undefined,
}

describe('Calls to webhook endpoints', () => {
  const webhooks = httpWebhookCaller({ networks: providerNetworks(['127.0.0.0/8']), product: 'Postrider' })
  const strict = httpWebhookCaller({ networks: providerNetworks([]), product: 'Postrider' })
  const secret = webhooks.newSecret()
  const body = JSON.stringify({ type: 'message.delivered', text: 'ü' })
  const received: Array<{ readonly headers: Record<string, string>; readonly body: string }> = []
  let server: Server
  let base: string
  before(async () => {
    server = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        received.push({
          headers: request.headers as Record<string, string>,
          body: Buffer.concat(chunks).toString(),
        })
        ANSWERS[request.url ?? '']?.((status, headers = {}, text = '') => {
          response.writeHead(status, { ...headers }).end(text)
        })
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  after(() => {
    server.closeAllConnections()
    server.close()
  })

  const post = (path: string, caller = webhooks, timeoutMs = 5000) =>
    caller.post(
      `${base}${path}`,
      signedHeaders('evt_1', Date.now(), body, [secret], webhooks.sign),
      body,
      timeoutMs,
    )

  it('are signed with ed25519 too, which node:crypto verifies and the packages ignore', () => {
    const { publicKey, privateKey } = webhooks.newKeyPair()
    expect(webhooks.newKeyPair().publicKey).not.to.equal(publicKey)
    const headers = signedHeaders('evt_1', Date.now(), body, [secret, privateKey], webhooks.sign)
    const [, signature = ''] = headers['webhook-signature'].split(' v1a,')
    const x = Buffer.from(publicKey.slice('whpk_'.length), 'base64').toString('base64url')
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
    const text = `evt_1.${headers['webhook-timestamp']}.${body}`
    const isBy = (signed: string) => verify(null, Buffer.from(signed), key, Buffer.from(signature, 'base64'))
    expect(isBy(text)).to.equal(true)
    expect(isBy(`${text} `)).to.equal(false)
    for (const Verifier of [Webhook, SvixWebhook])
      expect(() => new Verifier(secret).verify(body, { ...headers })).not.to.throw()
  })

  it('are accepted by the verifying packages', async () => {
    expect(await post('/ok')).to.deep.equal({
      _tag: 'Answered',
      status: 204,
      retryAfter: undefined,
      start: '',
    })
    const last = received.at(-1)
    expect(last?.body).to.equal(body)
    for (const verifier of [new Webhook(secret), new SvixWebhook(secret)])
      expect(verifier.verify(last?.body ?? '', last?.headers ?? {})).to.deep.equal(JSON.parse(body))
  })

  it('follow no redirect, and return Retry-After and the first kilobyte', async () => {
    expect(await post('/moved')).to.deep.include({ status: 302 })
    const busy = await post('/busy')
    expect(busy).to.deep.include({ status: 503, retryAfter: '7', start: 'x'.repeat(1024) })
    const long = await post('/long')
    expect(long).to.deep.include({ status: 500, start: 'y'.repeat(1024) })
  })

  it('end in time, also if nothing responds', async () => {
    expect(await post('/silent', webhooks, 200)).to.deep.include({ _tag: 'NoAnswer' })
  })

  it('reach no private address and no address without TLS, unless the installation lists it', async () => {
    const before = received.length
    expect(await post('/ok', strict)).to.deep.include({ _tag: 'NoAnswer' })
    expect(received.length).to.equal(before)
    for (const url of [
      'http://example.com/',
      'https://10.0.0.1/',
      'https://169.254.169.254/',
      'https://a:b@example.com/',
    ])
      expect(strict.problemOf(url), url).to.be.a('string')
    expect(strict.problemOf('https://example.com/hooks')).to.equal(undefined)
    expect(strict.problemOf('example.com/hooks')).to.match(/^must start with https:/)
    expect(strict.problemOf('https://me:it@example.com')).to.equal('must not contain a login or a fragment')
  })
})
