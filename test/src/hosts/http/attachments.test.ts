import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { MAX_ATTACHMENT_BYTES } from '@postrider/core/support/domain/attachment-file'
import type { SignedRequest, StoredFile } from '@postrider/core/support/ports/attachments'
import { aStoredFile, someBytes } from '@postrider/conformance/builders/a-stored-file'
import { download } from '@postrider/conformance/attachments'
import { eventually } from '@postrider/conformance/eventually'
import { right } from '@postrider/conformance/outcome'
import { headOf, soonMs, targetOf } from './an-upload.js'
import { call, type Reply, sendRaw } from './http-client.js'
import { type HttpFixture, openHttpFixture } from './http-fixture.js'
import { expectRefusal } from './refusals.js'

describe('The bytes of attachments', () => {
  let http: HttpFixture
  before(async () => {
    http = await openHttpFixture()
  })
  after(() => http.close())

  const put = (address: SignedRequest, body: Buffer, headers: Readonly<Record<string, string>> = {}) =>
    http.call('PUT', targetOf(address), { headers: { ...address.headers, ...headers }, body })

  const get = async (file: StoredFile): Promise<Reply> =>
    http.call('GET', targetOf(await http.attachments.downloadFrom(file, soonMs())))

  const uploaded = async (bytes: Buffer, changes: Partial<StoredFile> = {}): Promise<StoredFile> => {
    const file = aStoredFile(bytes, changes)
    const reply = await put(await http.attachments.uploadTo(file, soonMs()), bytes)
    expect(reply.status).to.equal(204)
    return file
  }

  /** The number of files in the attachment directory, complete or not. */
  const filesKept = async (): Promise<number> => {
    const entries = await readdir(http.attachmentsDirectory, { recursive: true, withFileTypes: true }).catch(
      () => [],
    )
    return entries.filter((entry) => entry.isFile()).length
  }

  const parts = async (): Promise<readonly string[]> =>
    readdir(join(http.attachmentsDirectory, 'incoming')).catch(() => [])

  const expectNothingKept = async (during: () => Promise<void>): Promise<void> => {
    const before = await filesKept()
    await during()
    await eventually('no part is left', async () => (await parts()).length === 0)
    expect(await filesKept()).to.equal(before)
  }

  describe('are uploaded', () => {
    it('with 204, no body and the security headers, any number of times', async () => {
      const bytes = someBytes()
      const address = await http.attachments.uploadTo(aStoredFile(bytes), soonMs())
      for (let times = 0; times < 2; times += 1) {
        const { status, headers, body } = await put(address, bytes)
        expect([status, body]).to.deep.equal([204, ''])
        expect(headers).to.include({
          'cache-control': 'no-store',
          'x-content-type-options': 'nosniff',
          'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        })
        expect(headers).not.to.have.any.keys('content-type', 'content-length')
      }
    })

    it('from pages of any origin, with readable responses', async () => {
      const bytes = someBytes()
      const address = await http.attachments.uploadTo(aStoredFile(bytes), soonMs())
      // A preflight isn't a route of the contract and isn't checked against it: only browsers send it.
      const preflight = await fetch(`http://127.0.0.1:${http.port}${targetOf(address)}`, {
        method: 'OPTIONS',
      })
      expect([preflight.status, await preflight.text()]).to.deep.equal([204, ''])
      const allowed = ['origin', 'methods', 'headers'].map((what) =>
        preflight.headers.get(`access-control-allow-${what}`),
      )
      expect(allowed).to.deep.equal(['*', 'PUT', 'Content-Type'])
      const { status, headers } = await put(address, bytes)
      expect([status, headers['access-control-allow-origin']]).to.deep.equal([204, '*'])
    })

    it('with chunked encoding too, and several on one connection', async () => {
      const bytes = someBytes(100)
      const file = aStoredFile(bytes)
      const address = await http.attachments.uploadTo(file, soonMs())
      const head = headOf(`PUT ${targetOf(address)}`, { ...address.headers, 'Transfer-Encoding': 'chunked' })
      const chunk = (piece: Buffer) => [`${piece.length.toString(16)}\r\n`, piece, '\r\n']
      const justRight = [head, ...chunk(bytes.subarray(0, 40)), ...chunk(bytes.subarray(40)), '0\r\n\r\n']
      const tooMuch = [head, ...chunk(bytes), ...chunk(someBytes(3_000_000)), '0\r\n\r\n']
      const pieces = [...tooMuch, ...justRight, headOf('GET /v1/health', {})]
      const replies = await sendRaw(
        http.port,
        pieces.map((piece) => Buffer.from(piece)),
        3,
      )
      expect(replies.map(({ status }) => status)).to.deep.equal([400, 204, 200])
      expect(await right(http.attachments.inspect(file))).to.have.property('sizeBytes', 100)
    })

    it('concurrently, even the same file', async () => {
      const bytes = someBytes(300_000)
      const same = await http.attachments.uploadTo(aStoredFile(bytes), soonMs())
      const others = Array.from({ length: 4 }, () => someBytes(300_000))
      const replies = await Promise.all([
        ...Array.from({ length: 4 }, () => put(same, bytes)),
        ...others.map(async (other) =>
          put(await http.attachments.uploadTo(aStoredFile(other), soonMs()), other),
        ),
      ])
      expect(replies.map(({ status }) => status)).to.deep.equal(Array.from({ length: 8 }, () => 204))
      expect(await parts()).to.deep.equal([])
    })

    it('except with other bytes: the broken rule is named, and nothing is kept', () =>
      expectNothingKept(async () => {
        const bytes = someBytes()
        const address = await http.attachments.uploadTo(aStoredFile(bytes), soonMs())
        const others = [someBytes(), bytes.subarray(1), Buffer.concat([bytes, bytes]), Buffer.alloc(0)]
        for (const other of others)
          expectRefusal(await put(address, other), 'invalid_request', [['body', '', 'mismatch']])
      }))

    it('except with another content type, or with two', () =>
      expectNothingKept(async () => {
        const bytes = someBytes()
        const address = await http.attachments.uploadTo(aStoredFile(bytes), soonMs())
        for (const type of ['text/html', 'image/png; charset=utf-8', ''])
          expectRefusal(await put(address, bytes, { 'Content-Type': type }), 'invalid_request', [
            ['header', 'Content-Type', 'mismatch'],
          ])
        const twice = headOf(`PUT ${targetOf(address)}`, {
          'Content-Type': 'image/png',
          'content-type': 'text/html',
        })
        const [reply] = await sendRaw(http.port, [twice])
        expect(reply?.status).to.equal(400)
        expectRefusal(await put(address, bytes.subarray(1), { 'Content-Type': 'x/y' }), 'invalid_request', [
          ['header', 'Content-Type', 'mismatch'],
          ['body', '', 'mismatch'],
        ])
      }))

    it('except if they exceed the maximum size', () =>
      expectNothingKept(async () => {
        const address = await http.attachments.uploadTo(aStoredFile(someBytes()), soonMs())
        expectRefusal(await put(address, Buffer.alloc(MAX_ATTACHMENT_BYTES + 1)), 'payload_too_large')
      }))

    it('except over an existing file', async () => {
      const first = await uploaded(someBytes())
      const other = someBytes()
      const { attachmentId, organizationId } = first
      const second = aStoredFile(other, { attachmentId, organizationId })
      expectRefusal(await put(await http.attachments.uploadTo(second, soonMs()), other), 'conflict')
      expect(await right(http.attachments.inspect(first))).to.have.property('sha256', first.sha256)
    })
  })

  describe('are downloaded', () => {
    it('as a file to save, which no browser shows or runs', async () => {
      const file = await uploaded(Buffer.from('<script>alert(1)</script>'), {
        fileName: 'naïve "1".txt',
        contentType: 'text/plain',
      })
      const { status, headers, body } = await get(file)
      expect([status, body]).to.deep.equal([200, '<script>alert(1)</script>'])
      expect(headers).to.include({
        'content-type': 'text/plain',
        'content-length': '25',
        'content-disposition': `attachment; filename="na_ve _1_.txt"; filename*=UTF-8''na%C3%AFve%20%221%22.txt`,
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
        'cache-control': 'no-store',
        'cross-origin-resource-policy': 'same-origin',
        'referrer-policy': 'no-referrer',
      })
      expect(headers).to.have.property('x-request-id')
    })

    it('at the maximum size, byte for byte', async () => {
      const bytes = someBytes(MAX_ATTACHMENT_BYTES)
      const file = await uploaded(bytes)
      const reply = await download(await http.attachments.downloadFrom(file, soonMs()))
      expect(Buffer.from(await reply.arrayBuffer()).equals(bytes)).to.equal(true)
    })
  })

  describe('are not found, with the same response,', () => {
    const bytes = someBytes()
    let file: StoredFile
    let body: string
    before(async () => {
      file = await uploaded(bytes)
      const unknown = await get(aStoredFile(bytes))
      expectRefusal(unknown, 'not_found')
      body = JSON.stringify(unknown.body)
    })

    const expectUnknown = (reply: Reply): void => {
      expectRefusal(reply, 'not_found')
      const without = (text: string): string => text.replace(/req_\w+/, '')
      expect(without(JSON.stringify(reply.body))).to.equal(without(body))
    }

    it('at an address without a signature, with part of one, or with more', async () => {
      const target = targetOf(await http.attachments.downloadFrom(file, soonMs()))
      const [path = ''] = target.split('?')
      const queries = ['', '?grant=a', '?signature=a', '?grant=&signature=', '?grant=%ZZ&signature=a']
      for (const query of queries) expectUnknown(await http.call('GET', path + query))
      for (const more of ['&x=1', '&grant=a', '&signature=a'])
        expectUnknown(await http.call('GET', target + more))
      for (const query of queries) expectUnknown(await http.call('PUT', path + query, { body: bytes }))
    })

    it('at a changed or expired address', async () => {
      const late = Date.now() - 1
      expectUnknown(await http.call('GET', targetOf(await http.attachments.downloadFrom(file, late))))
      expectUnknown(await put(await http.attachments.uploadTo(file, late), bytes))
      const { url } = await http.attachments.downloadFrom(file, soonMs())
      const held = JSON.parse(
        Buffer.from(new URL(url).searchParams.get('grant') ?? '', 'base64url').toString(),
      ) as object
      for (const change of [{ sizeBytes: 1 }, { fileName: '../x' }, { untilMs: soonMs() + 1e6 }]) {
        const forged = new URL(url)
        const text = JSON.stringify({ ...held, ...change })
        forged.searchParams.set('grant', Buffer.from(text).toString('base64url'))
        expectUnknown(await http.call('GET', forged.pathname + forged.search))
      }
    })

    it("with another organization, another method's address, or an invalid id", async () => {
      expectUnknown(await get({ ...file, organizationId: http.other.organization.organizationId }))
      const up = targetOf(await http.attachments.uploadTo(file, soonMs()))
      expectUnknown(await http.call('GET', up))
      for (const id of ['att_x', '..%2F..%2Fetc', '%00', 'x'.repeat(200)])
        expectUnknown(await http.call('GET', up.replace(file.attachmentId, id)))
    })

    it("if this service doesn't store attachments itself", async () => {
      const { port } = await http.openHost({ attachmentGateway: undefined })
      const down = targetOf(await http.attachments.downloadFrom(file, soonMs()))
      expectUnknown(await call(port, 'GET', down))
      const up = await http.attachments.uploadTo(file, soonMs())
      expectUnknown(await call(port, 'PUT', targetOf(up), { headers: up.headers, body: bytes }))
    })
  })

  it('are described without their bytes on HEAD', async () => {
    const file = await uploaded(someBytes())
    const address = targetOf(await http.attachments.downloadFrom(file, soonMs()))
    const [got, head] = [await http.call('GET', address), await http.call('HEAD', address)]
    expect([head.status, head.body]).to.deep.equal([200, ''])
    for (const name of ['content-type', 'content-length', 'content-disposition'])
      expect(head.headers[name], name).to.equal(got.headers[name])
    expect((await http.call('HEAD', '/v1/attachments/att_x')).status).to.equal(404)
  })

  it('allow only their methods', async () => {
    for (const method of ['POST', 'DELETE', 'PATCH']) {
      const reply = await http.call(method, '/v1/attachments/att_x')
      expectRefusal(reply, 'method_not_allowed')
      expect(reply.headers['allow']).to.equal('GET, HEAD, PUT')
    }
  })

  it('are never logged, and neither is the content of an address', async () => {
    const file = await uploaded(someBytes(), { fileName: 'very private.png' })
    await get(file)
    const text = JSON.stringify(http.lines)
    expect(text).to.contain('/v1/attachments/{attachmentId}')
    for (const secret of ['very private', 'grant=', 'signature=', file.sha256])
      expect(text).not.to.contain(secret)
  })
})
