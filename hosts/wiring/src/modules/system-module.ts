import { ContainerModule } from 'inversify'
import type { Homes } from '@postrider/core/messaging/ports/homes'
import { nodeDigests } from '@postrider/node/system/node-digests'
import { onlyHome } from '@postrider/node/system/only-home'
import { createSystemClock } from '@postrider/node/system/system-clock'
import { createIds } from '@postrider/node/system/system-ids'
import { systemRandom } from '@postrider/node/system/system-random'
import { createTimekeeping } from '@postrider/node/system/system-timekeeping'
import { systemTimers } from '@postrider/node/system/system-timers'
import { provide, tokens } from '../tokens.js'

/**
 * Time, randomness, digests and workers of this machine; the time is the database's from the start, if it
 * responds.
 */
export const systemModule = (homes: Homes = onlyHome) =>
  new ContainerModule(({ bind }) => {
    provide(bind, tokens.systemClock, [], () => createSystemClock())
    provide(
      bind,
      tokens.timekeeping,
      [tokens.systemClock, tokens.timers, tokens.storage],
      async (clock, timers, { health }) => {
        const timekeeping = createTimekeeping({ clock, timers, askTime: () => health.time() })
        await timekeeping.compare()()
        return timekeeping
      },
    )
    provide(bind, tokens.clock, [tokens.systemClock, tokens.timekeeping], (clock, _comparedFirst) => clock)
    provide(bind, tokens.ids, [tokens.clock], createIds)
    provide(bind, tokens.random, [], () => systemRandom)
    provide(bind, tokens.timers, [], () => systemTimers)
    provide(bind, tokens.digests, [], () => nodeDigests)
    provide(bind, tokens.homes, [], () => homes)
  })
