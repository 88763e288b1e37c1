import { existsSync, statSync } from 'node:fs'
import { expect } from 'chai'
import { newMasterKey } from '@postrider/node/auth/master-key'
import { E } from '@postrider/core/fp'
import { compose } from '@postrider/wiring/compose'
import { VOCABULARY } from '@postrider/wiring/providers'
import { masterKeyFile, ownMasterKey } from '@postrider/wiring/data-dir'
import { logLines, someSettings } from './some-settings.js'

const NO_HEADERS = { 'webhook-id': '', 'webhook-timestamp': '', 'webhook-signature': '' } as const

const hosts: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'the embedded engines': {},
  'MySQL and RabbitMQ': {
    POSTRIDER_STORAGE_URL: 'mysql://u:p@127.0.0.1:9/postrider',
    POSTRIDER_QUEUE_URL: 'amqp://127.0.0.1:9',
    POSTRIDER_MASTER_KEY: newMasterKey(),
  },
  'SQLite and RabbitMQ': { POSTRIDER_QUEUE_URL: 'amqp://127.0.0.1:9' },
}

describe('The composition', () => {
  for (const [name, environment] of Object.entries(hosts)) {
    it(`connects all parts on ${name} without reaching anything yet, and closes them`, async () => {
      const composition = await compose(await someSettings(environment), { log: logLines() })
      expect(Object.values(composition.ports).every((port) => port !== undefined)).to.equal(true)
      expect(composition.ports.providers.map(({ kind }) => kind)).to.deep.equal(VOCABULARY.providerKinds)
      expect(composition.postrider).to.have.property('acceptMessage')
      await composition.close()
    })
  }

  it('creates each part once', async () => {
    const { ports, telemetry, close } = await compose(await someSettings(), { log: logLines() })
    expect(ports.telemetry).to.equal(telemetry)
    await close()
  })

  it('closes the parts that use storage before the storage', async () => {
    const closed: string[] = []
    const noting = <A extends { close(): Promise<void> }>(name: string, what: A): A => {
      const { close } = what
      what.close = async () => {
        await close()
        closed.push(name)
      }
      return what
    }
    const { close } = await compose(await someSettings(), {
      log: logLines(),
      overrides: {
        storage: (made) => noting('storage', made),
        queue: (made) => noting('queue', made),
      },
    })
    await close()
    expect(closed).to.deep.equal(['queue', 'storage'])
  })

  it('names no setting when it refuses a customer’s webhook URL, but the one for the event receiver', async () => {
    const settings = await someSettings({
      POSTRIDER_EVENTS_URL: 'https://10.0.0.1/',
      POSTRIDER_EVENTS_SECRET: `whsec_${'A'.repeat(32)}`,
    })
    const { ports, close } = await compose(settings, { log: logLines() })
    const ofUrl = (url: string): string | undefined => ports.webhooks.problemOf(url)
    const isPrivate = 'is private. Use a public address, or ask support to allow its network'
    expect(ofUrl('https://10.0.0.1/')).to.equal(isPrivate)
    expect(ofUrl('https://hooks.internal/')).to.equal(isPrivate)
    expect(ofUrl('http://example.com/')).to.equal('must use https')
    const posted = await ports.webhooks.receiver?.post(NO_HEADERS, '{}', 1000)
    expect(posted).to.have.property('cause').that.includes('POSTRIDER_PROVIDER_NETWORKS')
    await close()
  })

  it('lets tests decorate ports', async () => {
    const { ports, postrider, close } = await compose(await someSettings(), {
      log: logLines(),
      overrides: { clock: () => ({ nowMs: () => 42 }), queue: (made) => ({ ...made, isUp: () => false }) },
    })
    expect(ports.clock.nowMs()).to.equal(42)
    expect(ports.queue.isUp()).to.equal(false)
    const readiness = await postrider.checkReadiness()
    expect(readiness.checks.map(({ observedAtMs }) => observedAtMs)).to.include(42)
    await close()
  })

  it('limits callers by the settings, and counts refused callers in the metrics', async () => {
    const settings = await someSettings({ POSTRIDER_RATE_READS: '1', POSTRIDER_RATE_SENDS: '500' })
    const composition = await compose(settings, { log: logLines() })
    expect(E.isRight(await composition.ports.storage.health.migrate()())).to.equal(true)
    const { takeAllowance } = composition.postrider
    const reads = await takeAllowance([{ policy: 'reads', subject: 'crd_1' }], 50)
    const sends = await takeAllowance([{ policy: 'sends', subject: 'crd_1' }], 1)
    expect(reads).to.include({ _tag: 'Allowed' }).and.to.have.nested.property('status.quota', 50)
    expect(sends).to.include({ _tag: 'Allowed' }).and.to.have.nested.property('status.quota', 2000)
    expect(await takeAllowance([{ policy: 'reads', subject: 'crd_1' }], 50)).to.include({ _tag: 'Limited' })
    const { body } = await composition.metrics.exposition()
    expect(body).to.include('postrider_requests_rate_limited_total{policy="reads"} 1')
    await composition.close()
  })

  it('creates a master key once, readable only by its owner', async () => {
    const settings = await someSettings()
    const first = ownMasterKey(settings)
    expect(ownMasterKey(settings)).to.equal(first)
    expect(statSync(masterKeyFile(settings)).mode & 0o777).to.equal(0o600)
  })

  it('opens data of the previous master key after a rotation', async () => {
    const [before, after] = [newMasterKey(), newMasterKey()]
    const old = await compose(await someSettings({ POSTRIDER_MASTER_KEY: before }), { log: logLines() })
    const sealed = old.ports.keyRing.seal('secret', 'a|b|c', undefined)
    await old.close()
    const settings = await someSettings({
      POSTRIDER_MASTER_KEY: after,
      POSTRIDER_PREVIOUS_MASTER_KEYS: before,
    })
    const { ports, close } = await compose(settings, { log: logLines() })
    expect(ports.keyRing.open(sealed, 'a|b|c')).to.deep.equal(E.right('secret'))
    expect(existsSync(masterKeyFile(settings))).to.equal(false)
    await close()
  })

  it('migrates and serves on the embedded engines', async () => {
    const { ports, close } = await compose(await someSettings(), { log: logLines() })
    const migrated = await ports.storage.health.migrate()()
    expect(E.isRight(migrated) && migrated.right.length).to.be.greaterThan(0)
    const again = await ports.storage.health.migrate()()
    expect(again).to.deep.equal(E.right([]))
    await close()
  })
})
