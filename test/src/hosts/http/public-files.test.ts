import { execFileSync } from 'node:child_process'
import { request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect } from 'chai'
import { eventually } from '@postrider/conformance/eventually'
import { builtDocument } from '../../contracts/built-document.js'
import { call } from './http-client.js'
import { type HttpFixture, openHttpFixture } from './http-fixture.js'
import { getting, openRaw } from './raw-connection.js'

const PACK = fileURLToPath(new URL('../../../../scripts/pack-public-files.mjs', import.meta.url))
const DOCUMENTS = [
  '/openapi.json',
  '/openapi.sending.json',
  '/openapi.sending-3.0.json',
  '/capabilities.json',
]
const LARGEST = '/docs/search.json'

interface Received {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly bytes: Buffer
}

describe('Public files', () => {
  let http: HttpFixture
  before(async () => {
    // `npm test` does the same before all tests; the documents may have changed since.
    execFileSync(process.execPath, [PACK])
    http = await openHttpFixture()
  })
  after(() => http.close())

  const get = (path: string, headers: Readonly<Record<string, string>> = {}): Promise<Received> =>
    new Promise((resolve, reject) => {
      request({ host: '127.0.0.1', port: http.port, path, headers, agent: false }, (response) => {
        const pieces: Buffer[] = []
        response
          .on('data', (piece: Buffer) => pieces.push(piece))
          .on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              bytes: Buffer.concat(pieces),
            }),
          )
      })
        .on('error', reject)
        .end()
    })

  for (const path of DOCUMENTS)
    it(`are compressed if the client accepts it, with the same content: ${path}`, async () => {
      const [plain, br, gzip] = [
        await get(path),
        await get(path, { 'Accept-Encoding': 'gzip, deflate, br' }),
        await get(path, { 'Accept-Encoding': 'gzip' }),
      ]
      expect([plain, br, gzip].map(({ headers }) => headers['content-encoding'])).to.deep.equal([
        undefined,
        'br',
        'gzip',
      ])
      for (const { headers } of [plain, br, gzip]) expect(headers['vary']).to.equal('Accept-Encoding')
      expect(brotliDecompressSync(br.bytes).equals(plain.bytes)).to.equal(true)
      expect(gunzipSync(gzip.bytes).equals(plain.bytes)).to.equal(true)
      expect(br.bytes.length).to.be.lessThan(plain.bytes.length / 3)
      expect(new Set([plain, br, gzip].map(({ headers }) => headers['etag'])).size).to.equal(3)
    })

  it('are the documents of the build, byte for byte', async () => {
    for (const path of DOCUMENTS)
      expect((await get(path)).bytes.equals(Buffer.from(builtDocument(path.slice(1)))), path).to.equal(true)
  })

  it('are not sent to clients that have them', async () => {
    for (const headers of [{}, { 'Accept-Encoding': 'br' }]) {
      const { headers: sentHeaders } = await get('/openapi.json', headers)
      const etag = String(sentHeaders['etag'])
      for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const again = await get('/openapi.json', { ...headers, 'If-None-Match': known })
        expect([again.status, again.bytes.length, again.headers['etag']]).to.deep.equal([304, 0, etag])
        expect(again.headers['x-request-id']).to.match(/^req_/)
      }
      const other = await get('/openapi.json', { ...headers, 'If-None-Match': '"other"' })
      expect(other.status).to.equal(200)
    }
    const unchanged = await call(http.port, 'GET', '/capabilities.json', {
      headers: { 'If-None-Match': '*' },
    })
    expect(unchanged.status).to.equal(304)
  })

  it('are limited in bytes at once and per second, with a Retry-After for others', async () => {
    const { port } = await http.openHost({ limits: { maxPublicBytes: 2_000_000 } })
    const idler = openRaw(port)
    idler.socket.write(getting(LARGEST))
    await eventually('it has begun', () => idler.text() !== '')
    const getDocument = async () => call(port, 'GET', '/openapi.json')
    const refused = await getDocument()
    expect(refused.status, 'not even where it was taken at once').to.equal(503)
    expect(refused.headers['retry-after']).to.equal('5')
    expect((await call(port, 'GET', '/v1/health')).status).to.equal(200)
    await eventually('there is room again', async () => (await getDocument()).status === 200)
    const deaf = openRaw(port, { isRead: false })
    const reload = setInterval(() => deaf.socket.write(getting(LARGEST)), 100)
    await eventually('it is refused while an answer is not taken', async () => {
      await pause(1200)
      return (await getDocument()).status === 503
    })
    clearInterval(reload)
    deaf.socket.destroy()
    await eventually('there is room again', async () => (await getDocument()).status === 200)
  })

  it('exclude the documentation site if it is turned off; the contract stays', async () => {
    const { port } = await http.openHost({ hasDocs: false })
    const statuses: number[] = []
    for (const path of ['/docs', '/docs/', LARGEST, '/docs/alerts']) {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'GET' })
      statuses.push(response.status)
      expect(await response.json()).to.include({ code: 'route_not_found' })
    }
    expect(statuses).to.deep.equal([404, 404, 404, 404])
    for (const path of ['/openapi.json', '/capabilities.json'])
      expect((await call(port, 'GET', path)).status).to.equal(200)
  })
})
