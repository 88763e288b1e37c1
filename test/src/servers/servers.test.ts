import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from 'amqplib'
import { expect } from 'chai'
import { createConnection, type RowDataPacket } from 'mysql2/promise'
import { startMariadb } from './mariadb.js'
import { mysqlInUse, startMysqlInUse } from './mysql.js'
import { startRabbitmq } from './rabbitmq.js'
import { createDatabase } from './test-database.js'
import { rootInUse } from './unpacked-engines.js'

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

describe(`A private ${mysqlInUse()}`, () => {
  it('keeps commits over SIGKILL and restart, at the same address', async () => {
    const server = await startMysqlInUse()
    const database = await createDatabase(server.url)
    const killedPid = server.pid()
    const first = await createConnection({ uri: database.url, multipleStatements: true })
    first.on('error', () => undefined)
    await first.query('CREATE TABLE t (a INT); INSERT INTO t VALUES (7)')
    await server.kill()
    expect(isRunning(killedPid)).to.equal(false)
    first.destroy()
    await server.restart()
    const second = await createConnection(database.url)
    const [rows] = await second.query<RowDataPacket[]>('SELECT a FROM t')
    expect(rows[0]?.['a']).to.equal(7)
    await second.end()
    await database.drop()
    await server.stop()
    expect(isRunning(server.pid())).to.equal(false)
  })

  it('reports the reason for its end', async () => {
    const server = await startMysqlInUse()
    expect(server.death()).to.equal(undefined)
    process.kill(server.pid(), 'SIGSEGV')
    while (server.death() === undefined) await sleep(20)
    expect(server.death()).to.match(/^(?:MariaDB|MySQL) ended by itself:[^]*got signal 11/u)
    await server.stop()
  })

  it('flushes at every commit', async () => {
    const server = await startMysqlInUse()
    const connection = await createConnection(server.url)
    const [rows] = await connection.query<RowDataPacket[]>('SELECT @@innodb_flush_log_at_trx_commit AS flush')
    expect(rows[0]?.['flush']).to.equal(1)
    await connection.end()
    await server.stop()
  })
})

describe('A private MariaDB that starts next to another one', () => {
  it("doesn't touch the temporary tables of the other one when it starts", async () => {
    const first = await startMariadb()
    const connection = await createConnection(first.url)
    const [rows] = await connection.query<RowDataPacket[]>('SELECT @@tmpdir AS folder')
    const folder = `${rootInUse('mariadb') ?? ''}${String(rows[0]?.['folder'])}`
    const table = join(folder, '#sql-temptable-of-the-first.MAI')
    await writeFile(table, '')
    const second = await startMariadb()
    expect(existsSync(table)).to.equal(true)
    await connection.end()
    await first.stop()
    await second.stop()
  })
})

describe('A private RabbitMQ', () => {
  it('keeps confirmed messages of a quorum queue over SIGKILL and restart, and leaves nothing running', async () => {
    const broker = await startRabbitmq()
    const before = await connect(broker.url)
    before.on('error', () => undefined)
    const publisher = await before.createConfirmChannel()
    publisher.on('error', () => undefined)
    const queue = { durable: true, arguments: { 'x-queue-type': 'quorum' } }
    await publisher.assertQueue('kept', queue)
    // RabbitMQ 3.10 writes its list of quorum queues a moment after it has confirmed the declaration. A queue
    // whose broker is killed before that returns without a leader, regardless of its messages.
    await sleep(1_500)
    publisher.sendToQueue('kept', Buffer.from('still here'), { persistent: true })
    await publisher.waitForConfirms()
    const killedPid = broker.pid()
    await broker.kill()
    expect(isRunning(killedPid)).to.equal(false)
    await broker.restart()
    const after = await connect(broker.url)
    const channel = await after.createChannel()
    const message = await channel.get('kept', { noAck: true })
    expect(message === false ? undefined : message.content.toString()).to.equal('still here')
    await after.close()
    await broker.stop()
    expect(isRunning(broker.pid())).to.equal(false)
  })
})

describe('The database of a test', () => {
  it('names the missing variable if there is no server', async () => {
    const given = process.env['POSTRIDER_TEST_MYSQL_URL']
    delete process.env['POSTRIDER_TEST_MYSQL_URL']
    try {
      const failure = await createDatabase().catch((error: unknown) => error)
      expect(failure)
        .to.be.instanceOf(Error)
        .with.property('message')
        .that.contains('POSTRIDER_TEST_MYSQL_URL')
    } finally {
      if (given !== undefined) process.env['POSTRIDER_TEST_MYSQL_URL'] = given
    }
  })
})
