import { expect } from 'chai'
import { aSend, reader } from './a-send.js'
import { call, callRaw, type Reply, type Sent } from './http-client.js'
import { type HttpFixture, openHttpFixture } from './http-fixture.js'
import { expectRefusal } from './refusals.js'

describe('Routing', () => {
  let http: HttpFixture
  before(async () => {
    http = await openHttpFixture()
  })
  after(() => http.close())

  for (const path of [
    '/',
    '/v1',
    '/v1/',
    '/v2/messages',
    '/v1/messages/',
    '/v1/Messages',
    '/v1//messages',
    '/v1/messages/a/b',
    '/v1/balances/',
    '/%ZZ',
    '/v1/%',
    '/metrics',
    `/${'x'.repeat(4000)}`,
  ])
    it(`responds to the path ${path.slice(0, 40)} with route_not_found, for any method`, async () => {
      for (const method of ['GET', 'POST', 'OPTIONS', 'DELETE', 'PROPFIND'])
        expectRefusal(await http.call(method, path), 'route_not_found')
    })

  it('responds to other methods with method_not_allowed and the allowed ones', async () => {
    const allowed = {
      '/v1/messages': 'GET, HEAD, POST',
      '/v1/health': 'GET, HEAD',
      '/v1/messages/abc': 'GET, HEAD',
      '/docs': 'GET, HEAD',
      '/v1/otp': 'POST',
    }
    for (const [path, allow] of Object.entries(allowed)) {
      for (const method of ['PUT', 'DELETE', 'OPTIONS', 'TRACE', 'PATCH', 'PROPFIND']) {
        const reply = await http.call(method, path, method === 'PUT' ? { body: 'x'.repeat(1000) } : {})
        expectRefusal(reply, 'method_not_allowed')
        expect(reply.headers['allow']).to.equal(allow)
      }
    }
    const head = await http.call('HEAD', '/v1/otp')
    expect([head.status, head.headers['allow'], head.body]).to.deep.equal([405, 'POST', ''])
    expect(head.headers['x-request-id']).to.match(/^req_/)
  })

  it('responds to HEAD like to GET, without a body', async () => {
    const requests: ReadonlyArray<readonly [path: string, as?: Sent]> = [
      ['/v1/health'],
      ['/v1/readiness'],
      ['/openapi.json'],
      ['/docs'],
      ['/v1/auth/check'],
      ['/v1/auth/check', reader(http.mine)],
      ['/v1/messages/abc', reader(http.mine)],
    ]
    for (const [path, as] of requests) {
      const got = await http.call('GET', path, as)
      const head = await http.call('HEAD', path, as)
      const shown = ({ status, headers }: Reply) => [
        status,
        headers['content-type'],
        headers['content-length'],
        headers['etag'],
        headers['www-authenticate'],
      ]
      expect(shown(head), path).to.deep.equal(shown(got))
      expect(head.body).to.equal('')
    }
  })

  it('sends HSTS if it is reached over https', async () => {
    const { port } = await http.openHost({ origin: 'https://api.example.com' })
    for (const path of ['/v1/health', '/v1/auth/check', '/nowhere', '/openapi.json'])
      expect((await call(port, 'GET', path)).headers['strict-transport-security'], path).to.equal(
        'max-age=63072000; includeSubDomains',
      )
    const plain = await http.openHost({ origin: 'http://127.0.0.1:8080' })
    for (const at of [plain.port, http.port])
      expect((await call(at, 'GET', '/v1/health')).headers).not.to.have.property('strict-transport-security')
  })

  it('accepts an absolute URL as target, and ignores unknown query parameters', async () => {
    expect((await callRaw(http.port, 'GET', 'http://example.com/v1/health', [])).status).to.equal(200)
    expect((await http.call('GET', '/v1/health?x=%ZZ')).status).to.equal(200)
    expect((await http.call('POST', '/v1/messages?x=1', aSend(http.mine))).status).to.equal(202)
  })

  it('lets a route reject a parameter itself, encoded or not, of any length', async () => {
    for (const id of ['%ZZ', '%', 'a%2Fb', '%E0%A4', 'x'.repeat(101), '%C3%A9'.repeat(200), '%25ZZ']) {
      expectRefusal(await http.call('GET', `/v1/messages/${id}`, reader(http.mine)), 'not_found')
      const other = await http.call('PUT', `/v1/messages/${id}`)
      expectRefusal(other, 'method_not_allowed')
      expect(other.headers['allow']).to.equal('GET, HEAD')
    }
  })

  it('ignores the body of a GET', async () => {
    const reply = await http.call('GET', '/v1/auth/check', {
      ...reader(http.mine),
      body: '{"x":'.repeat(100),
    })
    expect(reply.status).to.equal(200)
  })

  describe('gives every response a request id', () => {
    it("which is the caller's own if it is valid, also in the body and the log", async () => {
      for (const id of ['ab', 'A-z_0.9:x', 'x'.repeat(128)]) {
        for (const target of ['/v1/health', '/nothing', '/v1/balances', '/docs']) {
          const reply = await http.call('GET', target, { headers: { 'X-Request-Id': id } })
          expect(reply.headers['x-request-id']).to.equal(id)
        }
      }
      expect(http.lines.filter(({ fields }) => fields['requestId'] === 'ab')).to.have.lengthOf(4)
    })

    it('which is new if it is malformed or duplicate', async () => {
      for (const id of ['', 'a', 'x'.repeat(129), 'a b', 'a/b', '<x>', '\u00e9\u00e9']) {
        const reply = await http.call('GET', '/v1/auth/check', { headers: { 'X-Request-Id': id } })
        expect(reply.headers['x-request-id']).to.match(/^req_[0-9a-z]{26}$/)
      }
      const twice = await callRaw(http.port, 'GET', '/v1/health', ['X-Request-Id: aa', 'X-Request-Id: aa'])
      expect(twice.headers['x-request-id']).to.match(/^req_/)
    })
  })

  it('gives every response the security headers', async () => {
    const replies = [
      await http.call('GET', '/v1/health'),
      await http.call('GET', '/nothing'),
      await http.call('PUT', '/v1/messages'),
      await http.call('GET', '/v1/auth/check', reader(http.mine)),
      await http.call('POST', '/v1/messages', aSend(http.mine)),
      await http.call('POST', '/v1/messages', aSend(http.mine, { to: 1 })),
    ]
    for (const { headers } of replies) {
      expect(headers).to.include({
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      })
      expect(headers).not.to.have.any.keys('server', 'x-powered-by', 'access-control-allow-origin')
    }
  })

  it('counts every response under its template, or as unknown', async () => {
    await http.call('GET', '/v1/messages/abc', reader(http.mine))
    await http.call('GET', '/secret/path')
    expect(http.metrics).to.deep.include(['/v1/messages/{messageId}', 'GET', 404])
    expect(http.metrics).to.deep.include(['unknown', 'GET', 404])
    expect(JSON.stringify(http.metrics)).not.to.contain('secret')
  })

  it('logs one line per request, with a level by its status', async () => {
    const line = async (target: string, id: string) => {
      await http.call('GET', target, { headers: { ...reader(http.mine).headers, 'X-Request-Id': id } })
      return http.lines.filter(({ fields }) => fields['requestId'] === id)
    }
    const [good, ...more] = await line('/v1/auth/check', 'line-good')
    expect(more).to.deep.equal([])
    expect(good?.level).to.equal('debug')
    const { organizationId, appId, credentialId } = http.mine.credential
    expect(good?.fields).to.include({
      route: '/v1/auth/check',
      status: 200,
      organizationId,
      appId,
      credentialId,
    })
    expect(good?.fields['durationMs']).to.be.a('number')
    const [bad] = await line('/v1/balances', 'line-bad')
    expect(bad).to.deep.include({ level: 'info' })
    expect(bad?.fields).to.include({ status: 400, errorCode: 'invalid_request' })
  })
})
