import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'chai'
import { MAX_ATTACHMENT_BYTES } from '@postrider/core/support/domain/attachment-file'
import { E } from '@postrider/core/fp'
import type { AttachmentGateway } from '@postrider/core/support/ports/attachment-gateway'
import type { StoredFile } from '@postrider/core/support/ports/attachments'
import { aStoredFile, someBytes } from '@postrider/conformance/builders/a-stored-file'
import { upload } from '@postrider/conformance/attachments'
import { eventually } from '@postrider/conformance/eventually'
import { answerOn, halfAnUpload, headOf, soonMs, targetOf } from './an-upload.js'
import { call } from './http-client.js'
import { type HttpFixture, openHttpFixture } from './http-fixture.js'
import { getting, openRaw } from './raw-connection.js'
import { expectRefusal } from './refusals.js'

describe('Attachment transfers', () => {
  let http: HttpFixture
  before(async () => {
    http = await openHttpFixture({
      limits: { headersTimeoutMs: 1000, requestTimeoutMs: 1500, stallMs: 1000 },
    })
  })
  after(() => http.close())

  const uploaded = async (bytes: Buffer): Promise<StoredFile> => {
    const file = aStoredFile(bytes)
    const reply = await upload(await http.attachments.uploadTo(file, soonMs()), bytes)
    expect(reply.status).to.equal(204)
    return file
  }

  /** The number of files in the attachment directory, complete or not. */
  const filesKept = async (): Promise<number> => {
    const below = await readdir(http.attachmentsDirectory, { recursive: true, withFileTypes: true })
    return below.filter((entry) => entry.isFile()).length
  }

  const parts = async (): Promise<readonly string[]> =>
    readdir(join(http.attachmentsDirectory, 'incoming')).catch(() => [])

  it('leave nothing behind if a client disconnects, resets or stops sending', async () => {
    await uploaded(someBytes())
    const before = await filesKept()
    const bytes = someBytes(200_000)
    for (const how of ['destroy', 'resetAndDestroy'] as const) {
      const socket = await halfAnUpload(http, bytes, how)
      await eventually('the upload began', async () => (await parts()).length === 1)
      socket[how]()
      await eventually('the part is gone', async () => (await parts()).length === 0)
      const lines = () => http.lines.filter(({ fields }) => fields['requestId'] === how)
      await eventually('it is in the log', () => lines().length === 1)
      expect(lines()[0]?.message).to.equal(how === 'destroy' ? 'malformed request' : 'client disconnected')
    }
    const stalled = await halfAnUpload(http, bytes)
    const answer = await answerOn(stalled)
    expect(answer)
      .to.match(/^HTTP\/1\.1 400 /)
      .and.contain('too_short')
      .and.contain('half-way')
    await eventually('no part is left', async () => (await parts()).length === 0)
    expect(await filesKept()).to.equal(before)
  })

  it('are aborted if the client reads nothing, even if it keeps sending', async () => {
    const file = await uploaded(someBytes(MAX_ATTACHMENT_BYTES))
    const { socket, isClosed } = openRaw(http.port, { isRead: false })
    socket.write(getting(targetOf(await http.attachments.downloadFrom(file, soonMs()))))
    const dribble = setInterval(() => socket.write('G'), 100)
    try {
      await eventually('the answer stalls', () => http.cutConnections.includes('stalled'), 8_000)
    } finally {
      clearInterval(dribble)
    }
    socket.resume()
    await eventually('the connection is closed', isClosed)
  })

  it('have a limit for concurrent uploads', async () => {
    const { port } = await http.openHost({ limits: { maxUploads: 2, requestTimeoutMs: 20_000 } })
    const bytes = someBytes(200_000)
    const open = [await halfAnUpload({ ...http, port }, bytes), await halfAnUpload({ ...http, port }, bytes)]
    await eventually('both began', async () => (await parts()).length === 2)
    const address = await http.attachments.uploadTo(aStoredFile(bytes), soonMs())
    const full = await call(port, 'PUT', targetOf(address), { headers: address.headers, body: bytes })
    expectRefusal(full, 'service_unavailable')
    for (const socket of open) socket.destroy()
    await eventually('their places are free', async () => (await parts()).length === 0)
    const reply = await call(port, 'PUT', targetOf(address), { headers: address.headers, body: bytes })
    expect(reply.status).to.equal(204)
  })

  it('finish when the host drains', async () => {
    const bytes = someBytes(MAX_ATTACHMENT_BYTES)
    const file = await uploaded(bytes)
    const { host, port } = await http.openHost({
      limits: { requestTimeoutMs: 20_000, stallMs: 20_000 },
    })
    const coming = await halfAnUpload({ ...http, port }, bytes)
    const answered = answerOn(coming)
    const going = connect(port, '127.0.0.1')
    const target = targetOf(await http.attachments.downloadFrom(file, soonMs()))
    let length = 0
    going.write(headOf(`GET ${target}`, {}))
    going.once('data', () => going.pause())
    const gone = new Promise((resolve) =>
      going.on('data', (piece) => (length += piece.length)).on('close', resolve),
    )
    await eventually('the upload began', async () => (await parts()).length === 1)
    const closing = host.close()
    await pause(1200)
    coming.write(bytes.subarray(bytes.length / 2))
    going.resume()
    await Promise.all([closing, gone])
    expect(await answered).to.match(/^HTTP\/1\.1 204 /)
    expect(length).to.be.greaterThan(MAX_ATTACHMENT_BYTES)
  })

  it('fail with 503 if the disk fails, with the cause only in the log', async () => {
    const outage = E.left({
      _tag: 'AttachmentsUnavailable' as const,
      cause: 'the attachment folder is not usable: ENOSPC',
    })
    const attachmentGateway: AttachmentGateway = {
      ...http.attachmentGateway,
      receive: () => async () => outage,
      open: () => async () => outage,
    }
    const { port } = await http.openHost({ attachmentGateway })
    const bytes = someBytes()
    const file = aStoredFile(bytes)
    const up = await http.attachments.uploadTo(file, soonMs())
    const sent = { headers: up.headers, body: bytes }
    expectRefusal(await call(port, 'PUT', targetOf(up), sent), 'service_unavailable')
    const down = targetOf(await http.attachments.downloadFrom(file, soonMs()))
    expectRefusal(await call(port, 'GET', down), 'service_unavailable')
    expect(http.lines.at(-1)?.fields).to.include({
      cause: 'AttachmentsUnavailable: the attachment folder is not usable: ENOSPC',
    })
  })

  it("never look complete if they couldn't be read to the end", async () => {
    let closed = 0
    const bytes = (async function* () {
      yield someBytes(10)
      throw new Error('the disk is broken')
    })()
    const attachmentGateway: AttachmentGateway = {
      ...http.attachmentGateway,
      open: () => async () => E.right({ sizeBytes: 3000, bytes, close: async () => void (closed += 1) }),
    }
    const { port } = await http.openHost({ attachmentGateway })
    const target = targetOf(await http.attachments.downloadFrom(aStoredFile(someBytes()), soonMs()))
    const cut = await fetch(`http://127.0.0.1:${port}${target}`)
      .then((reply) => reply.arrayBuffer())
      .catch(String)
    expect(cut).to.match(/terminated|fetch failed/)
    await eventually('it is in the log', () =>
      http.lines.some(({ message }) => message === 'file download failed'),
    )
    expect(closed).to.equal(1)
  })

  it("read no faster than the disk writes, and don't count against the body budget", async () => {
    let goOn = (): void => undefined
    const slowly = new Promise<void>((resolve) => (goOn = resolve))
    const attachmentGateway: AttachmentGateway = {
      ...http.attachmentGateway,
      receive: (file, bytes) => async () => {
        const late = async function* () {
          for await (const piece of bytes) {
            yield piece
            await slowly
          }
        }
        return http.attachmentGateway.receive(file, late())()
      },
    }
    const limits = { maxBodyBytesHeld: 1000, requestTimeoutMs: 20_000 }
    const { port } = await http.openHost({ attachmentGateway, limits })
    const bytes = someBytes(MAX_ATTACHMENT_BYTES)
    const address = await http.attachments.uploadTo(aStoredFile(bytes), soonMs())
    const socket = connect(port, '127.0.0.1')
    const answered = answerOn(socket)
    const headers = { ...address.headers, 'Content-Length': String(bytes.length) }
    socket.write(headOf(`PUT ${targetOf(address)}`, { ...headers, Connection: 'close' }))
    let taken = 0
    // In pieces, so that the count shows the bytes that the system accepted and not those buffered here.
    const send = async (): Promise<void> => {
      for (let at = 0; at < bytes.length; at += 65_536)
        await new Promise((resolve) =>
          socket.write(bytes.subarray(at, at + 65_536), () => {
            taken += 65_536
            resolve(undefined)
          }),
        )
    }
    const sent = send()
    await pause(500)
    expect(taken).to.be.lessThan(MAX_ATTACHMENT_BYTES - 1_000_000)
    goOn()
    await sent
    expect(await answered).to.match(/^HTTP\/1\.1 204 /)
  })

  it('are aborted if the client stops reading', async () => {
    const file = await uploaded(someBytes(MAX_ATTACHMENT_BYTES))
    const target = targetOf(await http.attachments.downloadFrom(file, soonMs()))
    const socket = connect(http.port, '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write(headOf(`GET ${target}`, { 'X-Request-Id': 'stalled' }))
    socket.once('data', () => socket.pause())
    await eventually('it was cut off', () =>
      http.lines.some(
        ({ fields, message }) => fields['requestId'] === 'stalled' && /client disconnected/.test(message),
      ),
    )
    socket.destroy()
  })
})
