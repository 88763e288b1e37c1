import { ContainerModule } from 'inversify'
import { logging } from '../event-log.js'
import { createLog, type LogDestination } from '../log.js'
import { createMetrics } from '../metrics/metrics.js'
import { createTelemetryHub } from '../telemetry-hub.js'
import { listenerOf } from '../telemetry-table.js'
import { provide, tokens } from '../tokens.js'

/** Log and metrics, and the hub that passes all events to both. */
export const telemetryModule = (destination: LogDestination | undefined, worker: number | undefined) =>
  new ContainerModule(({ bind }) => {
    provide(
      bind,
      tokens.log,
      [tokens.settings, tokens.release, tokens.systemClock],
      ({ logLevel }, { version }, clock) => createLog(logLevel, { version, clock, worker }, destination),
    )
    provide(bind, tokens.metrics, [tokens.release], createMetrics)
    provide(
      bind,
      tokens.hub,
      [tokens.metrics, tokens.log, tokens.clock, tokens.settings],
      (metrics, log, clock, settings) =>
        createTelemetryHub([metrics.emit, listenerOf(logging(log, clock, settings.logMessages))]),
    )
    provide(bind, tokens.telemetry, [tokens.hub], (hub) => hub)
  })
