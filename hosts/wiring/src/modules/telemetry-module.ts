import { ContainerModule } from 'inversify'
import { createLog, type LogDestination } from '../log.js'
import { logMessages } from '../message-log.js'
import { createMetrics } from '../metrics/metrics.js'
import { createTelemetryHub } from '../telemetry-hub.js'
import { provide, tokens } from '../tokens.js'
import { logTrouble } from '../trouble-log.js'

/** Log and metrics, and the hub through which both hear of everything. */
export const telemetryModule = (destination: LogDestination | undefined) =>
  new ContainerModule(({ bind }) => {
    provide(
      bind,
      tokens.log,
      [tokens.settings, tokens.release, tokens.systemClock],
      ({ logLevel }, { version }, clock) => createLog(logLevel, version, destination, clock),
    )
    provide(bind, tokens.metrics, [tokens.release], createMetrics)
    provide(
      bind,
      tokens.hub,
      [tokens.metrics, tokens.log, tokens.clock, tokens.settings],
      (metrics, log, clock, settings) =>
        createTelemetryHub([
          metrics.emit,
          logTrouble(log, clock),
          logMessages(log.ofMessages, settings.logMessages),
        ]),
    )
    provide(bind, tokens.telemetry, [tokens.hub], (hub) => hub)
  })
