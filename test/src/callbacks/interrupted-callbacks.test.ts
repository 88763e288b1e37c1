import { join } from 'node:path'
import { expect } from 'chai'
import type { Storage } from '@postrider/core/assembly/storage'
import { openStorage } from '@postrider/storage-sql/sql-storage'
import { openThread, type SqliteThread } from '@postrider/storage-sql/sqlite/thread'
import { eventually } from '@postrider/conformance/eventually'
import { right } from '@postrider/conformance/outcome'
import { migratedDatabase } from '../adapters/storage-sql/migrated-databases.js'
import { acceptTexts } from '../hosts/http/send-sms.js'
import { type Child, startChild } from '../crash/child.js'
import { readEvidence, readViolations } from '../crash/evidence.js'
import { lines } from '../crash/findings.js'
import type { WholeHostOptions } from '../crash/whole-host-options.js'
import { startMysqlInUse } from '../servers/mysql.js'
import { freshDirectory } from '../servers/run-directory.js'
import { createDatabase } from '../servers/test-database.js'
import { setTwilioScene, type GatewayScene } from './gateway-scene.js'
import { startTwilioGateway, type TwilioGateway, type TwilioReport } from './twilio-gateway.js'

const NUMBER = '+919800000001'

/** Everything that survives a host's end. */
interface Stage {
  readonly scene: GatewayScene
  readonly gateway: TwilioGateway
  readonly storage: Storage
  start(crashAt?: string): Promise<Child>
}

const onStage = async (
  storageUrl: string,
  directory: string,
  work: (stage: Stage) => Promise<void>,
): Promise<void> => {
  const gateway = await startTwilioGateway()
  const given = { POSTRIDER_STORAGE_URL: storageUrl, POSTRIDER_DATA_DIR: directory }
  const scene = await setTwilioScene(given, gateway)
  const storage = await openStorage(storageUrl)
  const hosts: Child[] = []
  const options: WholeHostOptions = {
    settings: scene.settings,
    lastWordsFile: join(directory, 'last-words.json'),
  }
  try {
    await work({
      scene,
      gateway,
      storage,
      start: async (crashAt) => {
        const env = crashAt === undefined ? {} : { CRASH_AT: crashAt }
        const logFile = join(directory, 'host.out')
        const host = await startChild({ name: 'whole-host', options, logFile, env })
        hosts.push(host)
        return host
      },
    })
  } finally {
    await Promise.all(hosts.map((host) => host.kill()))
    await storage.close()
    await gateway.close()
  }
}

/** Sends a text to the gateway, and returns its later delivery report. */
const send = async ({ scene, gateway, storage }: Stage): Promise<TwilioReport> => {
  await acceptTexts({ tenant: scene.tenant, port: scene.httpPort }, [NUMBER])
  await eventually(
    'the gateway took it',
    async () => (await readEvidence(storage)).at(0)?.message.state === 'SUBMITTED',
  )
  const [text] = gateway.texts()
  if (text === undefined) throw new Error('the gateway has no text')
  return { text, status: 'delivered' }
}

const one = async ({ storage }: Stage) => (await readEvidence(storage)).at(0)

/** Checks that the callback is applied once, and money moved once, whatever happened to it. */
const expectOnce = async (stage: Stage, report: TwilioReport): Promise<void> => {
  const { gateway, storage } = stage
  const isDelivered = async () => (await one(stage))?.message.state === 'DELIVERED'
  await eventually('it is applied', isDelivered)
  expect(await gateway.call(report)).to.equal(200)
  const evidence = await one(stage)
  expect(evidence?.receipts.map(({ state }) => state)).to.deep.equal(['applied'])
  expect(evidence?.attempts).to.have.length(1)
  expect(evidence?.events.map(({ type }) => type)).to.have.members(['reservation', 'settlement'])
  expect(gateway.texts()).to.have.length(1)
  expect(lines(await readViolations(storage))).to.deep.equal([])
}

const killBeforeTheAnswer = async (stage: Stage): Promise<void> => {
  const { gateway, storage } = stage
  const doomed = await stage.start('C13:1')
  const report = await send(stage)
  expect(await gateway.call(report)).to.equal(undefined)
  expect((await doomed.ended).signal).to.equal('SIGKILL')
  const kept = await right(storage.receipts.pending(Number.MAX_SAFE_INTEGER, undefined, 10))
  expect(kept.map(({ status, state }) => [status, state])).to.deep.equal([['delivered', 'pending']])
  expect((await one(stage))?.message.state).to.equal('SUBMITTED')
  await stage.start()
  expect([await gateway.call(report), await gateway.call(report)]).to.deep.equal([200, 200])
  await expectOnce(stage, report)
}

/** Stops storage, and starts it again. */
interface StorageSwitch {
  away(): Promise<void>
  back(): Promise<void>
}

const callWithoutStorage =
  ({ away, back }: StorageSwitch) =>
  async (stage: Stage): Promise<void> => {
    const { gateway, storage } = stage
    await stage.start()
    const report = await send(stage)
    await away()
    expect(await Promise.all([gateway.call(report), gateway.call(report)])).to.deep.equal([503, 503])
    await back()
    expect(await right(storage.receipts.pending(Number.MAX_SAFE_INTEGER, undefined, 10))).to.deep.equal([])
    await eventually('it is taken', async () => (await gateway.call(report)) === 200)
    await expectOnce(stage, report)
  }

const onSqlite = async (play: (path: string) => (stage: Stage) => Promise<void>): Promise<void> => {
  const directory = await freshDirectory('interrupted')
  const path = join(directory, 'postrider.db')
  await onStage(`sqlite:${path}`, directory, play(path))
}

const plain = (sql: string) => ({ sql, binary: '', cells: [] })

/** Another program that writes to the file without end. */
const lockOf = (path: string): StorageSwitch => {
  let other: SqliteThread | undefined
  return {
    away: async () => {
      other = await openThread({ path, role: 'writer' })
      await other.run([plain('BEGIN IMMEDIATE')])
    },
    back: async () => {
      await other?.run([plain('COMMIT')])
      await other?.close()
    },
  }
}

describe('A callback', () => {
  it('whose host is killed between storing it and its response is applied once, on SQLite', () =>
    onSqlite(() => killBeforeTheAnswer))

  it('whose host is killed between storing it and its response is applied once, on MariaDB', async () => {
    const database = await migratedDatabase()
    try {
      await onStage(database.url, await freshDirectory('interrupted'), killBeforeTheAnswer)
    } finally {
      await database.drop()
    }
  })

  it('gets a 503 while the file of SQLite is locked, leaves nothing, and is accepted afterwards', () =>
    onSqlite((path) => callWithoutStorage(lockOf(path))))

  it('gets a 503 while MariaDB is unavailable, leaves nothing, and is accepted afterwards', async () => {
    const server = await startMysqlInUse()
    try {
      const { url } = await createDatabase(server.url)
      const stops = { away: server.kill, back: server.restart }
      await onStage(url, await freshDirectory('interrupted'), callWithoutStorage(stops))
    } finally {
      await server.stop()
    }
  })
})
