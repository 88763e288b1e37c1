import { ContainerModule } from 'inversify'
import type { ProviderAdapter } from '@postrider/core/ports/provider-adapter'
import { provide, tokens } from '../tokens.js'

/** The providers of a list, in its order. */
export const providersModule = (adapters: readonly ProviderAdapter[]) =>
  new ContainerModule(({ bind }) => {
    provide(
      bind,
      tokens.providers,
      [tokens.settings, tokens.clock, tokens.timers, tokens.random],
      ({ dataDir }, clock, timers, random) =>
        adapters.map(({ opener }) => opener({ dataDir, clock, timers, random })),
    )
  })
