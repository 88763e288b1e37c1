import { SECOND_MS } from '@postrider/core/kernel/time/epoch-ms'
import { type Loop, startLoop } from '@postrider/web-server/hosting/loop'
import type { Composition } from '@postrider/wiring/compose'

/** How often a process checks its own readiness: often enough for a metric. */
const LOOK_MS = 15 * SECOND_MS

type Needs = Pick<Composition, 'postrider' | 'metrics' | 'log'> & {
  readonly ports: Pick<Composition['ports'], 'timers'>
}

/**
 * Shows the results of the readiness checks as metrics, independently of probes: reading the metrics must not
 * wait for a database.
 */
export const watchReadiness = ({ postrider, ports: { timers }, metrics, log }: Needs): Loop =>
  startLoop({
    timers,
    turn: async () => {
      metrics.checked((await postrider.checkReadiness()).checks)
      return LOOK_MS
    },
    onBug: (err) => log.error({ err }, 'readiness check failed'),
  })
