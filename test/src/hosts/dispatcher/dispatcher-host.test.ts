import { expect } from 'chai'
import { E } from '@postrider/core/fp'
import type { Queue } from '@postrider/core/messaging/ports/queue'
import type { HealthStorage } from '@postrider/core/platform/ports/health-storage'
import type { DispatchUseCases } from '@postrider/core/assembly/dispatching'
import type { RelayTurn } from '@postrider/core/messaging/use-cases/dispatch/relay'
import { createDispatcherHost, type DispatcherHost } from '@postrider/dispatcher/dispatcher-host'
import type { DispatcherIntervals } from '@postrider/dispatcher/pace'
import { compose, type Composition, type Overrides } from '@postrider/wiring/compose'
import { aStorageHealth } from '../../builders/a-storage-health.js'
import { erasureContext, newErasure } from '@postrider/core/messaging/domain/erasure/erasure'
import { right } from '@postrider/conformance/outcome'
import { exclusively } from '@postrider/conformance/storage/unit-work'
import { eventually } from '@postrider/conformance/eventually'
import { logLines, migratedSettings, someSettings } from '../wiring/some-settings.js'
import { freePort } from '../../servers/free-port.js'
import { answering, startScriptedServer } from '../../adapters/http-calls/scripted-server.js'
import { aSendingApp, mailsThrough, textsThrough } from './a-sending-app.js'

interface Bench {
  readonly composition: Composition
  readonly lines: ReadonlyArray<Record<string, unknown>>
  readonly dispatcher: (pace?: Partial<DispatcherIntervals>) => DispatcherHost
}

describe('The dispatcher host', () => {
  const open: Composition[] = []

  const bench = async (
    overrides: Overrides = {},
    migrates = true,
    changed = (made: DispatchUseCases): DispatchUseCases => made,
  ): Promise<Bench> => {
    const { lines, write } = logLines()
    const composition = await compose(await (migrates ? migratedSettings() : someSettings()), {
      log: { write },
      overrides,
    })
    open.push(composition)
    const { postrider, ports, log, metrics } = composition
    const dispatching = () => changed(postrider.dispatching())
    const dispatcher = (pace: Partial<DispatcherIntervals> = {}): DispatcherHost =>
      createDispatcherHost({ postrider: { ...postrider, dispatching }, ports, log, gauges: metrics, pace })
    return { composition, lines, dispatcher }
  }

  afterEach(async () => {
    for (const composition of open.splice(0)) await composition.close()
  })

  const figure = async ({ composition }: Bench, series: string): Promise<number> => {
    const { body } = await composition.metrics.exposition()
    return Number(
      body
        .split('\n')
        .find((line) => line.startsWith(`${series} `))
        ?.split(' ')[1],
    )
  }

  it('takes a message from acceptance to delivery, and leaves consistent books', async () => {
    const { composition, dispatcher } = await bench()
    const app = await aSendingApp(composition)
    const host = dispatcher()
    expect(E.isRight(await host.start())).to.equal(true)
    const { messageId } = await app.send('key-0001')
    await eventually('delivered', async () => (await app.stateOf(messageId)) === 'DELIVERED')
    expect(await host.stop()).to.deep.equal(E.right(undefined))
    const report = await composition.postrider.checkInvariants()()
    expect(E.isRight(report) && report.right).to.deep.include({ messages: 1, violations: [] })
  })

  it('publishes the status of its open accounts as metrics and to all processes, and withdraws it when it stops', async () => {
    let shiftMs = 0
    const at = await bench({ clock: ({ nowMs }) => ({ nowMs: () => nowMs() + shiftMs }) })
    const { catalog, accountHealth } = at.composition.ports.storage
    const nobody = { host: '127.0.0.1', port: await freePort(), tls: 'none' }
    const app = await aSendingApp(at.composition, mailsThrough(nobody))
    const [account] = await right(catalog.providerAccounts())
    const reported = async () => (await right(accountHealth.reports())).value.map(({ status }) => status)
    const host = at.dispatcher({ healthMs: 50 })
    await host.start()
    await app.send('key-0001', 'joe@example.com')
    const series = `postrider_provider_health{provider="${account?.providerAccountId}"}`
    await eventually('the figure says so', async () => (await figure(at, series)) === 0)
    shiftMs = 10_000
    await eventually('all processes are told', async () => (await reported()).includes('down'))
    await host.stop()
    expect(await reported()).to.deep.equal([])
  })

  it('shows how far an account that throttles is slowed down', async () => {
    const at = await bench()
    const gateway = await startScriptedServer()
    gateway.answerWith(answering(429, {}))
    const app = await aSendingApp(at.composition, textsThrough(gateway.url))
    const [account] = await right(at.composition.ports.storage.catalog.providerAccounts())
    const host = at.dispatcher({ healthMs: 50 })
    await host.start()
    await app.send('key-0001')
    const series = `postrider_provider_speed_ratio{provider="${account?.providerAccountId}"}`
    await eventually('the figure says so', async () => {
      const speed = await figure(at, series)
      return speed >= 0.5 && speed < 1
    })
    await host.stop()
    await gateway.close()
  })

  it('sends messages that were accepted while no dispatcher ran', async () => {
    const { composition, dispatcher } = await bench()
    const app = await aSendingApp(composition)
    const { messageId } = await app.send('key-0001')
    const host = dispatcher()
    await host.start()
    await eventually('delivered', async () => (await app.stateOf(messageId)) === 'DELIVERED')
    await host.stop()
  })

  it('receives delivery reports that waited at a provider, even if nothing is sent', async () => {
    const { composition, dispatcher } = await bench()
    const app = await aSendingApp(composition)
    const { messageId } = await app.send('key-0001', '+447400120004')
    const first = dispatcher()
    await first.start()
    await eventually('of unknown outcome', async () => (await app.stateOf(messageId)) === 'UNCONFIRMED')
    await first.stop()
    expect(await app.stateOf(messageId)).to.equal('UNCONFIRMED')
    const second = dispatcher({ relayMs: 600_000 })
    await second.start()
    await eventually('delivered', async () => (await app.stateOf(messageId)) === 'DELIVERED')
    await second.stop()
  })

  it('wakes up on an acceptance long before its next turn', async () => {
    const { composition, dispatcher } = await bench()
    const app = await aSendingApp(composition)
    const host = dispatcher({ relayMs: 600_000 })
    await host.start()
    composition.telemetry.listen(({ _tag }) => (_tag === 'Accepted' ? host.wake() : undefined))
    await new Promise((resolve) => setTimeout(resolve, 100))
    const { messageId } = await app.send('key-0001')
    await eventually('accepted', async () => (await app.stateOf(messageId)) !== 'ACCEPTED')
    await host.stop()
  })

  it('handles OTPs during a long turn of a bulk lane', async () => {
    let end = (): void => undefined
    const endless = new Promise<RelayTurn>((resolve) => {
      end = () => resolve({ published: 0, againMs: undefined })
    })
    const { composition, dispatcher } = await bench({}, true, (made) => ({
      ...made,
      relay: (lane) => (lane === 'otp' ? made.relay('transactional') : endless),
    }))
    const app = await aSendingApp(composition)
    const host = dispatcher()
    await host.start()
    const { messageId } = await app.send('key-0001')
    await eventually('delivered', async () => (await app.stateOf(messageId)) === 'DELIVERED')
    end()
    await host.stop()
  })

  it('pauses as long as the relay of a lane says, or by its own pace', async () => {
    const turns = { otp: 0, transactional: 0, promotional: 0 }
    const again = { otp: 0, transactional: 20, promotional: undefined }
    const { dispatcher } = await bench({}, true, (made) => ({
      ...made,
      relay: async (lane) => {
        turns[lane] += 1
        return { published: 0, againMs: turns[lane] < 5 ? again[lane] : 600_000 }
      },
    }))
    const host = dispatcher({ relayMs: 300_000 })
    await host.start()
    await eventually('five turns', async () => turns.otp === 5 && turns.transactional === 5)
    expect(turns.promotional).to.equal(1)
    await host.stop()
  })

  it("refuses a database that isn't migrated, and says what to do", async () => {
    const { dispatcher } = await bench({}, false)
    const started = await dispatcher().start()
    expect(E.isLeft(started) && started.left).to.match(/not migrated .*run postrider migrate/)
  })

  it('refuses a database that would lose acknowledged writes', async () => {
    const aRisk = { problem: 'synchronous is 1', fix: 'Set it to 2.', losesWrites: true }
    const health: HealthStorage = {
      check: () => () => Promise.resolve(E.right(aStorageHealth({ risks: [aRisk] }))),
      time: () => () => Promise.resolve(E.right(Date.now())),
      migrate: () => () => Promise.resolve(E.right([])),
    }
    const { dispatcher } = await bench({ storage: (made) => ({ ...made, health }) }, false)
    const started = await dispatcher().start()
    expect(E.isLeft(started) && started.left).to.match(
      /can lose acknowledged writes: synchronous is 1. Set it to 2.$/,
    )
  })

  it("waits for a database that doesn't respond", async () => {
    let checks = 0
    const { composition, dispatcher } = await bench({
      storage: (made) => ({
        ...made,
        health: {
          ...made.health,
          check: () => {
            checks += 1
            const down = E.left({ _tag: 'StorageUnavailable' as const, cause: 'refused' })
            return checks === 1 ? () => Promise.resolve(down) : made.health.check()
          },
        },
      }),
    })
    expect(composition.ports).to.have.property('storage')
    const host = dispatcher()
    expect(E.isRight(await host.start())).to.equal(true)
    expect(checks).to.equal(2)
    await host.stop()
  })

  it('consumes as soon as the queue allows it', async () => {
    let tries = 0
    const shy = (made: Queue): Queue => ({
      ...made,
      consume: (...lanes) => {
        tries += 1
        const down = E.left({ _tag: 'QueueUnavailable' as const, cause: 'no broker' })
        return tries === 1 ? () => Promise.resolve(down) : made.consume(...lanes)
      },
    })
    const { composition, dispatcher } = await bench({ queue: shy })
    const app = await aSendingApp(composition)
    const host = dispatcher()
    await host.start()
    const { messageId } = await app.send('key-0001')
    await eventually('delivered', async () => (await app.stateOf(messageId)) === 'DELIVERED')
    await host.stop()
  })

  it('stops within its time limit while a provider is slow, and loses nothing', async () => {
    const { composition, dispatcher } = await bench()
    const called = async (): Promise<boolean> => {
      const read = await composition.ports.storage.evidence.messages(undefined, 1)()
      return E.isRight(read) && read.right[0]?.attempts.length === 1
    }
    const app = await aSendingApp(composition)
    const host = dispatcher({ stopTimeoutMs: 300 })
    await host.start()
    const { messageId } = await app.send('key-0001', '+447400120007')
    await eventually('its call is under way', called)
    const startedAt = performance.now()
    const stopped = await host.stop()
    expect(performance.now() - startedAt).to.be.lessThan(8_000)
    expect(E.isLeft(stopped) && stopped.left).to.match(/interrupted by shutdown/)
    expect(await app.stateOf(messageId)).to.equal('ACCEPTED')
  })

  it('measures the backlog and the drifted accounts', async () => {
    const one = await bench()
    const app = await aSendingApp(one.composition)
    await app.send('key-0001')
    const host = one.dispatcher({ relayMs: 600_000, gaugeMs: 20, reconcileMs: 20 })
    await host.start()
    await eventually('gauges', async () => (await figure(one, 'postrider_queue_up')) === 1)
    await eventually(
      'a round',
      async () => (await figure(one, 'postrider_ledger_accounts_checked_total')) > 0,
    )
    expect(await figure(one, 'postrider_ledger_drifting_accounts')).to.equal(0)
    expect(await figure(one, 'postrider_outbox_pending')).to.be.a('number')
    expect(await figure(one, 'postrider_feed_newest_change')).to.be.greaterThan(0)
    expect(await figure(one, 'postrider_feed_unnumbered_changes')).to.equal(0)
    await host.stop()
  })

  it('reports once that an account drifts, and once that it no longer does', async () => {
    let isDrifting = true
    const one = await bench()
    const finding = 'posted is 1, but the ledger has 2'
    const drifting = { organizationId: 'org_1', environment: 'test', currency: 'INR', finding }
    const { ports, log, metrics, postrider } = one.composition
    const host = createDispatcherHost({
      ports,
      log,
      gauges: metrics,
      pace: { reconcileMs: 10 },
      postrider: {
        ...postrider,
        reconcile: () => () =>
          Promise.resolve(
            E.right({
              accounts: 1,
              drifting: isDrifting ? [drifting as never] : [],
              next: undefined,
            }),
          ),
      },
    })
    await host.start()
    await eventually('drift', async () => (await figure(one, 'postrider_ledger_drifting_accounts')) === 1)
    await new Promise((resolve) => setTimeout(resolve, 60))
    isDrifting = false
    await eventually('no drift', async () => (await figure(one, 'postrider_ledger_drifting_accounts')) === 0)
    await host.stop()
    const logged = one.lines
      .filter(({ account }) => account === 'org_1/test/INR')
      .map(({ level, msg }) => [level, msg])
    expect(logged).to.deep.equal([
      ['error', 'account differs from its ledger'],
      ['info', 'account matches its ledger again'],
    ])
  })

  it('deletes events that were kept long enough', async () => {
    const { composition, dispatcher } = await bench()
    const { storage } = composition.ports
    const app = await aSendingApp(composition)
    await app.send('key-0001')
    await right(composition.postrider.numberFeed())
    await right(composition.postrider.numberEvents())
    const query = { appId: app.appId, after: undefined, limit: 10 }
    const stored = async () => (await right(storage.events.read(query))).value.events.length
    expect(await stored()).to.equal(1)
    const host = dispatcher({ purgeMs: 20, eventsKeptForMs: -60_000 })
    await host.start()
    await eventually('purged', async () => (await stored()) === 0)
    await host.stop()
  })

  it('erases the recipients of several requests soon, one after another', async () => {
    const { composition, dispatcher } = await bench()
    const { ports } = composition
    const app = await aSendingApp(composition)
    const ids = Array.from({ length: 3 }, () => ports.ids.next('era'))
    await exclusively(ports, (unit) => {
      for (const erasureId of ids) {
        const sealedTo = ports.keyRing.seal('+447400123456', erasureContext(erasureId), unit.sealingKey)
        const by = { source: 'organization', requestedBy: ports.ids.next('usr') } as const
        unit.erasures.add(newErasure({ erasureId, organizationId: app.organizationId, ...by, sealedTo }, 0))
      }
    })
    const host = dispatcher({ erasureMs: 20 })
    await host.start()
    const states = () =>
      exclusively(ports, (unit) => Promise.all(ids.map(async (id) => (await unit.erasures.lock(id))?.state)))
    await eventually('erased', async () => (await states()).every((state) => state === 'done'))
    await host.stop()
  })

  it('deletes expired idempotency keys', async () => {
    const { composition, dispatcher } = await bench()
    const app = await aSendingApp(composition)
    const first = await app.send('key-0001')
    const host = dispatcher({ purgeMs: 20, keysKeptForMs: -1000 })
    await host.start()
    await eventually('purged', async () => !(await app.send('key-0001')).replayed)
    await host.stop()
    expect(first.replayed).to.equal(false)
  })
})
