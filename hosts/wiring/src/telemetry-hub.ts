import type { Happening, Telemetry } from '@postrider/core/ports/telemetry'

/** Telemetry that any number may listen to. */
export interface TelemetryHub extends Telemetry {
  /** Calls `hear` with everything that happens from now on; the answer takes it back. */
  listen(hear: (happening: Happening) => void): () => void
}

/** A hub with its first listeners. */
export const createTelemetryHub = (
  first: ReadonlyArray<(happening: Happening) => void> = [],
): TelemetryHub => {
  const listeners = new Set(first)
  return {
    happened: (happening) => {
      for (const hear of listeners) hear(happening)
    },
    listen: (hear) => {
      listeners.add(hear)
      return () => {
        listeners.delete(hear)
      }
    },
  }
}
