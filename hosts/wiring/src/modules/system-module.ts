import { ContainerModule } from 'inversify'
import { nodeDigests } from '@postrider/system/node-digests'
import { createSystemClock } from '@postrider/system/system-clock'
import { createIds } from '@postrider/system/system-ids'
import { systemRandom } from '@postrider/system/system-random'
import { systemTimers } from '@postrider/system/system-timers'
import { provide, tokens } from '../tokens.js'

/** Time, chance and digests of this machine. */
export const systemModule = new ContainerModule(({ bind }) => {
  provide(bind, tokens.clock, [], () => createSystemClock())
  provide(bind, tokens.ids, [tokens.clock], createIds)
  provide(bind, tokens.random, [], () => systemRandom)
  provide(bind, tokens.timers, [], () => systemTimers)
  provide(bind, tokens.digests, [], () => nodeDigests)
})
