import { expect } from 'chai'
import { setTimeout as pause } from 'node:timers/promises'
import { createConnection } from 'mysql2/promise'
import { compose, type Composition } from '@postrider/wiring/compose'
import { eventually } from '@postrider/conformance/eventually'
import { createDatabase, type TestDatabase } from '../../servers/test-database.js'
import { otherSessions } from '../../servers/mysql-sessions.js'
import { aSendingApp } from '../dispatcher/a-sending-app.js'
import { logLines, someSettings } from '../wiring/some-settings.js'
import { endCommands, runPostrider, startPostrider } from './run-postrider.js'
import { settingsOnServers } from './settings-on-servers.js'

describe('The postrider command on MariaDB and RabbitMQ', () => {
  let database: TestDatabase
  let settings: Readonly<Record<string, string>>
  let composition: Composition | undefined

  beforeEach(async () => {
    database = await createDatabase()
    settings = await settingsOnServers(database)
  })

  afterEach(async () => {
    endCommands()
    await composition?.close()
    composition = undefined
    await database.drop()
  })

  const anApp = async (): Promise<Awaited<ReturnType<typeof aSendingApp>>> => {
    expect(await runPostrider(['migrate'], settings)).to.include({ exitCode: 0, err: '' })
    composition = await compose(await someSettings(settings), { log: logLines() })
    return aSendingApp(composition)
  }

  it('accepts in one process, sends in another, and stops both in order', async () => {
    const app = await anApp()
    const http = startPostrider(['http'], settings)
    const dispatcher = startPostrider(['dispatcher'], settings)
    const { httpPort } = await http.logged('serving')
    await dispatcher.logged('serving')
    const { messageId } = await app.send('key-0001')
    const url = `http://127.0.0.1:${Number(httpPort)}/v1/messages/${messageId}`
    const headers = { authorization: `Bearer ${app.bearer}` }
    await eventually('delivered', async () => {
      const { state } = (await (await fetch(url, { headers })).json()) as { state?: string }
      return state === 'DELIVERED'
    })
    const examined = await runPostrider(['doctor', '--deep'], settings)
    expect(examined.exitCode, examined.out).to.equal(0)
    expect(examined.out).to.match(
      /^ok +queue +RabbitMQ responds; waiting: otp 0, transactional 0, promotional 0$/m,
    )
    http.process.kill('SIGTERM')
    dispatcher.process.kill('SIGTERM')
    expect(await Promise.all([http.exitCode, dispatcher.exitCode])).to.deep.equal([0, 0])
  })

  it('waits for a busy database', async () => {
    expect(await runPostrider(['migrate'], settings)).to.include({ exitCode: 0, err: '' })
    const busy = await createConnection(database.url)
    try {
      await busy.query('LOCK TABLES knex_migrations WRITE')
      const verifying = runPostrider(['ledger', 'verify'], settings)
      const watcher = await createConnection(database.url)
      await eventually('the command waits', async () => {
        const sessions = await otherSessions(watcher, new URL(database.url).pathname.slice(1))
        return sessions.some(({ state }) => state.startsWith('Waiting'))
      })
      await watcher.end()
      // Longer than the timeouts of requests and probes.
      await pause(3_000)
      await busy.query('UNLOCK TABLES')
      expect(await verifying).to.include({ exitCode: 0, err: '' })
    } finally {
      await busy.end()
    }
  })

  it('finds money that was moved without a ledger entry, with both checks', async () => {
    await anApp()
    const connection = await createConnection(database.url)
    await connection.query('UPDATE accounts SET posted = posted + 1')
    const verified = await runPostrider(['ledger', 'verify'], settings)
    expect(verified.exitCode).to.equal(1)
    expect(verified.out).to.match(/^org_\S+ +test +1 .* posted is 10001, but the ledger has 10000$/m)
    expect(verified.err).to.equal('1 of 1 accounts differ from their ledgers.\n')
    const [checkpoints] = await connection.query('SELECT status FROM checkpoints')
    expect(checkpoints).to.deep.equal([{ status: 'drift' }])
    await connection.end()
    const examined = await runPostrider(['doctor', '--deep'], settings)
    expect(examined.exitCode).to.equal(1)
    expect(examined.out).to.match(
      /^wrong +invariants +M-1 org_\S+\/test\/INR: posted is 10001, but the ledger has 10000$/m,
    )
  })

  it("reports a machine whose clock differs from the database's, and by how much", async () => {
    expect(await runPostrider(['migrate'], settings)).to.include({ exitCode: 0, err: '' })
    expect((await runPostrider(['doctor'], settings)).out).to.match(
      /^ok +clock +the machine's clock is 0\.\d{3} s /m,
    )
    const preload = new URL('./shifted-date.js', import.meta.url).href
    const shifted = { ...settings, NODE_OPTIONS: `--import=${preload}`, CLOCK_SHIFT_MS: '-90000' }
    const { exitCode, out } = await runPostrider(['doctor'], shifted)
    expect(exitCode).to.equal(1)
    expect(out).to.match(
      /^wrong +clock +the machine's clock is (90|89)\.\d{3} s behind the database's, .* would be ready$/m,
    )
  })

  it("doesn't start on a database that isn't migrated", async () => {
    const { exitCode, err } = await runPostrider(['dispatcher'], settings)
    expect(exitCode).to.equal(1)
    expect(err).to.match(/^postrider cannot start: the database is not migrated /)
  })
})
