import { ContainerModule } from 'inversify'
import { createSandbox } from '@postrider/provider-sandbox/sandbox-provider'
import { provide, tokens } from '../tokens.js'

/** The provider of the test environment. */
export const sandboxModule = new ContainerModule(({ bind }) => {
  provide(
    bind,
    tokens.sandbox,
    [tokens.settings, tokens.clock, tokens.timers, tokens.random],
    ({ dataDir }, clock, timers, random) => createSandbox({ dataDir, clock, timers, random }),
  )
})
