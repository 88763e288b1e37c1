import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { expect } from 'chai'
import { createConnection, type Connection, type RowDataPacket } from 'mysql2/promise'
import { startFaultProxy, type FaultProxy } from './fault-proxy.js'
import { startMysqlInUse } from './mysql.js'
import type { MysqlServer } from './mysql-server.js'
import { createDatabase, type TestDatabase } from './test-database.js'

const codeOf = async (attempt: Promise<unknown>): Promise<string | undefined> => {
  try {
    await attempt
    return undefined
  } catch (error) {
    return (error as NodeJS.ErrnoException).code
  }
}

const isPending = async (attempt: Promise<unknown>, forMs: number): Promise<boolean> => {
  const pending = Symbol('pending')
  const timer = new Promise((resolve) => setTimeout(() => resolve(pending), forMs))
  return (await Promise.race([attempt.catch(() => undefined), timer])) === pending
}

const insertAndCommit = 'BEGIN; INSERT INTO notes (id) VALUES (1); COMMIT'

describe('The fault proxy', () => {
  let server: MysqlServer
  let database: TestDatabase
  let direct: Connection
  let proxy: FaultProxy
  const open: Connection[] = []

  const throughProxy = async (connectTimeout = 10_000): Promise<Connection> => {
    const connection = await createConnection({
      uri: proxy.url,
      multipleStatements: true,
      connectTimeout,
    })
    // A connection that the proxy resets while idle reports it as an event; here that is expected.
    connection.on('error', () => undefined)
    open.push(connection)
    return connection
  }

  const storedNotes = async (): Promise<number> => {
    const [rows] = await direct.query<RowDataPacket[]>('SELECT COUNT(*) AS notes FROM notes')
    return Number(rows[0]?.['notes'])
  }

  before(async () => {
    server = await startMysqlInUse()
    database = await createDatabase(server.url)
    direct = await createConnection(database.url)
    await direct.query('CREATE TABLE notes (id INT PRIMARY KEY, text VARCHAR(200))')
  })

  after(async () => {
    await direct.end()
    await server.stop()
  })

  beforeEach(async () => {
    await direct.query('DELETE FROM notes')
    proxy = await startFaultProxy(database.url)
  })

  afterEach(async () => {
    open.splice(0).forEach((connection) => connection.destroy())
    await proxy.stop()
  })

  it('passes statements and responses of every size on unchanged', async () => {
    const connection = await throughProxy()
    const [rows] = await connection.query<RowDataPacket[]>("SELECT REPEAT('x', 3000000) AS text")
    expect(rows[0]?.['text']).to.have.length(3_000_000)
    const long = 'y'.repeat(2_000_000)
    const [lengths] = await connection.query<RowDataPacket[]>('SELECT LENGTH(?) AS bytes', [long])
    expect(lengths[0]?.['bytes']).to.equal(2_000_000)
  })

  it('loses the response to a multi-statement query that ends with COMMIT, after the server has committed', async () => {
    const connection = await throughProxy()
    proxy.armCommitLoss('answer')
    expect(await codeOf(connection.query(insertAndCommit))).to.equal('ECONNRESET')
    expect(await storedNotes()).to.equal(1)
    expect(proxy.lostCommits()).to.equal(1)
  })

  it('loses the request, so that the server commits nothing', async () => {
    const connection = await throughProxy()
    proxy.armCommitLoss('request')
    expect(await codeOf(connection.query(insertAndCommit))).to.equal('ECONNRESET')
    expect(await storedNotes()).to.equal(0)
  })

  it('loses only the COMMIT if it is sent after its statements, as a query builder does', async () => {
    for (const [loss, stored] of [
      ['request', 0],
      ['answer', 1],
    ] as const) {
      const connection = await throughProxy()
      proxy.armCommitLoss(loss)
      await connection.beginTransaction()
      await connection.query('INSERT INTO notes (id) VALUES (2)')
      expect(await codeOf(connection.commit())).to.equal('ECONNRESET')
      expect(await storedNotes()).to.equal(stored)
    }
  })

  it('responds only after the commit is durable, even if it had to wait for a lock', async () => {
    await direct.query("INSERT INTO notes (id, text) VALUES (1, 'old')")
    await direct.beginTransaction()
    await direct.query("UPDATE notes SET text = 'mine' WHERE id = 1")
    const connection = await throughProxy()
    proxy.armCommitLoss('answer')
    const attempt = codeOf(connection.query("BEGIN; UPDATE notes SET text = 'other' WHERE id = 1; COMMIT"))
    expect(await isPending(attempt, 200)).to.equal(true)
    await direct.query('COMMIT')
    expect(await attempt).to.equal('ECONNRESET')
    const [rows] = await direct.query<RowDataPacket[]>('SELECT text FROM notes')
    expect(rows[0]?.['text']).to.equal('other')
  })

  it('loses only one commit, and the next connection works', async () => {
    proxy.armCommitLoss('request')
    await codeOf((await throughProxy()).query(insertAndCommit))
    await (await throughProxy()).query(insertAndCommit)
    expect(await storedNotes()).to.equal(1)
    expect(proxy.lostCommits()).to.equal(1)
  })

  it('waits for the commit whose statements match, and ignores that word in texts', async () => {
    const connection = await throughProxy()
    proxy.armCommitLoss('request', /INTO notes/)
    await connection.query('BEGIN; SELECT 1; COMMIT')
    await connection.query("INSERT INTO notes (id, text) VALUES (5, 'we COMMIT to it')")
    expect(proxy.lostCommits()).to.equal(0)
    expect(await codeOf(connection.query(insertAndCommit))).to.equal('ECONNRESET')
  })

  it('cuts every open connection and serves new ones', async () => {
    const connection = await throughProxy()
    const sleeping = codeOf(connection.query('SELECT SLEEP(10)'))
    expect(await isPending(sleeping, 50)).to.equal(true)
    proxy.cut()
    expect(await sleeping).to.equal('ECONNRESET')
    await (await throughProxy()).query('SELECT 1')
    expect(proxy.connections()).to.equal(1)
  })

  it('refuses new connections until it is healed, and keeps open ones', async () => {
    const connection = await throughProxy()
    proxy.refuseNew()
    expect(await codeOf(throughProxy())).to.equal('ECONNREFUSED')
    await connection.query('SELECT 1')
    await proxy.heal()
    await (await throughProxy()).query('SELECT 1')
  })

  it('holds everything back in a black hole and delivers it when healed', async () => {
    const connection = await throughProxy()
    proxy.blackhole()
    const held = connection.query('SELECT 1')
    expect(await isPending(held, 150)).to.equal(true)
    expect(await codeOf(throughProxy(1_000))).to.equal('ETIMEDOUT')
    await proxy.heal()
    await held
  })

  it('delays each direction by the given latency', async () => {
    const connection = await throughProxy()
    proxy.setLatencyMs(60)
    const startedMs = performance.now()
    await connection.query('SELECT 1')
    expect(performance.now() - startedMs).to.be.greaterThan(115)
  })

  it('resets clients when the server behind it stops', async () => {
    await proxy.stop()
    proxy = await startFaultProxy('mysql://root@127.0.0.1:9/none')
    expect(await codeOf(throughProxy())).to.be.oneOf(['ECONNRESET', 'PROTOCOL_CONNECTION_LOST'])
  })
})

describe('The fault proxy before a server of any kind', () => {
  it('counts the bytes that clients send, and can end a connection together with its last response', async () => {
    const server = createServer((socket) => void socket.on('error', () => undefined).pipe(socket))
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const proxy = await startFaultProxy(`smtp://127.0.0.1:${(server.address() as AddressInfo).port}`)
    const count = proxy.count(Buffer.from('tell'))
    proxy.endAfter(Buffer.from('bye'), Buffer.from(' and farewell'))
    const client = connect(proxy.port, '127.0.0.1')
    const heard: string[] = []
    client.on('data', (piece: Buffer) => heard.push(piece.toString()))
    client.write('tell, tell')
    await once(client, 'data')
    client.write('bye')
    await once(client, 'end')
    expect(heard).to.deep.equal(['tell, tell', 'bye and farewell'])
    expect(count()).to.equal(2)
    await proxy.stop()
    server.close()
  })
})
