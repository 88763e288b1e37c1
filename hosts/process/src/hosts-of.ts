import { DAY_MS, MINUTE_MS, SECOND_MS } from '@postrider/core/kernel/time/epoch-ms'
import { E } from '@postrider/core/fp'
import { createDispatcherHost, type DispatcherHost } from '@postrider/dispatcher/dispatcher-host'
import { keepTime } from '@postrider/web-server/hosting/keep-time'
import { startLoop } from '@postrider/web-server/hosting/loop'
import { createHttpHost, type HttpHost, type HttpHostNeeds } from '@postrider/http/http-host'
import { listenerBoundsOf } from './listener-bounds.js'
import type { Composition } from '@postrider/wiring/compose'

/** The maximum wait for a request or a provider call (docs/api/running#shutdown: all within 20 s). */
export const STOP_TIMEOUT_MS = 15 * SECOND_MS

/** The dependencies that all listeners of a process share. */
export const listenerNeedsOf = ({ postrider, ports, log, metrics, settings }: Composition) => {
  const { ids, ipAddresses } = ports
  return { postrider, ids, ipAddresses, log, requestMetrics: metrics, ...listenerBoundsOf(settings) }
}

/** The API of a process, with further endpoints; it doesn't listen until `listen` is called. */
export const httpHostOf = (
  composition: Composition,
  extraEndpoints?: HttpHostNeeds['extraEndpoints'],
): HttpHost => {
  const { ports, vocabulary, attachmentGateway, release, settings } = composition
  return createHttpHost({
    ...listenerNeedsOf(composition),
    clock: ports.clock,
    release,
    vocabulary,
    product: settings.product,
    attachmentGateway,
    hasDocs: settings.docs,
    origin: settings.publicUrl,
    extraEndpoints,
  })
}

/**
 * The dispatcher of a process: it checks the outbox as soon as the process has accepted a message, without
 * waiting for its next turn.
 */
export const dispatcherHostOf = (composition: Composition): DispatcherHost => {
  const { postrider, ports, log, metrics, telemetry, settings } = composition
  const { retention, idempotencyDays, eventDays } = settings
  const pace = {
    keysKeptForMs: idempotencyDays * DAY_MS,
    eventsKeptForMs: eventDays * DAY_MS,
    retention,
    stopTimeoutMs: STOP_TIMEOUT_MS,
  }
  const dispatcher = createDispatcherHost({ postrider, ports, log, gauges: metrics, pace })
  telemetry.listen((event) => {
    if (event._tag === 'Accepted' && !event.replayed) dispatcher.wake()
  })
  return dispatcher
}

/** Every process checks once a minute whether the database is still the same one. */
const IDENTITY_CHECK_MS = MINUTE_MS

/** A task that runs for as long as a process is open, whatever it serves. */
export interface ProcessTask {
  /** Starts no further turn; resolves when the one in progress has ended. */
  stop(): Promise<void>
}

/**
 * Adjusts the process's time to the database's (docs/decisions/0027), and checks whether the database was
 * restored.
 */
export const checkIdentity = ({ postrider, ports, log, metrics }: Composition): ProcessTask => {
  const { timers, telemetry } = ports
  const time = keepTime({ ports, gauges: metrics, log })
  const installation = startLoop({
    timers,
    turn: async () => {
      const tended = await postrider.checkInstallationIdentity()()
      if (E.isLeft(tended)) telemetry.emit({ _tag: 'PartFailed', where: 'restore', cause: tended.left.cause })
      return IDENTITY_CHECK_MS
    },
    onBug: (err) => log.error({ err }, 'installation check failed'),
  })
  return {
    stop: async () => {
      time.stop()
      await installation.stop()
    },
  }
}
