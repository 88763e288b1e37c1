import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { createFileAttachments } from '@postrider/attachments-files/file-attachments'
import { MAX_ATTACHMENT_BYTES } from '@postrider/core/support/domain/attachment-file'
import type { StoredFile } from '@postrider/core/support/ports/attachments'
import { aStoredFile, someBytes } from '@postrider/conformance/builders/a-stored-file'
import { left, right } from '@postrider/conformance/outcome'
import { freshDirectory } from '../../servers/run-directory.js'

const NOW_MS = Date.now()
const DAY_MS = 24 * 60 * 60 * 1000

async function* pieces(bytes: Buffer, size: number): AsyncGenerator<Uint8Array, void, void> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function* breakingOff(bytes: Buffer): AsyncGenerator<Uint8Array, void, void> {
  yield bytes
  throw new Error('the client went away')
}

/** Attachments in a folder that doesn't exist yet, with a stopped clock. */
const open = async (
  nowMs = NOW_MS,
  key: Uint8Array = randomBytes(32),
  freeShare?: (directory: string) => Promise<number>,
) => {
  const directory = join(await freshDirectory('attachments'), 'made', 'later')
  const clock = { nowMs: () => nowMs }
  return {
    directory,
    ...createFileAttachments({
      directory,
      key,
      publicUrl: 'http://api',
      clock,
      ...(freeShare && { freeShare }),
    }),
  }
}

/** Every file below the folder, by its path. */
const filesBelow = async (directory: string): Promise<readonly string[]> => {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
}

const sealOf = (url: string) => {
  const { searchParams } = new URL(url)
  return { grant: searchParams.get('grant') ?? '', signature: searchParams.get('signature') ?? '' }
}

describe('A folder of attachments', () => {
  it('stores only the file, under its Organization and its id, readable only by its owner', async () => {
    const { directory, gateway } = await open()
    const bytes = someBytes()
    const file = aStoredFile(bytes)
    expect(await right(gateway.receive(file, pieces(bytes, 100)))).to.equal('Kept')
    const place = join(directory, file.organizationId, file.attachmentId)
    expect(await filesBelow(directory)).to.deep.equal([place])
    expect((await readFile(place)).equals(bytes)).to.equal(true)
    expect((await stat(place)).mode & 0o777).to.equal(0o600)
    expect((await stat(directory)).mode & 0o777).to.equal(0o700)
  })

  it('hides a file until it is complete, and deletes one that never completes', async () => {
    const { directory, attachments, gateway } = await open()
    const bytes = someBytes()
    const file = aStoredFile(bytes)
    const looking = async function* (): AsyncGenerator<Uint8Array, void, void> {
      for await (const piece of pieces(bytes, 1000)) {
        yield piece
        expect(await right(attachments.inspect(file))).to.equal(undefined)
        expect(await right(gateway.open(file))).to.equal(undefined)
      }
      throw new Error('the client went away')
    }
    expect(await right(gateway.receive(file, looking()))).to.equal('BrokenOff')
    expect(await right(gateway.receive(file, breakingOff(bytes)))).to.equal('BrokenOff')
    for (const other of [someBytes(bytes.length), bytes.subarray(1), Buffer.concat([bytes, bytes])])
      expect(await right(gateway.receive(file, pieces(other, 1000)))).to.equal('Mismatch')
    expect(await filesBelow(directory)).to.deep.equal([])
  })

  it('stores nothing, and reads no upload, while less than a tenth of the disk is free', async () => {
    const share = { free: 0.099 }
    const { directory, attachments, gateway } = await open(NOW_MS, randomBytes(32), () =>
      Promise.resolve(share.free),
    )
    const bytes = someBytes()
    const file = aStoredFile(bytes)
    const read = { pieces: 0 }
    const watched = async function* (): AsyncGenerator<Uint8Array, void, void> {
      for await (const piece of pieces(bytes, 100)) {
        read.pieces += 1
        yield piece
      }
    }
    const refused = await left(gateway.receive(file, watched()))
    expect(read.pieces).to.equal(0)
    expect(refused).to.deep.include({ _tag: 'AttachmentsUnavailable' })
    expect(refused.cause).to.include('less than 10 % of the disk is free')
    expect(await filesBelow(directory)).to.deep.equal([])
    share.free = 0.1
    expect(await right(gateway.receive(file, pieces(bytes, 100)))).to.equal('Kept')
    share.free = 0
    expect((await right(attachments.inspect(file)))?.sizeBytes).to.equal(bytes.length)
  })

  it('reads at most the length of the file', async () => {
    const { gateway } = await open()
    let chunksRead = 0
    const endless = async function* (): AsyncGenerator<Uint8Array, void, void> {
      for (;;) {
        chunksRead += 1
        yield Buffer.alloc(1000)
      }
    }
    const file = aStoredFile(someBytes(2500))
    expect(await right(gateway.receive(file, endless()))).to.equal('Mismatch')
    expect(chunksRead).to.equal(3)
  })

  it('never replaces a file by other bytes, in any order of uploads', async () => {
    const { attachments, gateway } = await open()
    const first = someBytes()
    const second = someBytes()
    const file = aStoredFile(first)
    const other = aStoredFile(second, {
      attachmentId: file.attachmentId,
      organizationId: file.organizationId,
    })
    const outcomes = await Promise.all([
      right(gateway.receive(file, pieces(first, 500))),
      right(gateway.receive(other, pieces(second, 500))),
    ])
    expect(outcomes).to.have.members(['Kept', 'Occupied'])
    const winner = outcomes[0] === 'Kept' ? file : other
    expect(await right(attachments.inspect(file))).to.have.property('sha256', winner.sha256)
    expect(
      await right(
        gateway.receive(winner === file ? other : file, pieces(winner === file ? second : first, 9)),
      ),
    ).to.equal('Occupied')
  })

  it('sends a file only if it has its size', async () => {
    const { directory, gateway } = await open()
    const bytes = someBytes()
    const file = aStoredFile(bytes)
    await right(gateway.receive(file, pieces(bytes, 1000)))
    const opened = await right(gateway.open(file))
    const read: Uint8Array[] = []
    for await (const piece of opened?.bytes ?? []) read.push(piece)
    await opened?.close()
    expect(Buffer.concat(read).equals(bytes)).to.equal(true)
    await writeFile(join(directory, file.organizationId, file.attachmentId), 'cut')
    expect(await right(gateway.open(file))).to.equal(undefined)
  })

  it('reads at most one byte beyond the limit of a file that was placed there', async () => {
    const { directory, attachments } = await open()
    const file = aStoredFile(someBytes())
    await mkdir(join(directory, file.organizationId), { recursive: true })
    const place = join(directory, file.organizationId, file.attachmentId)
    await writeFile(place, Buffer.alloc(MAX_ATTACHMENT_BYTES + 1000))
    expect(await right(attachments.inspect(file))).to.have.property('sizeBytes', MAX_ATTACHMENT_BYTES + 1)
  })

  it('builds no path from an invalid id', async () => {
    const { attachments, gateway } = await open()
    const bytes = someBytes()
    const wrong: Partial<StoredFile>[] = [
      { attachmentId: 'att_../../../../etc/passwd' },
      { organizationId: 'org_/../..' },
      { attachmentId: 'att_' },
    ]
    for (const part of wrong) {
      const file = aStoredFile(bytes, part)
      expect(() => attachments.inspect(file)).to.throw(/named by the ids/)
      expect(() => attachments.remove(file)).to.throw(/named by the ids/)
      const taken = await gateway.receive(file, pieces(bytes, 1000))().catch(String)
      expect(taken).to.match(/named by the ids/)
    }
  })

  it('removes the partial files of processes that ended during an upload, and no newer ones', async () => {
    const { directory, gateway } = await open()
    const incoming = join(directory, 'incoming')
    await mkdir(incoming, { recursive: true })
    for (const name of ['old', 'young']) await writeFile(join(incoming, name), 'half')
    const ages = { old: DAY_MS, young: 60_000 }
    for (const [name, ageMs] of Object.entries(ages))
      await utimes(join(incoming, name), new Date(NOW_MS - ageMs), new Date(NOW_MS - ageMs))
    const bytes = someBytes()
    await right(gateway.receive(aStoredFile(bytes), pieces(bytes, 1000)))
    expect(await readdir(incoming)).to.deep.equal(['young'])
  })

  it('reports refusals of the disk only by their code', async () => {
    const { directory, gateway } = await open()
    await mkdir(join(directory, '..'), { recursive: true })
    await writeFile(directory, 'in the way')
    const bytes = someBytes()
    const failed = await left(gateway.receive(aStoredFile(bytes), pieces(bytes, 1000)))
    expect(failed.cause).to.match(/^the attachment folder is not usable: E[A-Z]+$/)
  })
})

describe('The address of a file', () => {
  it('is recognized for the file it was made for, until it expires', async () => {
    const key = randomBytes(32)
    const file = aStoredFile(someBytes(), { fileName: 'naïve 😀.png' })
    const { attachments, gateway } = await open(NOW_MS, key)
    const { url } = await attachments.uploadTo(file, NOW_MS + 1000)
    expect(url).to.match(new RegExp(`^http://api/v1/attachments/${file.attachmentId}\\?grant=`))
    expect(gateway.recognize('PUT', file.attachmentId, sealOf(url))).to.deep.equal(file)
    const inTime = await open(NOW_MS + 999, key)
    expect(inTime.gateway.recognize('PUT', file.attachmentId, sealOf(url))).to.deep.equal(file)
    const late = await open(NOW_MS + 1000, key)
    expect(late.gateway.recognize('PUT', file.attachmentId, sealOf(url))).to.equal(undefined)
  })

  it('is unknown with another key, method or id, or after any change', async () => {
    const { attachments, gateway } = await open()
    const file = aStoredFile(someBytes())
    const { grant, signature } = sealOf((await attachments.downloadFrom(file, NOW_MS + 1000)).url)
    const other = await open()
    expect(other.gateway.recognize('GET', file.attachmentId, { grant, signature })).to.equal(undefined)
    expect(gateway.recognize('PUT', file.attachmentId, { grant, signature })).to.equal(undefined)
    expect(gateway.recognize('GET', aStoredFile(someBytes()).attachmentId, { grant, signature })).to.equal(
      undefined,
    )
    const held = JSON.parse(Buffer.from(grant, 'base64url').toString()) as Record<string, unknown>
    expect(Object.keys(held)).to.have.members([
      'organizationId',
      'fileName',
      'contentType',
      'sizeBytes',
      'sha256',
      'untilMs',
    ])
    for (const name of Object.keys(held)) {
      const forged = Buffer.from(JSON.stringify({ ...held, [name]: 1 })).toString('base64url')
      expect(gateway.recognize('GET', file.attachmentId, { grant: forged, signature }), name).to.equal(
        undefined,
      )
    }
    for (const wrong of ['', signature.slice(1), `${signature}A`, `é${signature.slice(2)}`])
      expect(gateway.recognize('GET', file.attachmentId, { grant, signature: wrong })).to.equal(undefined)
  })

  it('needs a key of at least 32 bytes', async () => {
    expect(await open(NOW_MS, randomBytes(31)).catch(String)).to.match(/32 bytes/)
  })
})
