import { chmodSync, existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect } from 'chai'
import { freshDirectory } from '../../servers/run-directory.js'
import { endCommands, runPostrider, startPostrider } from './run-postrider.js'

describe('The postrider command', () => {
  let data: Readonly<Record<string, string>>

  beforeEach(async () => {
    data = { POSTRIDER_DATA_DIR: await freshDirectory('data') }
  })

  afterEach(endCommands)

  it('prints each wrong setting on its own line and exits with 78', async () => {
    const wrong = {
      POSTRIDER_HTTP_PORT: 'http',
      POSTRIDER_LOG_LEVEL: 'loud',
      POSTRIDER_QUEUE_URL: 'redis://x',
      POSTRIDER_TRUSTED_PROXIES: '10.0.0.0/33',
    }
    for (const command of ['start', 'dispatcher', 'migrate', 'demo']) {
      const { exitCode, out, err } = await runPostrider([command], { ...data, ...wrong })
      expect(exitCode, command).to.equal(78)
      expect(out).to.equal('')
      const lines = err.trimEnd().split('\n')
      expect(lines.map((line) => line.split(':')[0])).to.have.members(Object.keys(wrong))
    }
  })

  it('migrates, prints the migrations, and has nothing to do the second time', async () => {
    const first = await runPostrider(['migrate'], data)
    expect(first.exitCode).to.equal(0)
    expect(first.out).to.match(/^ran \S+\n/)
    expect(first.err).to.equal('')
    const second = await runPostrider(['migrate'], data)
    expect(second).to.deep.include({ exitCode: 0, out: 'Nothing to do: the database is up to date.\n' })
  })

  it("doesn't let http and dispatcher migrate an embedded database", async () => {
    const dispatcher = await runPostrider(['dispatcher'], data)
    expect(dispatcher.exitCode).to.equal(1)
    expect(dispatcher.err).to.match(
      /^postrider cannot start: the database is not migrated .*run postrider migrate\n$/,
    )
    const http = startPostrider(['http'], data)
    const { httpPort } = await http.logged('serving')
    const readiness = await fetch(`http://127.0.0.1:${Number(httpPort)}/v1/readiness`)
    expect(readiness.status).to.equal(503)
    http.process.kill('SIGTERM')
    expect(await http.exitCode).to.equal(0)
  })

  it('starts without any settings, serves, and drains on a signal', async () => {
    const command = startPostrider(['start'], data)
    const { httpPort, metricsPort } = await command.logged('serving')
    const at = `http://127.0.0.1:${Number(httpPort)}`
    expect((await fetch(`${at}/v1/readiness`)).status).to.equal(200)
    expect((await fetch(`${at}/v1/health`)).status).to.equal(200)
    const figures = await fetch(`http://127.0.0.1:${Number(metricsPort)}/metrics`)
    expect(await figures.text()).to.include('postrider_build_info')
    await command.logged('no Organization yet: create the first one with postrider setup')
    const startedAt = performance.now()
    command.process.kill('SIGTERM')
    expect(await command.exitCode).to.equal(0)
    expect(performance.now() - startedAt).to.be.lessThan(10_000)
    expect(command.log().map(({ msg }) => msg)).to.include.members(['draining', 'stopped'])
    expect(command.err()).to.equal('')
  })

  it('runs http and dispatcher as separate processes on one database', async () => {
    await runPostrider(['migrate'], data)
    const hosts = [startPostrider(['http'], data), startPostrider(['dispatcher'], data)]
    for (const host of hosts) await host.logged('serving')
    for (const host of hosts) host.process.kill('SIGINT')
    expect(await Promise.all(hosts.map(({ exitCode }) => exitCode))).to.deep.equal([0, 0])
  })

  it('uses the client address that the listed proxies report', async () => {
    const proxies = { POSTRIDER_TRUSTED_PROXIES: '127.0.0.0/8' }
    const command = startPostrider(['http'], { ...data, ...proxies })
    const { httpPort } = await command.logged('serving')
    const headers = { 'X-Forwarded-For': '203.0.113.9' }
    await fetch(`http://127.0.0.1:${Number(httpPort)}/v1/nothing`, { headers })
    expect(await command.logged('request finished')).to.include({ status: 404, clientAddress: '203.0.113.9' })
    command.process.kill('SIGTERM')
    await command.exitCode
  })

  it('names the port that is in use', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const { port } = server.address() as AddressInfo
    for (const name of ['POSTRIDER_HTTP_PORT', 'POSTRIDER_METRICS_PORT']) {
      const { exitCode, err } = await runPostrider(['start'], { ...data, [name]: String(port) })
      expect(exitCode).to.equal(1)
      expect(err).to.equal(`${name}: 127.0.0.1:${port} is already in use\n`)
    }
    await new Promise((resolve) => server.close(resolve))
  })

  it("names a data directory that can't be created", async () => {
    const file = join(data['POSTRIDER_DATA_DIR'] ?? '', 'file')
    writeFileSync(file, '')
    const { exitCode, err } = await runPostrider(['start'], { POSTRIDER_DATA_DIR: join(file, 'below') })
    expect(exitCode).to.equal(78)
    expect(err).to.match(
      /^POSTRIDER_DATA_DIR: the directory .* cannot be made or written to \(\w+\): give it to the user who runs this, or name another one\n$/,
    )
  })

  it('verifies the ledger of a database, and reports a missing database', async () => {
    const none = await runPostrider(['ledger', 'verify'], data)
    expect(none.exitCode).to.equal(1)
    expect(none.err).to.match(/^there is no database at .* yet/)
    expect(existsSync(join(data['POSTRIDER_DATA_DIR'] ?? '', 'postrider.db'))).to.equal(false)
    await runPostrider(['migrate'], data)
    const empty = await runPostrider(['ledger', 'verify'], data)
    expect(empty.exitCode).to.equal(0)
    expect(empty.out).to.include('0 accounts: every digest and every amount recalculated, no differences.')
  })

  describe('doctor', () => {
    it('finds no problem in a fresh installation', async () => {
      const command = startPostrider(['start'], data)
      await command.logged('serving')
      const { exitCode, out, err } = await runPostrider(['doctor', '--deep'], data)
      expect(out).to.match(/No problems found\.\n$/)
      expect(out).to.match(/^ok +storage +SQLite [\d.]+ responds$/m)
      expect(out).to.match(/^ok +durability /m)
      expect(out).to.match(/^ok +feed +epoch [0-9a-f]{8}, changes up to \d+, /m)
      expect(out).to.match(/^ok +invariants +hold for 0 accounts/m)
      expect([exitCode, err]).to.deep.equal([0, ''])
      command.process.kill('SIGTERM')
      await command.exitCode
    })

    it('reports wrong settings', async () => {
      const { exitCode, out } = await runPostrider(['doctor'], { ...data, POSTRIDER_HTTP_PORT: 'x' })
      expect(exitCode).to.equal(1)
      expect(out).to.match(
        /^wrong +settings +POSTRIDER_HTTP_PORT: must be a port number.*\n +docs\/settings\.md\n/m,
      )
    })

    it('reports an unused setting', async () => {
      await runPostrider(['migrate'], data)
      const { out } = await runPostrider(['doctor'], { ...data, POSTRIDER_STORAGE_ULR: 'x' })
      expect(out).to.match(/^note +settings +unknown setting POSTRIDER_STORAGE_ULR$/m)
    })

    it('shows the page of the documentation about each problem, once for each page', async () => {
      await runPostrider(['migrate'], data)
      const two = { ...data, POSTRIDER_STORAGE_ULR: 'x', POSTRIDER_QUEUE_ULR: 'x' }
      const pages = async (settings: Readonly<Record<string, string>>) =>
        [...(await runPostrider(['doctor'], settings)).out.matchAll(/^ {19}(\S*docs\/settings\S*)$/gm)].map(
          ([, page]) => page,
        )
      const published = { ...two, POSTRIDER_PUBLIC_URL: 'https://api.example.com' }
      expect(await pages(published)).to.deep.equal(['https://api.example.com/docs/settings'])
      expect(await pages({ ...published, POSTRIDER_DOCS: 'off' })).to.deep.equal(['docs/settings.md'])
    })

    it('reports a missing database, and creates none', async () => {
      const { exitCode, out } = await runPostrider(['doctor'], data)
      expect(exitCode).to.equal(1)
      expect(out).to.match(/^wrong +data +there is no database at /m)
      expect(existsSync(join(data['POSTRIDER_DATA_DIR'] ?? '', 'master.key'))).to.equal(false)
    })

    it('reports missing migrations', async () => {
      const folder = data['POSTRIDER_DATA_DIR'] ?? ''
      writeFileSync(join(folder, 'postrider.db'), '')
      writeFileSync(join(folder, 'master.key'), Buffer.alloc(32).toString('base64'), { mode: 0o600 })
      const { exitCode, out } = await runPostrider(['doctor'], data)
      expect(exitCode).to.equal(1)
      expect(out).to.match(/^wrong +migrations +not run: .*\n +Run postrider migrate\.$/m)
    })

    it('reports files that other users can read; commands never create such files', async () => {
      const folder = await freshDirectory('open-data')
      mkdirSync(folder, { recursive: true })
      chmodSync(folder, 0o755)
      const open = { POSTRIDER_DATA_DIR: folder }
      await runPostrider(['migrate'], open)
      await runPostrider(['backup', join(folder, 'copy.db')], open)
      for (const name of ['postrider.db', 'copy.db'])
        expect(statSync(join(folder, name)).mode & 0o777, name).to.equal(0o600)
      expect((await runPostrider(['doctor'], open)).out).not.to.match(/other users/)
      chmodSync(join(folder, 'postrider.db'), 0o644)
      const { exitCode, out } = await runPostrider(['doctor'], open)
      expect(exitCode).to.equal(1)
      expect(out).to.match(/^wrong +data +other users can read in .*: postrider\.db\n +Run: chmod -R go= /m)
    })

    it('reports a readable or missing master key', async () => {
      await runPostrider(['migrate'], data)
      const key = join(data['POSTRIDER_DATA_DIR'] ?? '', 'master.key')
      expect(statSync(key).mode & 0o777).to.equal(0o600)
      chmodSync(key, 0o644)
      const open = await runPostrider(['doctor'], data)
      expect(open.out).to.match(/^wrong +master key +other users can read .*\n +Run: chmod 600 /m)
      const empty = await freshDirectory('data')
      mkdirSync(empty, { recursive: true })
      writeFileSync(join(empty, 'postrider.db'), '')
      const gone = await runPostrider(['doctor'], { POSTRIDER_DATA_DIR: empty })
      expect(gone.out).to.match(/^wrong +master key +.* is missing, although there is a database/m)
      expect([open.exitCode, gone.exitCode]).to.deep.equal([1, 1])
    })

    it('reports unreachable servers', async () => {
      const { exitCode, out } = await runPostrider(['doctor'], {
        POSTRIDER_STORAGE_URL: 'mysql://u:hunter2@127.0.0.1:9/postrider',
        POSTRIDER_QUEUE_URL: 'amqp://u:hunter2@127.0.0.1:9',
        POSTRIDER_MASTER_KEY: Buffer.alloc(32).toString('base64'),
      })
      expect(exitCode).to.equal(1)
      expect(out).to.match(/^wrong +storage +MySQL does not respond: /m)
      expect(out).to.match(/^wrong +queue +RabbitMQ cannot be reached: /m)
      expect(out).to.match(/2 problems found\.\n$/)
      expect(out).to.not.include('hunter2')
    })
  })
})
