import type { Ports } from '@postrider/core/assembly/ports'
import type { Storage } from '@postrider/core/assembly/storage'
import type { TelemetryEvent } from '@postrider/core/messaging/ports/telemetry'
import { createSystemClock } from '@postrider/node/system/system-clock'
import { createIds } from '@postrider/node/system/system-ids'
import { nodeDigests } from '@postrider/node/system/node-digests'
import { systemRandom } from '@postrider/node/system/system-random'
import { systemTimers } from '@postrider/node/system/system-timers'
import { secretPorts } from '../builders/secret-ports.js'

type RealPorts = Pick<
  Ports,
  'storage' | 'clock' | 'ids' | 'random' | 'digests' | 'keyedDigests' | 'timers' | 'telemetry'
>

/** The ports that batchers need, over real storage and in real time. `emitted` has their events. */
export const realPorts = (storage: Storage): RealPorts & { readonly emitted: readonly TelemetryEvent[] } => {
  const clock = createSystemClock()
  const emitted: TelemetryEvent[] = []
  return {
    storage,
    clock,
    ids: createIds(clock),
    random: systemRandom,
    digests: nodeDigests,
    keyedDigests: secretPorts(new Map()).keyedDigests,
    timers: systemTimers,
    telemetry: { emit: (event) => emitted.push(event) },
    emitted,
  }
}
