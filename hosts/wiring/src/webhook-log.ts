import { foundBy } from './message-log.js'
import type { HostLog } from '@postrider/web-server/hosting/host-log'
import type { TelemetryTable } from './telemetry-table.js'

/**
 * The line of an attempt to deliver an event, at `debug` (docs/decisions/0036). It has neither the URL, whose path
 * can be secret, nor the response, which the delivery log shows to the customer.
 */
export const webhookLine =
  (log: HostLog): TelemetryTable['WebhookAttempted'] =>
  ({
    message,
    eventId,
    type,
    endpointId,
    organizationId,
    appId,
    attempt,
    status,
    isDelivered,
    durationMs,
  }) => {
    if (!log.writesDebug) return
    const found = message === undefined ? {} : foundBy(message)
    const outcome = isDelivered ? 'delivered' : 'failed'
    const fields = { eventId, type, endpointId, organizationId, appId, attempt, outcome, status, durationMs }
    log.debug({ ...found, ...fields }, 'webhook called')
  }
