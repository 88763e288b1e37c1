import type { TelemetryEvent, Telemetry } from '@postrider/core/messaging/ports/telemetry'

/** Telemetry with any number of listeners. */
export interface TelemetryHub extends Telemetry {
  /** Calls `hear` for all events from now on; the returned function removes the listener. */
  listen(hear: (event: TelemetryEvent) => void): () => void
}

/** A hub with its first listeners. */
export const createTelemetryHub = (
  first: ReadonlyArray<(event: TelemetryEvent) => void> = [],
): TelemetryHub => {
  const listeners = new Set(first)
  return {
    emit: (event) => {
      for (const hear of listeners) hear(event)
    },
    listen: (hear) => {
      listeners.add(hear)
      return () => {
        listeners.delete(hear)
      }
    },
  }
}
