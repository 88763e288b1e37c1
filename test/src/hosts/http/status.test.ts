import { DEPRECATIONS } from '@postrider/contracts/deprecations/deprecations'
import { expect } from 'chai'
import { call } from './http-client.js'
import { type HttpFixture, openHttpFixture, RELEASE } from './http-fixture.js'
import { builtDocument } from '../../contracts/built-document.js'
import { valueIn } from './refusals.js'

describe('The public documents', () => {
  let http: HttpFixture
  before(async () => {
    http = await openHttpFixture()
  })
  after(() => http.close())

  it('report that the process is up', async () => {
    const reply = await http.call('GET', '/v1/health')
    expect(reply.body).to.include({ status: 'pass', service: 'postrider' })
  })

  it('report readiness, with coarse check names', async () => {
    const reply = await http.call('GET', '/v1/readiness')
    expect(reply.status).to.equal(200)
    const { checks } = reply.body as { checks: ReadonlyArray<{ name: string }> }
    expect(checks.map(({ name }) => name)).to.include.members(['storage', 'migrations', 'queue', 'clock'])
    expect(JSON.stringify(reply.body)).not.to.contain('detail')
  })

  it('report unreadiness with the same body, and log the reason once', async () => {
    const observedAtMs = Date.now()
    const checkReadiness = async () => ({
      status: 'fail' as const,
      checks: [{ name: 'storage' as const, status: 'fail' as const, observedAtMs, detail: 'no such host' }],
    })
    const { port } = await http.openHost({ postrider: { ...http.postrider, checkReadiness } })
    for (let count = 0; count < 2; count += 1) {
      const reply = await call(port, 'GET', '/v1/readiness')
      expect(reply.status).to.equal(503)
      expect(reply.body).to.include({ status: 'fail' })
      expect(JSON.stringify(reply.body)).not.to.contain('no such host')
    }
    const logged = http.lines.filter(({ level, fields }) => level !== 'debug' && 'readiness' in fields)
    expect(http.lines.filter(({ level }) => level === 'error')).to.deep.equal([])
    expect(logged).to.have.lengthOf(1)
    expect(JSON.stringify(logged)).to.contain('no such host')
  })

  it('show the running version', async () => {
    const reply = await http.call('GET', '/v1/release')
    expect(reply.body).to.deep.equal({
      service: 'postrider',
      contractVersion: '1.2.0',
      deprecations: DEPRECATIONS,
      ...RELEASE,
    })
  })

  it('serve the contract as built', async () => {
    for (const [name, version] of [
      ['openapi.json', /^3\.1/],
      ['openapi.sending.json', /^3\.1/],
      ['openapi.sending-3.0.json', /^3\.0/],
    ] as const) {
      const reply = await http.call('GET', `/${name}`)
      expect(reply.body).to.deep.equal(JSON.parse(builtDocument(name)))
      expect(valueIn(reply, 'openapi')).to.match(version)
    }
  })

  it('show the documentation as a page that loads nothing from elsewhere', async () => {
    const reply = await http.call('GET', '/docs')
    const page = String(reply.body)
    expect(page)
      .to.contain('<meta charset="utf-8">')
      .and.not.to.match(/https?:\/\//)
    expect(reply.headers['content-security-policy'])
      .to.contain("default-src 'none'")
      .and.contain("script-src 'self'")
    const loaded = [...page.matchAll(/(?:src|href)="(docs\/assets\/[^"]+)"/g)].map((match) => match[1])
    expect(loaded).to.have.lengthOf(4)
    for (const address of loaded) {
      // The files of the page aren't part of the contract, so fetch reads them without the check.
      const asset = await fetch(`http://127.0.0.1:${http.port}/${address}`)
      expect(asset.status).to.equal(200)
      expect(asset.headers.get('x-content-type-options')).to.equal('nosniff')
      expect(asset.headers.get('x-request-id')).to.match(/^req_/)
      expect((await asset.arrayBuffer()).byteLength).to.be.greaterThan(100)
    }
  })
})
