import { E } from '@postrider/core/fp'
import type { Clock } from '@postrider/core/kernel/ports/clock'
import type { Postrider } from '@postrider/core/postrider'
import type { DispatchUseCases } from '@postrider/core/assembly/dispatching'
import { createDispatcherHost } from '@postrider/dispatcher/dispatcher-host'
import { createHttpHost } from '@postrider/http/http-host'
import { openRabbitmqQueue } from '@postrider/queue-rabbitmq/rabbitmq-queue'
import { createSystemClock } from '@postrider/node/system/system-clock'
import { compose, type Composition, type Overrides } from '@postrider/wiring/compose'
import type { RequestMetrics } from '@postrider/web-server/hosting/request-metrics'
import { parseSettings } from '@postrider/wiring/settings'
import { httpNeedsOf } from '../hosts/own-host.js'
import { knownCodes } from '../builders/known-codes.js'
import { crashingQueue } from './crashing-queue.js'
import { crashingStorage } from './crashing-storage.js'
import { type Crash, createCrash } from './crash-point.js'
import type { HostOptions, HostOrder } from './host-options.js'
import { remoteProvider } from './remote-provider.js'
import { sabotagedProvider, sabotagedStorage } from './sabotage.js'
import { openWebhook } from './webhook.js'

/**
 * HTTP host and dispatcher in one process, composed like `postrider start` composes them, on MariaDB and
 * RabbitMQ. Crash points are wrapped around its ports. Its clock may be set ahead, so that tests don't wait
 * for leases. Within the process time passes normally. Only the time between two hosts or two orders is
 * simulated.
 */

/** A clock that a test can advance. */
const createAdvancingClock = (aheadMs: number): Clock & { advance(byMs: number): void } => {
  let offsetMs = aheadMs
  const { nowMs } = createSystemClock()
  return { nowMs: () => nowMs() + offsetMs, advance: (byMs) => void (offsetMs += byMs) }
}

const settingsOf = (options: HostOptions) => {
  const settings = parseSettings({
    POSTRIDER_STORAGE_URL: options.storageUrl,
    POSTRIDER_DATA_DIR: options.dataDir,
    POSTRIDER_MASTER_KEY: options.masterKey,
    POSTRIDER_LOG_LEVEL: 'info',
    POSTRIDER_DRAIN_PAUSE_MS: '0',
    ...(options.mailUrl === undefined
      ? {}
      : { POSTRIDER_MAIL_URL: options.mailUrl, POSTRIDER_MAIL_FROM: 'no-reply@post.example' }),
  })
  if (E.isRight(settings)) return settings.right
  throw new Error(JSON.stringify(settings.left))
}

/**
 * The queue is opened here because of its prefix: many hosts share one broker, and each has queues of its
 * own.
 */
const overridesOf = (options: HostOptions, crash: Crash, clock: Clock): Overrides => {
  const queue = openRabbitmqQueue(options.queueUrl, { prefix: options.queuePrefix })
  return {
    storage: (storage) => crashingStorage(sabotagedStorage(storage, options.sabotage), crash),
    queue: () => crashingQueue(queue, crash),
    providers: () => [sabotagedProvider(remoteProvider(crash), options.sabotage)],
    clock: () => clock,
    otpCodes: knownCodes,
  }
}

/**
 * Acceptances wake the relay, and other due messages can wait. A host that polls more often spends most of
 * its time on that.
 */
const RELAY_MS = 250

/** C2: the response has been sent, and the process is killed a turn later. */
const crashingMetrics = (metrics: RequestMetrics, crash: Crash): RequestMetrics => ({
  ...metrics,
  answered: (route, method, status, durationMs) => {
    metrics.answered(route, method, status, durationMs)
    const die = status === 202 ? crash.at('C2') : undefined
    if (die !== undefined) setImmediate(die, [])
  },
})

const startHosts = async (composition: Composition, options: HostOptions, crash: Crash) => {
  const { ports, log, metrics, telemetry } = composition
  let dispatching: DispatchUseCases | undefined
  const postrider: Postrider = {
    ...composition.postrider,
    dispatching: () => (dispatching = composition.postrider.dispatching()),
  }
  const { prefetch } = options
  const pace = { relayMs: RELAY_MS, ...(prefetch === undefined ? {} : { prefetch }) }
  const dispatcher = createDispatcherHost({ ports, postrider, gauges: metrics, log, pace })
  const started = await dispatcher.start()
  if (E.isLeft(started)) throw new Error(started.left)
  telemetry.listen(({ _tag }) => (_tag === 'Accepted' ? dispatcher.wake() : undefined))
  const webhook = await openWebhook(
    options.webhookPort,
    options.providerAccountId,
    () => dispatching?.receipts,
  )
  const requestMetrics = crashingMetrics(metrics, crash)
  const http = createHttpHost({ ...httpNeedsOf(composition), postrider, requestMetrics })
  await http.listen('127.0.0.1', options.httpPort)
  return {
    stop: async () => {
      await http.close()
      webhook.closeAllConnections()
      webhook.close()
      await dispatcher.stop()
      await ports.queue.close()
      await composition.close()
    },
  }
}

const run = async (): Promise<void> => {
  const [argument] = process.argv.slice(2)
  if (argument === undefined) throw new Error('the options are missing')
  const options = JSON.parse(argument) as HostOptions
  const crash = createCrash(process.env['CRASH_AT'], options.lastWordsFile)
  const clock = createAdvancingClock(options.aheadMs)
  const composition = await compose(settingsOf(options), { overrides: overridesOf(options, crash, clock) })
  const hosts = await startHosts(composition, options, crash)

  process.on('message', (order: HostOrder) => {
    if (order._tag === 'Advance') clock.advance(order.byMs)
    else if (order._tag === 'DieAt') crash.arm(order.crashAt)
    else void hosts.stop().then(() => process.exit(0))
  })
  process.on('disconnect', () => process.exit(1))
  process.send?.({ listening: options.httpPort })
}

void run()
