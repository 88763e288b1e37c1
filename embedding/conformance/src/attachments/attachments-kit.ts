import { connect } from 'node:net'
import { expect } from 'chai'
import { FIRST_BYTES } from '@postrider/core/support/domain/attachment-content'
import { MAX_ATTACHMENT_BYTES } from '@postrider/core/support/domain/attachment-file'
import type { StoredFile } from '@postrider/core/support/ports/attachments'
import { aStoredFile, someBytes } from '../builders/a-stored-file.js'
import { fresh } from '../builders/fresh.js'
import { left, right } from '../outcome.js'
import { download, type OpenAttachments, type AttachmentsUnderTest, upload } from './open-attachments.js'

type UnderTest = { readonly opened: AttachmentsUnderTest }

const soonMs = (): number => Date.now() + 60_000

const useAttachments = (open: OpenAttachments): UnderTest => {
  let opened: AttachmentsUnderTest
  beforeEach(async () => {
    opened = await open()
  })
  afterEach(() => opened.close())
  return {
    get opened() {
      return opened
    },
  }
}

/** Uploads a file that must be accepted. */
const kept = async ({ opened }: UnderTest, bytes: Uint8Array, file: StoredFile): Promise<StoredFile> => {
  const reply = await upload(await opened.attachments.uploadTo(file, soonMs()), bytes)
  expect(reply.status, await reply.text()).to.be.within(200, 204)
  return file
}

const found = ({ opened }: UnderTest, file: StoredFile) => right(opened.attachments.inspect(file))

const bytesAt = async ({ opened }: UnderTest, file: StoredFile): Promise<Buffer> => {
  const reply = await download(await opened.attachments.downloadFrom(file, soonMs()))
  expect(reply.status).to.equal(200)
  return Buffer.from(await reply.arrayBuffer())
}

const expectRefused = async (reply: Response): Promise<void> => {
  expect(reply.status, await reply.text()).to.be.within(400, 499)
}

const keeping = (at: UnderTest): void => {
  it('stores the bytes of a file, returns their type, size and digest, and returns them', async () => {
    const bytes = someBytes()
    const file = aStoredFile(bytes)
    expect(await found(at, file)).to.equal(undefined)
    await kept(at, bytes, file)
    expect(await found(at, file)).to.deep.equal({
      sizeBytes: file.sizeBytes,
      sha256: file.sha256,
      firstBytes: bytes.subarray(0, FIRST_BYTES),
    })
    expect((await bytesAt(at, file)).equals(bytes)).to.equal(true)
  })

  it('stores files of one byte and of the maximum length', async () => {
    for (const length of [1, MAX_ATTACHMENT_BYTES]) {
      const bytes = someBytes(length)
      const file = await kept(at, bytes, aStoredFile(bytes))
      expect(await found(at, file)).to.deep.equal({
        sizeBytes: length,
        sha256: file.sha256,
        firstBytes: bytes.subarray(0, FIRST_BYTES),
      })
      expect((await bytesAt(at, file)).equals(bytes)).to.equal(true)
    }
  })

  it('returns the same result for a repeated upload, also for concurrent ones', async () => {
    const bytes = someBytes(200_000)
    const file = aStoredFile(bytes)
    await Promise.all(Array.from({ length: 6 }, () => kept(at, bytes, file)))
    await kept(at, bytes, file)
    expect(await found(at, file)).to.deep.include({ sizeBytes: file.sizeBytes, sha256: file.sha256 })
  })

  it('finds a file only for its own Organization', async () => {
    const bytes = someBytes()
    const file = await kept(at, bytes, aStoredFile(bytes))
    const foreign = { ...file, organizationId: fresh.id('org') }
    expect(await found(at, foreign)).to.equal(undefined)
    const reply = await download(await at.opened.attachments.downloadFrom(foreign, soonMs()))
    expect(reply.status).to.equal(404)
    await right(at.opened.attachments.remove(foreign))
    expect(await found(at, file)).not.to.equal(undefined)
  })

  it('removes a file, and accepts the removal of a missing one', async () => {
    const bytes = someBytes()
    const file = await kept(at, bytes, aStoredFile(bytes))
    for (let times = 0; times < 2; times += 1) {
      await right(at.opened.attachments.remove(file))
      expect(await found(at, file)).to.equal(undefined)
    }
    const reply = await download(await at.opened.attachments.downloadFrom(file, soonMs()))
    expect(reply.status).to.equal(404)
  })
}

const NAMES = [
  'plain.png',
  'with "quotes"; filename=evil.exe',
  "it's 100% (final)*.png",
  'naïve résumé – 日本語 😀.png',
  'a'.repeat(255),
]

const downloading = (at: UnderTest): void => {
  it('sends every file as a download with its own name and type, for any content', async () => {
    for (const fileName of NAMES) {
      const bytes = someBytes(10)
      const file = await kept(at, bytes, aStoredFile(bytes, { fileName, contentType: 'text/csv' }))
      const reply = await download(await at.opened.attachments.downloadFrom(file, soonMs()))
      expect(reply.status, fileName).to.equal(200)
      const disposition = /^attachment; filename="[^"\\]+"; filename\*=UTF-8''([\w.%~!-]+)$/.exec(
        reply.headers.get('content-disposition') ?? '',
      )
      expect(decodeURIComponent(disposition?.[1] ?? '')).to.equal(fileName)
      expect(reply.headers.get('content-type')).to.equal('text/csv')
      expect(reply.headers.get('cache-control')).to.equal('no-store')
    }
  })
}

const refusing = (at: UnderTest): void => {
  it('refuses other bytes of a smaller, larger or equal length, and stores nothing of them', async () => {
    const bytes = someBytes(5000)
    const file = aStoredFile(bytes)
    const address = await at.opened.attachments.uploadTo(file, soonMs())
    const others = [bytes.subarray(1), Buffer.concat([bytes, Buffer.of(0)]), someBytes(5000), Buffer.alloc(0)]
    for (const other of others) await expectRefused(await upload(address, other))
    expect(await found(at, file)).to.equal(undefined)
    await kept(at, bytes, file)
    for (const other of others) await expectRefused(await upload(address, other))
    expect(await found(at, file)).to.deep.include({ sizeBytes: file.sizeBytes, sha256: file.sha256 })
  })

  it('refuses another content type', async () => {
    const bytes = someBytes()
    const address = await at.opened.attachments.uploadTo(aStoredFile(bytes), soonMs())
    const headers = { ...address.headers, 'Content-Type': 'text/html' }
    await expectRefused(await upload({ ...address, headers }, bytes))
  })

  it('refuses an expired address', async () => {
    const bytes = someBytes()
    const file = aStoredFile(bytes)
    const late = await at.opened.attachments.uploadTo(file, Date.now() - 1000)
    await expectRefused(await upload(late, bytes))
    expect(await found(at, file)).to.equal(undefined)
    await kept(at, bytes, file)
    await expectRefused(await download(await at.opened.attachments.downloadFrom(file, Date.now() - 1000)))
  })

  it('refuses an address that was changed at any place', async () => {
    const bytes = someBytes()
    const file = await kept(at, bytes, aStoredFile(bytes))
    const { url } = await at.opened.attachments.downloadFrom(file, soonMs())
    const start = url.indexOf(file.attachmentId)
    const changed = [...url].flatMap((character, place) => {
      if (place < start || place % 7 !== 0 || !/[a-z0-9]/.test(character)) return []
      return [url.slice(0, place) + (character === '0' ? '1' : '0') + url.slice(place + 1)]
    })
    expect(changed.length).to.be.greaterThan(20)
    for (const other of changed) await expectRefused(await fetch(other))
  })

  it('refuses an address for another purpose', async () => {
    const bytes = someBytes()
    const file = await kept(at, bytes, aStoredFile(bytes))
    const up = await at.opened.attachments.uploadTo(file, soonMs())
    const down = await at.opened.attachments.downloadFrom(file, soonMs())
    await expectRefused(await fetch(up.url))
    await expectRefused(await upload({ ...up, url: down.url }, bytes))
    const other = aStoredFile(bytes)
    const elsewhere = up.url.replace(file.attachmentId, other.attachmentId)
    await expectRefused(await upload({ ...up, url: elsewhere }, bytes))
  })

  it('makes no address for an invalid file', async () => {
    const wrong: Partial<StoredFile>[] = [
      { fileName: '../../etc/passwd' },
      { fileName: 'a\r\nSet-Cookie: b' },
      { contentType: 'text/html' },
      { sizeBytes: MAX_ATTACHMENT_BYTES + 1 },
      { sha256: 'no digest' },
    ]
    for (const part of wrong) {
      const answered = at.opened.attachments.uploadTo(aStoredFile(someBytes(), part), soonMs())
      expect(await answered.catch(String), JSON.stringify(part)).to.match(/breaks the rules/)
    }
  })
}

/** Starts an upload, writes half of it, and disconnects. */
const breakOff = (url: string, headers: Readonly<Record<string, string>>, bytes: Buffer): Promise<void> =>
  new Promise((resolve) => {
    const { hostname, port, pathname, search, host } = new URL(url)
    const sentHeaders = { Host: host, ...headers, 'Content-Length': String(bytes.length) }
    const lines = Object.entries(sentHeaders).map((pair) => pair.join(': '))
    const socket = connect(Number(port), hostname)
    socket.on('error', () => undefined).on('close', () => resolve())
    socket.write([`PUT ${pathname}${search} HTTP/1.1`, ...lines, '', ''].join('\r\n'))
    socket.write(bytes.subarray(0, bytes.length / 2), () => setTimeout(() => socket.resetAndDestroy(), 100))
  })

const breakDown = (at: UnderTest): void => {
  it('stores nothing of an aborted upload, and accepts it afterwards', async () => {
    const bytes = someBytes(400_000)
    const file = aStoredFile(bytes)
    const { url, headers } = await at.opened.attachments.uploadTo(file, soonMs())
    await breakOff(url, headers, bytes)
    expect(await found(at, file)).to.equal(undefined)
    await kept(at, bytes, file)
  })

  it('reports that it is unavailable when its storage of bytes is', async () => {
    const bytes = someBytes()
    const file = await kept(at, bytes, aStoredFile(bytes))
    await at.opened.breakDown()
    for (const failed of [
      await left(at.opened.attachments.inspect(file)),
      await left(at.opened.attachments.remove(file)),
    ]) {
      expect(failed._tag).to.equal('AttachmentsUnavailable')
      expect(failed.cause).not.to.contain(file.attachmentId)
    }
  })
}

/**
 * Tests every promise of the attachments port with real requests, on the implementation that `open` opens.
 * @example
 * ```ts
 * import { describeAttachments } from '@postrider/conformance/attachments'
 * import { parseS3Address } from '@postrider/attachments-s3/s3-address'
 * import { createS3Attachments } from '@postrider/attachments-s3/s3-attachments'
 *
 * // A server of yours.
 * declare const server: { readonly url: string; stop(): Promise<void> }
 *
 * describeAttachments('Attachments in a bucket', async () => {
 *   const address = parseS3Address(`${server.url}/bucket`)
 *   const attachments = createS3Attachments({ address, clock: { nowMs: () => Date.now() } })
 *   return { attachments, breakDown: () => server.stop(), close: () => server.stop() }
 * })
 * ```
 */
export const describeAttachments = (name: string, open: OpenAttachments): void => {
  describe(`${name} keep their promises`, function () {
    this.timeout(20_000)
    const at = useAttachments(open)
    keeping(at)
    downloading(at)
    refusing(at)
    breakDown(at)
  })
}
