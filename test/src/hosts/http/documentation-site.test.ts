import { gunzipSync } from 'node:zlib'
import { request } from 'node:http'
import { expect } from 'chai'
import { DEFAULT_PRODUCT } from '@postrider/core/kernel/texts/product'
import { ERROR_CODES } from '@postrider/contracts/errors/error-registry'
import { type HttpFixture, openHttpFixture } from './http-fixture.js'

/** A page as a browser gets it. */
const read = async (port: number, path: string, headers: Readonly<Record<string, string>> = {}) => {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers, redirect: 'manual' })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

interface Received {
  readonly status: number | undefined
  readonly bytes: Buffer
  readonly encoding: unknown
}

/** The bytes as they are sent, and their encoding. */
const readRaw = (port: number, path: string, encoding: string): Promise<Received> =>
  new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, headers: { 'Accept-Encoding': encoding } }, (response) => {
      const pieces: Buffer[] = []
      response
        .on('data', (piece: Buffer) => pieces.push(piece))
        .on('end', () =>
          resolve({
            status: response.statusCode,
            bytes: Buffer.concat(pieces),
            encoding: response.headers['content-encoding'],
          }),
        )
    })
      .on('error', reject)
      .end()
  })

describe('The documentation site at /docs', () => {
  let http: HttpFixture
  before(async () => {
    http = await openHttpFixture()
  })
  after(() => http.close())

  it('has a page for each error code, at the address in the Link header of the error', async () => {
    for (const code of ERROR_CODES) {
      const { status, text } = await read(http.port, `/docs/errors/${code}`)
      expect(status, code).to.equal(200)
      expect(text, code).to.contain(`<h1 id="${code}">`)
    }
  })

  it('has pages for alerts, settings, metrics, provider kinds and operations, and each as Markdown', async () => {
    for (const path of [
      'alerts/PostriderDown',
      'settings/POSTRIDER_DOCS',
      'metrics/postrider_messages_accepted_total',
      'providers/smpp',
      'reference/sendMessage',
      'reference/admin/listMessages',
    ]) {
      expect((await read(http.port, `/docs/${path}`)).status, path).to.equal(200)
      const markdown = await read(http.port, `/docs/${path}.md`)
      expect(markdown.status, path).to.equal(200)
      expect(markdown.headers.get('content-type')).to.equal('text/markdown; charset=utf-8')
      expect(markdown.text, path).to.match(/^# /)
    }
  })

  it('has a policy that allows only files of the host, and pages without scripts or styles inside', async () => {
    for (const path of ['/docs', '/docs/', '/docs/reference/sendMessage', '/docs/errors/conflict']) {
      const { headers, text } = await read(http.port, path)
      expect(headers.get('content-security-policy'), path)
        .to.contain("default-src 'none'; script-src 'self'; style-src 'self'")
        .and.not.contain('unsafe')
      expect(headers.get('cross-origin-opener-policy'), path).to.equal('same-origin')
      expect(text, path).to.not.match(/<style|<script(?![^>]* src=)|\sstyle="|\son[a-z]+="/)
    }
  })

  it('shows a page with search at an unknown address, whose files load at any depth', async () => {
    for (const path of ['/docs/nothing', '/docs/errors/no_such_code', '/docs/a/b/c']) {
      const { status, text } = await read(http.port, path)
      expect(status, path).to.equal(404)
      const [, script = ''] = /<script type="module" src="([^"]+)"/.exec(text) ?? []
      const address = new URL(script, `http://127.0.0.1:${http.port}${path}`)
      expect((await read(http.port, address.pathname)).status, address.pathname).to.equal(200)
    }
  })

  it('has no other file', async () => {
    for (const name of [
      'package.json',
      '..%2fpackage.json',
      '%2e%2e/docs/site-files.js',
      '../main.js',
      'x/y',
      'search.json.gz',
    ])
      expect((await readRaw(http.port, `/docs/${name}`, 'identity')).status, name).to.equal(404)
  })

  it('sends compressed pages if the browser accepts them, and nothing if it has the page', async () => {
    const [plain, gzip] = [
      await readRaw(http.port, '/docs/errors', 'identity'),
      await readRaw(http.port, '/docs/errors', 'br, gzip'),
    ]
    expect([plain.encoding, gzip.encoding]).to.deep.equal([undefined, 'gzip'])
    expect(gunzipSync(gzip.bytes).equals(plain.bytes)).to.equal(true)
    const { headers } = await read(http.port, '/docs/errors')
    const again = await read(http.port, '/docs/errors', { 'If-None-Match': headers.get('etag') ?? '' })
    expect([again.status, again.text]).to.deep.equal([304, ''])
  })

  it('is called by the name of the product', async () => {
    const product = { ...DEFAULT_PRODUCT, name: 'Send & Co' }
    const { port } = await http.openHost({ product })
    for (const path of ['/docs', '/docs/errors/conflict', '/docs/nothing']) {
      const { text } = await read(port, path)
      expect(text, path)
        .to.contain('Send &amp; Co documentation</title>')
        .and.contain('</svg>Send &amp; Co <span>')
    }
  })
})
