import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { createConnection, type RowDataPacket } from 'mysql2/promise'
import { newMasterKey } from '@postrider/node/auth/master-key'
import { compose, type Composition } from '@postrider/wiring/compose'
import { freshPrefix, runBrokerUrl } from '../adapters/queue-rabbitmq/broker.js'
import { readInbox } from '../adapters/provider-sandbox/read-inbox.js'
import { eventually } from '@postrider/conformance/eventually'
import { aSendingApp } from '../hosts/dispatcher/a-sending-app.js'
import { endCommands } from '../hosts/cli/run-postrider.js'
import { logLines, someSettings } from '../hosts/wiring/some-settings.js'
import { type FaultProxy, startFaultProxy } from '../servers/fault-proxy.js'
import { freshDirectory } from '../servers/run-directory.js'
import { createPostgresDatabase } from '../servers/postgres-database.js'
import { createDatabase, type TestDatabase } from '../servers/test-database.js'
import { contextFiles, isSent } from './build-context.js'
import { buildImage, type Image } from './build-image.js'
import { type ComposeFile, environmentOf, readCompose, readComposeOnPostgres } from './compose-file.js'
import { type Container, createVolume, startContainer, stateOf } from './container.js'
import { readStages } from './image-plan.js'

const ARGS = { COMMIT: '0123456789abcdef0123456789abcdef01234567', BUILT_AT: '2026-11-22T08:00:00.000Z' }

const READY = { exitCode: 0, output: 'ready' }

const filesBelow = (folder: string): readonly string[] => [...stateOf(folder).keys()]

describe('The image', function () {
  this.timeout(600_000)
  let image: Image
  let untouched: ReadonlyMap<string, string>

  before(async () => {
    image = await buildImage({ folder: await freshDirectory('image'), args: ARGS })
    untouched = stateOf(image.root)
  })
  afterEach(endCommands)

  const becomes = async (container: Container, wanted: { exitCode: number; output: string | RegExp }) => {
    let last: Awaited<ReturnType<Container['health']>> | undefined
    const isSo = async (): Promise<boolean> => {
      last = await container.health()
      const { exitCode, output } = last
      const hasOutput =
        typeof wanted.output === 'string' ? output === wanted.output : wanted.output.test(output)
      return exitCode === wanted.exitCode && hasOutput
    }
    await eventually(`the health check ends with ${wanted.exitCode}, "${String(wanted.output)}"`, isSo).catch(
      (cause: unknown) => {
        throw new Error(`${JSON.stringify(last)}; ${container.out()}${container.err()}`, { cause })
      },
    )
  }

  describe('as built from the Dockerfile', () => {
    it('is made of the files that .dockerignore allows, without settings, data and history', () => {
      for (const path of [
        '.env',
        '.env.production',
        'hosts/cli/.env',
        '.git/config',
        '.postrider/master.key',
        'data/postrider.db',
        'postrider.db',
        'node_modules/chai/package.json',
        'core/dist/postrider.js',
        'core/node_modules/chai/package.json',
        'test/src/containers/image.test.ts',
        'compose.yaml',
        'lerna.json',
      ])
        expect(isSent(path), path).to.equal(false)
      expect(contextFiles()).to.include.members(['package-lock.json', 'core/src/postrider.ts', 'LICENSE'])
    })

    it('installs from the manifests only, so that changed sources install nothing again', () => {
      const stages = readStages()
      const before = stages.find(({ name }) => name === 'manifests')?.steps ?? []
      const copied = before.flatMap((step) => (step._tag === 'Copy' ? step.sources : []))
      const manifests = contextFiles().filter(
        (path) => path.endsWith('package.json') && !/^(examples|site)\//.test(path),
      )
      expect([...copied].sort()).to.deep.equal([...manifests, 'package-lock.json', '.npmrc'].sort())
      for (const { name, steps } of stages.filter(({ base }) => base === 'manifests'))
        expect(steps[0], name).to.deep.include({ _tag: 'Run' })
    })

    it('has everything that runs, and neither sources nor tests nor tools', () => {
      const app = join(image.root, image.config.workdir)
      expect(readdirSync(app).sort()).to.deep.equal([
        'LICENSE',
        'adapters',
        'contracts',
        'core',
        'hosts',
        'node_modules',
        'web',
      ])
      const ours = ['adapters', 'contracts', 'core', 'hosts'].flatMap((name) => filesBelow(join(app, name)))
      expect(ours.filter((path) => /\.(ts|map|tsbuildinfo)$|\/src(\/|$)|\.env/.test(path))).to.deep.equal([])
      for (const name of ['typescript', 'mocha', 'oxlint', 'chai', 'playwright-core', '@postrider/test'])
        expect(existsSync(join(app, 'node_modules', name)), name).to.equal(false)
      expect(ours.filter((path) => path.includes('/hosts/web-server/dist/public/')).length).to.be.greaterThan(
        0,
      )
      expect(readdirSync(join(app, 'web/dist/bundles/console'))).to.include('manifest.json')
      for (const name of ['home.html', 'errors/conflict.html', 'search.json.gz'])
        expect(existsSync(join(app, 'hosts/http/dist/site', name)), name).to.equal(true)
    })

    it('has only links whose targets exist in it', () => {
      const scope = join(image.root, image.config.workdir, 'node_modules/@postrider')
      expect(readdirSync(scope)).to.include.members(['cli', 'core', 'storage-sql'])
      for (const name of readdirSync(scope)) {
        const led = realpathSync(join(scope, name))
        expect(led.startsWith(realpathSync(image.root)), name).to.equal(true)
        expect(existsSync(join(led, 'package.json')), name).to.equal(true)
      }
    })

    it('sets how it runs: without root, with its data in a volume, and with its origin', () => {
      const { config, root } = image
      expect(config.user).to.equal('1000:1000')
      expect(config.volumes).to.deep.equal([config.env['POSTRIDER_DATA_DIR']])
      expect(config.ports).to.deep.equal(['8080', '8081', '8082', '9090'])
      expect(config.stopSignal).to.equal('SIGTERM')
      expect(config.labels).to.include({
        'org.opencontainers.image.licenses': 'Apache-2.0',
        'org.opencontainers.image.revision': ARGS.COMMIT,
        'org.opencontainers.image.created': ARGS.BUILT_AT,
      })
      for (const [interpreter, program = ''] of [config.entrypoint, config.health.words]) {
        expect(interpreter).to.equal('node')
        expect(existsSync(join(root, program)), program).to.equal(true)
      }
      // The check ends by itself before the daemon's timeout.
      expect(parseInt(config.health.flags['timeout'] ?? '', 10)).to.be.greaterThan(3)
    })
  })

  describe('as compose.yaml runs it, on a database and RabbitMQ', () => {
    let file: ComposeFile
    let database: TestDatabase
    let proxy: FaultProxy
    let composition: Composition | undefined
    let volume: string
    let own: Readonly<Record<string, string>>

    const standOn = async (read: () => ComposeFile, create: () => Promise<TestDatabase>): Promise<void> => {
      file = read()
      database = await create()
      proxy = await startFaultProxy(database.url)
      volume = await createVolume(image)
      // Server settings lead to the run's servers. All others are as compose.yaml passes them.
      own = {
        POSTRIDER_STORAGE_URL: proxy.url,
        POSTRIDER_QUEUE_URL: runBrokerUrl(),
        POSTRIDER_QUEUE_PREFIX: freshPrefix(),
      }
    }
    const standOnMariadb = () => standOn(readCompose, createDatabase)
    afterEach(async () => {
      endCommands()
      await composition?.close()
      composition = undefined
      await proxy.stop()
      await database.drop()
    })

    const MASTER_KEY = newMasterKey()
    const variables = {
      MYSQL_PASSWORD: 'a',
      POSTGRES_PASSWORD: 'b',
      RABBITMQ_PASSWORD: 'c',
      POSTRIDER_MASTER_KEY: MASTER_KEY,
    }

    const start = (name: string, command?: readonly string[]): Promise<Container> => {
      const service = file.services[name] ?? {}
      const settings = { ...environmentOf(service, variables), ...own }
      return startContainer({ image, volume, command: command ?? service.command ?? [], settings })
    }

    const run = async (name: string, command?: readonly string[]) => {
      const container = await start(name, command)
      return { exitCode: await container.exitCode, out: container.out(), err: container.err() }
    }

    const migrated = async () => {
      expect(await run('migrate')).to.include({ exitCode: 0, err: '' })
      const settings = { ...own, POSTRIDER_STORAGE_URL: database.url, POSTRIDER_MASTER_KEY: MASTER_KEY }
      composition = await compose(await someSettings(settings), { log: logLines() })
      return aSendingApp(composition)
    }

    const acceptsAndSends = async (): Promise<void> => {
      const app = await migrated()
      const [http, dispatcher] = [await start('http'), await start('dispatcher')]
      await becomes(http, READY)
      await becomes(dispatcher, READY)
      const release = (await (await fetch(`${http.at}/v1/release`)).json()) as Record<string, unknown>
      expect(release).to.include({ commit: ARGS.COMMIT, builtAt: ARGS.BUILT_AT })
      const headers = {
        authorization: `Bearer ${app.bearer}`,
        'content-type': 'application/json',
        'idempotency-key': 'image-0001',
      }
      const sent = await fetch(`${http.at}/v1/messages`, {
        method: 'POST',
        headers,
        body: JSON.stringify(app.body()),
      })
      expect(sent.status).to.equal(202)
      const { messageId } = (await sent.json()) as { readonly messageId: string }
      const isThere = async () => (await readInbox(volume)).some((line) => line.messageId === messageId)
      await eventually('the message in the volume', isThere)
      const examined = await run('http', ['doctor', '--deep'])
      expect(examined.exitCode, examined.out).to.equal(0)
      http.process.kill('SIGTERM')
      dispatcher.process.kill('SIGTERM')
      expect(await Promise.all([http.exitCode, dispatcher.exitCode])).to.deep.equal([0, 0])
      expect([...stateOf(image.root)]).to.deep.equal([...untouched])
    }

    it('migrates, accepts and sends, with deliveries in the volume and nowhere else', async () => {
      await standOnMariadb()
      await acceptsAndSends()
    })

    it('does the same on PostgreSQL, with deploy/compose.postgres.yaml', async () => {
      await standOn(readComposeOnPostgres, createPostgresDatabase)
      await acceptsAndSends()
    })

    it("isn't healthy without a database, before its start or during an outage", async () => {
      await standOnMariadb()
      const early = await start('http')
      await becomes(early, { exitCode: 1, output: /^not ready: .*migrations/ })
      early.process.kill('SIGTERM')
      await early.exitCode
      await migrated()
      const containers = [await start('http'), await start('dispatcher')]
      for (const container of containers) await becomes(container, READY)
      proxy.refuseNew()
      proxy.cut()
      for (const container of containers)
        await becomes(container, { exitCode: 1, output: /^not ready: storage/ })
      await proxy.heal()
      for (const container of containers) await becomes(container, READY)
    })

    it("isn't healthy while it drains, HTTP or dispatcher", async () => {
      await standOnMariadb()
      own = { ...own, POSTRIDER_DRAIN_PAUSE_MS: '6000' }
      const app = await migrated()
      const http = await start('http')
      const dispatcher = await start('dispatcher')
      for (const container of [http, dispatcher]) await becomes(container, READY)
      // A call that takes five seconds keeps the dispatcher for as long.
      await app.send('image-0002', '+447400120007')
      const watcher = await createConnection(database.url)
      const isCalling = async () =>
        (await watcher.query<RowDataPacket[]>('SELECT 1 FROM attempts'))[0].length > 0
      await eventually('the call is under way', isCalling)
      await watcher.end()
      http.process.kill('SIGTERM')
      dispatcher.process.kill('SIGTERM')
      // No program is started for it, because the call ends.
      const isDraining = async () => (await fetch(`${dispatcher.operations}/readiness`)).status === 503
      await eventually('the dispatcher drains', isDraining)
      await becomes(http, { exitCode: 1, output: 'not ready: starting or draining' })
      expect(await Promise.all([http.exitCode, dispatcher.exitCode])).to.deep.equal([0, 0])
      expect((await http.health()).output).to.match(/^no response at 127\.0\.0\.1 port \d+: ECONNREFUSED$/)
    })

    it('ends with one line if a setting is invalid, as compose.yaml would show it', async () => {
      await standOnMariadb()
      own = { ...own, POSTRIDER_CURRENCIES: 'Rupees' }
      const { exitCode, err } = await run('http')
      expect({ exitCode, err }).to.deep.equal({
        exitCode: 78,
        err: 'POSTRIDER_CURRENCIES: must be ISO 4217 codes such as INR,EUR\n',
      })
    })
  })

  it('runs with only its own command, on an embedded database in the volume', async () => {
    const volume = await createVolume(image)
    const container = await startContainer({ image, volume, settings: {} })
    await becomes(container, READY)
    expect((await fetch(`${container.at}/docs`)).status).to.equal(200)
    container.process.kill('SIGTERM')
    expect(await container.exitCode).to.equal(0)
    expect(readdirSync(volume)).to.include.members(['postrider.db', 'master.key'])
    expect(readFileSync(join(volume, 'master.key'), 'utf8')).not.to.equal('')
    expect([...stateOf(image.root)]).to.deep.equal([...untouched])
  })
})
