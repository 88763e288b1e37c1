import { ContainerModule } from 'inversify'
import type { ProviderAdapter } from '@postrider/core/providers/ports/provider-adapter'
import { providerNetworks } from '@postrider/node/system/provider-networks'
import { provide, tokens } from '../tokens.js'

/** The providers of a list, in its order. */
export const providersModule = (adapters: readonly ProviderAdapter[]) =>
  new ContainerModule(({ bind }) => {
    provide(
      bind,
      tokens.providers,
      [tokens.settings, tokens.clock, tokens.timers, tokens.random],
      (settings, clock, timers, random) => {
        const networks = providerNetworks(settings.providerNetworks)
        return adapters.map(({ opener }) =>
          opener({ dataDir: settings.dataDir, clock, timers, random, networks }),
        )
      },
    )
  })
