import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openStorage } from '@postrider/storage-sql/sql-storage'
import { openThread } from '@postrider/storage-sql/sqlite/thread'
import { plain } from '@postrider/storage-sql/sqlite/render'
import { expect } from 'chai'
import { left, right } from '@postrider/conformance/outcome'
import {
  acceptOne,
  aRequest,
  credit,
  payingAccountOf,
} from '@postrider/conformance/storage/messaging/accepting'
import { eventually } from '@postrider/conformance/eventually'
import { freshDirectory } from '../../servers/run-directory.js'

const writer = fileURLToPath(new URL('./sqlite-writer.js', import.meta.url))

const aFile = async (): Promise<string> => join(await freshDirectory('sqlite'), 'deeper', 'postrider.db')

const keysWrittenBy = (program: ChildProcess): string[] => {
  const keys: string[] = []
  let rest = ''
  program.stdout?.on('data', (chunk: Buffer) => {
    const lines = (rest + chunk.toString()).split('\n')
    rest = lines.pop() ?? ''
    keys.push(...lines)
  })
  return keys
}

describe('Storage on SQLite', () => {
  it('lets the process end by itself after it is closed', async () => {
    const program = spawn(process.execPath, [writer, `sqlite:${await aFile()}`, '3'])
    const keys = keysWrittenBy(program)
    const [code] = (await once(program, 'close')) as [number | null]
    expect(code).to.equal(0)
    expect(keys).to.have.length(3)
  })

  it('has every acknowledged message after its process was killed, and is complete', async () => {
    const file = await aFile()
    for (let round = 0; round < 3; round += 1) {
      const program = spawn(process.execPath, [writer, `sqlite:${file}`])
      const keys = keysWrittenBy(program)
      await eventually('30 messages were acknowledged', () => keys.length >= 30)
      program.kill('SIGKILL')
      await once(program, 'close')
      const storage = await openStorage(`sqlite:${file}`)
      expect((await right(storage.acceptance.findAccepted(keys))).size).to.equal(keys.length)
      const evidence = await right(storage.evidence.messages(undefined, 10_000))
      for (const { events, keys: found, dueAtMs } of evidence)
        expect([events.length, found.length, typeof dueAtMs]).to.deep.equal([1, 1, 'number'])
      expect((await right(storage.evidence.strays())).every(({ count }) => count === 0)).to.equal(true)
      await storage.close()
    }
  })

  it('flushes at every commit, also a file that is opened again', async () => {
    const path = await aFile()
    const storage = await openStorage(`sqlite:${path}`)
    await right(storage.health.migrate())
    await storage.close()
    const again = await openStorage(`sqlite:${path}`)
    expect(await right(again.health.check(60_000))).to.deep.include({
      risks: [],
      pendingMigrations: [],
      newerMigrations: [],
    })
    await again.close()
  })

  it('waits for another process that writes, and reports when that takes too long', async () => {
    const path = await aFile()
    const storage = await openStorage(`sqlite:${path}`)
    await right(storage.health.migrate())
    const request = aRequest()
    await credit(storage, payingAccountOf(request.message), 100)
    const other = await openThread({ path, role: 'writer' })
    await other.run([plain('BEGIN IMMEDIATE')])
    const accepted = acceptOne(storage, request)
    // Reads don't wait for a writer.
    expect((await right(storage.ledger.status(payingAccountOf(request.message)))).account?.version).to.equal(
      1,
    )
    await other.undo()
    expect((await accepted)._tag).to.equal('Accepted')
    await other.run([plain('BEGIN IMMEDIATE')])
    const failure = await left(storage.outbox.makeDue([request.message.messageId], 5))
    expect(failure._tag).to.equal('StorageUnavailable')
    expect(failure.cause).to.include('SQLITE_BUSY')
    await other.close()
    await right(storage.outbox.makeDue([request.message.messageId], 5))
    await storage.close()
  })

  it("reports what is wrong with a file that isn't a database", async () => {
    const path = join(await freshDirectory('sqlite'), 'notes.txt')
    await writeFile(path, 'These are notes, and they are longer than the header of a database.'.repeat(40))
    const storage = await openStorage(`sqlite:${path}`)
    const failure = await left(storage.catalog.epoch())
    expect(failure._tag).to.equal('StorageUnavailable')
    expect(failure.cause).to.include('not a database')
    expect(await left(storage.health.check())).to.have.property('_tag', 'StorageUnavailable')
    await storage.close()
  })
})
