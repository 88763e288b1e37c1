import { SECOND_MS } from '@postrider/core/kernel/time/epoch-ms'
import { type Loop, startLoop } from '@postrider/web-server/hosting/loop'
import type { Composition } from '@postrider/wiring/compose'

/** How often a process looks at its readiness by itself: often enough for a figure that nobody waits for. */
const LOOK_MS = 15 * SECOND_MS

type Needs = Pick<Composition, 'postrider' | 'metrics' | 'log'> & {
  readonly ports: Pick<Composition['ports'], 'timers'>
}

/** Shows how the readiness checks stand, whether or not a probe asks: reading the figures must wait for no database. */
export const watchReadiness = ({ postrider, ports: { timers }, metrics, log }: Needs): Loop =>
  startLoop({
    timers,
    turn: async () => {
      metrics.checked((await postrider.checkReadiness()).checks)
      return LOOK_MS
    },
    onBug: (err) => log.error({ err }, 'readiness check failed'),
  })
