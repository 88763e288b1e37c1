import type { TelemetryEvent, Telemetry } from '@postrider/core/messaging/ports/telemetry'

/** Telemetry that any number may listen to. */
export interface TelemetryHub extends Telemetry {
  /** Calls `hear` with everything that happens from now on; the answer takes it back. */
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
