import { join } from 'node:path'
import { expect } from 'chai'
import { openStorage } from '@postrider/storage-sql/sql-storage'
import { LANES } from '@postrider/core/kernel/messages/lane'
import { eventually } from '@postrider/conformance/eventually'
import { left, right } from '@postrider/conformance/outcome'
import {
  accept,
  acceptPaid,
  aRequest,
  credit,
  payingAccountOf,
} from '@postrider/conformance/storage/messaging/accepting'
import { freshDirectory } from '../../servers/run-directory.js'
import { createDatabase } from '../../servers/test-database.js'
import { listeningWatch } from './listening-watch.js'

describe('The events of transactions are reported', () => {
  it('by SQLite: the state of its one writer, and what was taken meanwhile', async () => {
    const path = join(await freshDirectory('watch'), 'postrider.db')
    const watch = listeningWatch()
    const storage = await openStorage(`sqlite:${path}`, { watch })
    await right(storage.health.migrate())
    expect(watch.connections()).to.deep.equal({ inUse: 0, idle: 1, waiting: 0, limit: 1 })
    const accepted = await acceptPaid(storage)
    await credit(storage, payingAccountOf(accepted.message), accepted.message.charge.amountMinor)
    expect([watch.repeats, watch.failures]).to.deep.equal([[], []])
    // The same message with another key. Its row already exists, however often it is tried.
    const failure = await left(accept(storage, [{ ...aRequest(), message: accepted.message }]))
    expect(failure._tag).to.equal('BatchFailed')
    expect([watch.repeats, watch.failures]).to.deep.equal([['duplicate', 'duplicate'], ['duplicate']])
    await storage.close()
    expect(watch.connections()).to.deep.include({ inUse: 0, idle: 0 })
  })

  it("by MariaDB: that all connections are in use, and that a caller's wait for one failed", async () => {
    const { url, drop } = await createDatabase()
    const watch = listeningWatch()
    const storage = await openStorage(url, { watch, connections: 1, acquireTimeoutMs: 300 })
    await right(storage.health.migrate())
    let free = (): void => undefined
    const holding = storage.units.transact('shared', async () => {
      await new Promise<void>((resolve) => {
        free = resolve
      })
      return { _tag: 'Right' as const, right: undefined }
    })()
    await eventually('the connection', async () => watch.connections().inUse === 1)
    const waiting = left(storage.outbox.waitingSince(LANES, 0))
    await eventually('somebody who waits', async () => watch.connections().waiting === 1)
    expect(watch.connections()).to.deep.equal({ inUse: 1, idle: 0, waiting: 1, limit: 1 })
    await waiting
    expect(watch.failures).to.deep.equal(['no_connection'])
    free()
    await holding
    await storage.close()
    await drop()
  })
})
