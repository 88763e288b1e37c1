import { DAY_MS, MINUTE_MS, SECOND_MS } from '@postrider/core/kernel/time/epoch-ms'
import { E } from '@postrider/core/fp'
import { createDispatcherHost, type DispatcherHost } from '@postrider/dispatcher/dispatcher-host'
import { keepTime } from '@postrider/web-server/hosting/keep-time'
import { startLoop } from '@postrider/web-server/hosting/loop'
import { createHttpHost, type HttpHost, type HttpHostNeeds } from '@postrider/http/http-host'
import { listenerBoundsOf } from './listener-bounds.js'
import type { Composition } from '@postrider/wiring/compose'

/** No request and no provider call is waited for longer than this (docs/contract#shutdown: all within 20 s). */
export const STOP_TIMEOUT_MS = 15 * SECOND_MS

/** What every listener of a process has in common. */
export const listenerNeedsOf = ({ postrider, ports, log, metrics, settings }: Composition) => {
  const { ids, ipAddresses } = ports
  return { postrider, ids, ipAddresses, log, requestMetrics: metrics, ...listenerBoundsOf(settings) }
}

/** The API of a process, with what others answer at it; it listens nowhere before it is told to. */
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
    attachmentGateway,
    hasDocs: settings.docs,
    origin: settings.publicUrl,
    extraEndpoints,
  })
}

/** The dispatcher of a process: it looks as soon as the process has accepted something, and not when its next turn comes. */
export const dispatcherHostOf = (composition: Composition): DispatcherHost => {
  const { postrider, ports, log, metrics, telemetry, settings } = composition
  const { retention, idempotencyDays } = settings
  const pace = { keysKeptForMs: idempotencyDays * DAY_MS, retention, stopTimeoutMs: STOP_TIMEOUT_MS }
  const dispatcher = createDispatcherHost({ postrider, ports, log, gauges: metrics, pace })
  telemetry.listen((event) => {
    if (event._tag === 'Accepted' && !event.replayed) dispatcher.wake()
  })
  return dispatcher
}

/** Every process looks once a minute whether the database is still the one that it was. */
const IDENTITY_CHECK_MS = MINUTE_MS

/** What a process does for as long as it is open, whatever it serves. */
export interface ProcessTask {
  /** No further turn; resolves when the one under way has ended. */
  stop(): Promise<void>
}

/** Leads the process's time to the database's (docs/decisions/0027), and looks whether the database was restored meanwhile. */
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
    onBug: (err) => log.error({ err }, 'checking the installation failed'),
  })
  return {
    stop: async () => {
      time.stop()
      await installation.stop()
    },
  }
}
