import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect } from 'chai'
import { createConnection, type RowDataPacket } from 'mysql2/promise'
import { compose, type Composition } from '@postrider/wiring/compose'
import { eventually } from '@postrider/conformance/eventually'
import { migrateAt } from '../../../adapters/storage-sql/migrated-file.js'
import { freshDirectory } from '../../../servers/run-directory.js'
import { createDatabase, type TestDatabase } from '../../../servers/test-database.js'
import { aSendingApp } from '../../dispatcher/a-sending-app.js'
import { logLines, someSettings } from '../../wiring/some-settings.js'
import { endCommands, type RunningCommand, runPostrider, startPostrider } from '../run-postrider.js'
import { settingsOnServers } from '../settings-on-servers.js'

const PLENTY_MINOR = 100_000_000

/** A little longer than readiness is cached. */
const KEPT_FOR_MS = 1_100

/** Whether a process with this id exists. */
const isThere = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

describe('Workers on one port', function () {
  let database: TestDatabase
  let settings: Readonly<Record<string, string>>
  let composition: Composition

  beforeEach(async () => {
    database = await createDatabase()
    await migrateAt(database.url)
    settings = {
      ...(await settingsOnServers(database)),
      POSTRIDER_RATE_SENDS: '100000',
      POSTRIDER_WORKERS: '2',
    }
    composition = await compose(await someSettings({ ...settings }), { log: logLines() })
  })
  afterEach(async () => {
    endCommands()
    await composition.close()
    await database.drop()
  })

  /** Workers that serve an app, with functions to query both. */
  const serving = async (
    command: 'http' | 'start' = 'http',
    changes: Readonly<Record<string, string>> = {},
  ) => {
    const app = await aSendingApp(composition, undefined, PLENTY_MINOR)
    const running = startPostrider([command], { ...settings, ...changes })
    const { metricsPort } = await running.logged('starting workers')
    const { workers } = await running.logged('all workers ready')
    const { httpPort } = await running.logged('serving')
    const agent = new Agent({ keepAlive: true })
    const call = async (
      method: string,
      path: string,
      more: { key?: string; body?: object; agent?: Agent | false; bearer?: string } = {},
    ) => {
      const headers = {
        authorization: `Bearer ${more.bearer ?? app.bearer}`,
        'content-type': 'application/json',
        ...(more.key === undefined ? {} : { 'idempotency-key': more.key }),
      }
      const clientRequest = request({
        host: '127.0.0.1',
        port: Number(httpPort),
        method,
        path,
        headers,
        agent: more.agent ?? false,
      })
      clientRequest.end(more.body === undefined ? undefined : JSON.stringify(more.body))
      const [answer] = (await once(clientRequest, 'response')) as [IncomingMessage]
      return { status: answer.statusCode, body: JSON.parse(await text(answer)) as Record<string, unknown> }
    }
    const inside = (path: string) => fetch(`http://127.0.0.1:${Number(metricsPort)}${path}`)
    return {
      running,
      agent,
      pids: workers as readonly number[],
      call,
      send: (key: string, through: Agent | false = false) =>
        call('POST', '/v1/messages', { key, body: app.body(), agent: through }),
      /** 200, or the problem. */
      readiness: async () => {
        const answer = await inside('/readiness')
        return answer.status === 200 ? 200 : `${answer.status} ${await answer.text()}`
      },
      figure: async (name: string): Promise<number> => {
        const page = await (await inside('/metrics')).text()
        return page
          .split('\n')
          .filter((line) => line.startsWith(name) && /^[ {]/.test(line.slice(name.length)))
          .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0)
      },
    }
  }
  type Serving = Awaited<ReturnType<typeof serving>>

  /** The metrics page is cached for a second. */
  const hasCounted = (scene: Serving, messages: number): Promise<void> =>
    eventually(
      `${messages} messages are counted`,
      async () => (await scene.figure('postrider_messages_accepted_total')) === messages,
    )

  const countMessages = async (): Promise<number> => {
    const connection = await createConnection(database.url)
    const [[row]] = await connection.query<RowDataPacket[]>('SELECT COUNT(*) AS count FROM messages')
    await connection.end()
    return Number(row?.['count'])
  }
  const linesAbout = ({ log }: RunningCommand, msg: string) => log().filter((line) => line['msg'] === msg)
  const end = async ({ running, agent }: Serving): Promise<void> => {
    agent.destroy()
    running.process.kill('SIGTERM')
    expect(await running.exitCode, running.out() + running.err()).to.equal(0)
  }

  it('serve together, are counted on one page, and drain together', async () => {
    const scene = await serving()
    expect(new Set(scene.pids).size).to.equal(2)
    const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => scene.send(`together-${at}`)))
    expect(answers.map(({ status }) => status)).to.deep.equal(answers.map(() => 202))
    const accepted = () => scene.running.log().filter((line) => line['messageId'] !== undefined)
    await eventually('a line for each', () => accepted().length >= 20)
    expect(new Set(accepted().map(({ worker }) => worker)).size).to.equal(2)
    await hasCounted(scene, 20)
    expect(await scene.figure('postrider_workers_serving')).to.equal(2)
    expect(await scene.readiness()).to.equal(200)
    const again = await scene.send('together-0')
    expect(again.body['messageId']).to.equal(answers[0]?.body['messageId'])
    await end(scene)
    expect(linesAbout(scene.running, 'draining')).to.have.length(3)
    expect(linesAbout(scene.running, 'stopped')).to.have.length(3)
    expect(scene.pids.some(isThere)).to.equal(false)
    expect(await countMessages()).to.equal(20)
  })

  it('are replaced on SIGHUP without losing a request', async () => {
    // With a drain pause, the process responds with 503 while it waits.
    const scene = await serving('http', { POSTRIDER_DRAIN_PAUSE_MS: '2000' })
    const statuses: Array<number | undefined> = []
    const messageIds = new Set<unknown>()
    const leastServing = { now: Infinity }
    const load = { isOver: false }
    const sendOn = async (sender: number): Promise<void> => {
      for (let count = 0; !load.isOver; count += 1) {
        const through = sender % 2 === 0 ? scene.agent : false
        const { status, body } = await scene.send(`sender-${sender}-${count}`, through)
        statuses.push(status)
        messageIds.add(body['messageId'])
      }
    }
    const watch = async (): Promise<void> => {
      while (!load.isOver) {
        leastServing.now = Math.min(leastServing.now, await scene.figure('postrider_workers_serving'))
        // A response can be late while other tests use the cores. A probe checks twice, and responses are
        // cached for a second.
        const first = await scene.readiness()
        if (first === 200) continue
        await new Promise((resolve) => setTimeout(resolve, KEPT_FOR_MS))
        expect(await scene.readiness(), `twice, at first ${first}`).to.equal(200)
      }
    }
    const loading = Promise.all([...Array.from({ length: 8 }, (_, sender) => sendOn(sender)), watch()])
    await eventually('load', () => statuses.length > 50)
    scene.running.process.kill('SIGHUP')
    const renewed = scene.running.logged('all workers replaced').finally(() => (load.isOver = true))
    await Promise.all([loading, renewed])
    expect(statuses.filter((status) => status !== 202)).to.deep.equal([])
    expect(messageIds.size).to.equal(statuses.length)
    expect(await countMessages()).to.equal(statuses.length)
    await hasCounted(scene, statuses.length)
    expect(leastServing.now).to.be.at.least(1)
    expect(scene.pids.some(isThere)).to.equal(false)
    expect(await scene.figure('postrider_workers_serving')).to.equal(2)
    expect(await scene.figure('postrider_worker_deaths_total')).to.equal(0)
    await end(scene)
  })

  it('hand sends over to one home, and lose or duplicate nothing if it is killed under load', async function () {
    this.timeout(240_000)
    const scene = await serving()
    const apps = [await aSendingApp(composition, undefined, PLENTY_MINOR)]
    apps.push(await aSendingApp(composition, undefined, PLENTY_MINOR))
    const messageIds = new Map<string, unknown>()
    const load = { isOver: false }
    /** Like a client, it repeats the send under the same key until it gets a 202. */
    const sendUntilAccepted = async (
      key: string,
      { bearer, body }: (typeof apps)[number],
      agent: Agent,
    ): Promise<void> => {
      for (;;) {
        const answer = await scene
          .call('POST', '/v1/messages', { key, bearer, body: body(), agent })
          .catch(() => undefined)
        if (answer !== undefined) expect(answer.status).to.be.oneOf([202, 503])
        if (answer?.status === 202) {
          messageIds.set(key, answer.body['messageId'])
          return
        }
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    }
    const sendOn = async (app: (typeof apps)[number], sender: string): Promise<void> => {
      // The runtime loses connections that are being passed to a killed worker, so each sender keeps its own.
      const agent = new Agent({ keepAlive: true })
      for (let count = 0; !load.isOver; count += 1) await sendUntilAccepted(`${sender}-${count}`, app, agent)
      agent.destroy()
    }
    const loading = Promise.all(
      apps.flatMap((app, at) =>
        Array.from({ length: 8 }, (_, sender) => sendOn(app, `app-${at}-sender-${sender}`)),
      ),
    )
    await eventually('load', async () => messageIds.size > 50)
    await eventually(
      'sends are handed over',
      async () => (await scene.figure('postrider_submissions_handed_over_total{outcome="answered"}')) > 0,
    )
    const [home = 0] = scene.pids
    process.kill(home, 'SIGKILL')
    const before = messageIds.size
    await eventually('two serve again', async () => {
      const deaths = await scene.figure('postrider_worker_deaths_total')
      return deaths === 1 && (await scene.figure('postrider_workers_serving')) === 2
    })
    await eventually('load afterwards', async () => messageIds.size > before + 50)
    load.isOver = true
    await loading
    expect(new Set(messageIds.values()).size).to.equal(messageIds.size)
    expect(await countMessages()).to.equal(messageIds.size)
    await end(scene)
    const { postrider } = composition
    const report = await postrider.checkInvariants()()
    expect(report).to.have.nested.property('right.violations').that.deep.equals([])
    expect(await runPostrider(['ledger', 'verify'], settings)).to.include({ exitCode: 0, err: '' })
  })

  it('are replaced if one is killed, and keep its counts', async () => {
    const scene = await serving()
    for (let count = 0; count < 6; count += 1) await scene.send(`before-${count}`)
    await hasCounted(scene, 6)
    const [killed = 0] = scene.pids
    process.kill(killed, 'SIGKILL')
    await eventually('two serve again', async () => {
      const deaths = await scene.figure('postrider_worker_deaths_total')
      return deaths === 1 && (await scene.figure('postrider_workers_serving')) === 2
    })
    await hasCounted(scene, 6)
    expect((await scene.send('afterwards-1')).status).to.equal(202)
    await hasCounted(scene, 7)
    await end(scene)
  })

  it('send what was accepted, and end when their parent is gone', async () => {
    const scene = await serving('start')
    const { body } = await scene.send('delivered-1')
    await eventually('delivered', async () => {
      const found = await scene.call('GET', `/v1/messages/${String(body['messageId'])}`)
      return found.body['state'] === 'DELIVERED'
    })
    scene.agent.destroy()
    scene.running.process.kill('SIGKILL')
    await eventually('no worker is left', () => !scene.pids.some(isThere))
  })

  it('are stopped by the first one if a problem prevents all from starting', async () => {
    const empty = await createDatabase()
    const unmigrated = { ...settings, POSTRIDER_STORAGE_URL: empty.url }
    const { exitCode, err } = await runPostrider(['dispatcher'], unmigrated)
    await empty.drop()
    expect(exitCode).to.equal(1)
    expect(err.match(/^postrider cannot start: the database is not migrated /gm)).to.have.length(1)
  })

  it('are refused on SQLite, with the name of the setting or option', async () => {
    const sqlite = { POSTRIDER_DATA_DIR: await freshDirectory('data') }
    const refusal = /^POSTRIDER_WORKERS: must be 1 with SQLite, [^\n]+\n$/
    for (const [args, more] of [
      [['start', '--workers', '2'], {}],
      [['http'], { POSTRIDER_WORKERS: '2' }],
    ] as const) {
      const { exitCode, err } = await runPostrider(args, { ...sqlite, ...more })
      expect(exitCode).to.equal(78)
      expect(err).to.match(refusal)
    }
    const one = await runPostrider(['console', '--workers', '2'], sqlite)
    expect(one.err).to.include("unknown option '--workers'")
  })
})
