import { FIRST_BYTES } from '@postrider/core/support/domain/attachment-content'
import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { expect } from 'chai'
import { parseS3Address } from '@postrider/attachments-s3/s3-address'
import { createS3Attachments } from '@postrider/attachments-s3/s3-attachments'
import { MAX_ATTACHMENT_BYTES } from '@postrider/core/support/domain/attachment-file'
import { aStoredFile, someBytes } from '@postrider/conformance/builders/a-stored-file'
import { download, upload } from '@postrider/conformance/attachments'
import { left, right } from '@postrider/conformance/outcome'
import { startStrictS3, type StrictS3 } from './strict-s3.js'

const NOW_MS = Date.UTC(2026, 0, 15, 12, 0, 0, 700)

describe('Attachments in a bucket', () => {
  let s3: StrictS3
  before(async () => {
    s3 = await startStrictS3()
  })
  afterEach(() => s3.intervene(undefined))
  after(() => s3.close())

  const open = ({ nowMs = () => Date.now(), bucket = 'attachments', timeoutMs = 5000 } = {}) =>
    createS3Attachments({
      address: parseS3Address(s3.address({ bucket })),
      clock: { nowMs },
      timeoutMs,
    })

  const answering =
    (status: number, headers: Readonly<Record<string, string>> = {}, body: Buffer | string = '') =>
    (_request: IncomingMessage, response: ServerResponse): void => {
      response.writeHead(status, headers).end(body)
    }

  it('sign type, length and checksum, and return the headers that a client must send', async () => {
    const file = aStoredFile(someBytes())
    const { url, headers } = await open().uploadTo(file, Date.now() + 60_000)
    expect(new URL(url).searchParams.get('X-Amz-SignedHeaders')).to.equal(
      'content-length;content-type;host;x-amz-checksum-sha256',
    )
    expect(headers).to.deep.equal({
      'Content-Type': 'image/png',
      'x-amz-checksum-sha256': Buffer.from(file.sha256, 'hex').toString('base64'),
    })
  })

  it('compute the expiry of an address from their clock, rounded down to seconds', async () => {
    const at = open({ nowMs: () => NOW_MS })
    const file = aStoredFile(someBytes())
    const partsOf = async (untilMs: number) => {
      const { searchParams } = new URL((await at.downloadFrom(file, untilMs)).url)
      return [searchParams.get('X-Amz-Date'), searchParams.get('X-Amz-Expires')]
    }
    expect(await partsOf(NOW_MS + 300_000)).to.deep.equal(['20260115T120000Z', '300'])
    expect(await partsOf(NOW_MS + 1000)).to.deep.equal(['20260115T120000Z', '1'])
    expect(await partsOf(NOW_MS - 60_000)).to.deep.equal(['20260115T115859Z', '1'])
    expect(await partsOf(NOW_MS + 30 * 24 * 3600_000)).to.deep.equal(['20260115T120000Z', '604800'])
  })

  it('name the bucket in the host if the server needs that', async () => {
    const at = createS3Attachments({
      address: parseS3Address('s3://key:secret@s3.example.com:9000/files?style=host'),
      clock: { nowMs: () => NOW_MS },
    })
    const { url } = await at.downloadFrom(aStoredFile(someBytes()), NOW_MS + 1000)
    expect(url).to.match(/^https:\/\/files\.s3\.example\.com:9000\/org_\w+\/att_\w+\?/)
  })

  it("are sent with the type that is known here, not with the store's", async () => {
    const bytes = someBytes()
    const file = aStoredFile(bytes)
    await upload(await open().uploadTo(file, Date.now() + 60_000), bytes)
    const known = { ...file, contentType: 'text/plain' }
    const reply = await download(await open().downloadFrom(known, Date.now() + 60_000))
    expect(reply.headers.get('content-type')).to.equal('text/plain')
    await reply.arrayBuffer()
  })

  it('trust no header about what was uploaded', async () => {
    const bytes = someBytes()
    const file = aStoredFile(bytes)
    s3.intervene(answering(200, { etag: '"x"', 'x-amz-checksum-sha256': 'eHg=' }, bytes.subarray(1)))
    expect(await right(open().inspect(file))).to.deep.equal({
      sizeBytes: bytes.length - 1,
      sha256: createHash('sha256').update(bytes.subarray(1)).digest('hex'),
      firstBytes: bytes.subarray(1, 1 + FIRST_BYTES),
    })
  })

  it('read at most one byte beyond the limit of an attachment', async () => {
    s3.intervene((_request, response) => {
      response.writeHead(200)
      // Without an end, so that a caller would wait forever.
      response.write(Buffer.alloc(MAX_ATTACHMENT_BYTES + 100_000))
    })
    const found = await right(open().inspect(aStoredFile(someBytes())))
    expect(found?.sizeBytes).to.equal(MAX_ATTACHMENT_BYTES + 1)
  })

  it('distinguish a missing object from every other problem', async () => {
    const file = aStoredFile(someBytes())
    expect(await right(open().inspect(file))).to.equal(undefined)
    const noBucket = await left(open({ bucket: 'another-bucket' }).inspect(file))
    expect(noBucket.cause).to.match(/bucket does not exist/)
    for (const status of [301, 307, 403, 500, 503]) {
      s3.intervene(answering(status, { location: `http://127.0.0.1:${s3.port}/elsewhere` }))
      expect((await left(open().inspect(file)))._tag).to.equal('AttachmentsUnavailable')
      expect((await left(open().remove(file)))._tag).to.equal('AttachmentsUnavailable')
    }
  })

  it('follow no redirect with their signature', async () => {
    let followed = 0
    s3.intervene((request, response) => {
      followed += request.url === '/elsewhere' ? 1 : 0
      answering(307, { location: '/elsewhere' })(request, response)
    })
    await left(open().inspect(aStoredFile(someBytes())))
    expect(followed).to.equal(0)
  })

  it('wait no longer than the timeout, for the response and for its body', async () => {
    const file = aStoredFile(someBytes())
    s3.intervene(() => undefined)
    expect((await left(open({ timeoutMs: 200 }).inspect(file))).cause).to.match(/TimeoutError/)
    s3.intervene((_request, response) => void response.writeHead(200).write('begun'))
    expect((await left(open({ timeoutMs: 200 }).inspect(file))).cause).to.match(/TimeoutError/)
  })

  it('are refused with another secret', async () => {
    const wrong = createS3Attachments({
      address: parseS3Address(s3.address({ secret: 'other' })),
      clock: { nowMs: () => Date.now() },
    })
    const bytes = someBytes()
    const file = aStoredFile(bytes)
    expect((await upload(await wrong.uploadTo(file, Date.now() + 60_000), bytes)).status).to.equal(403)
    expect((await left(wrong.inspect(file))).cause).to.match(/403/)
  })
})
