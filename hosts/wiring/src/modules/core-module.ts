import { ContainerModule } from 'inversify'
import type { Ports } from '@postrider/core/ports/ports'
import { createPostrider, type Limits } from '@postrider/core/postrider'
import { provide, tokens } from '../tokens.js'

/** The ports together, and the service over them. */
export const coreModule = (limits: Limits) =>
  new ContainerModule(({ bind }) => {
    provide(bind, tokens.providers, [tokens.sandbox, tokens.smtp], (...openers) => openers)
    provide(
      bind,
      tokens.ports,
      [
        tokens.storage,
        tokens.queue,
        tokens.providers,
        tokens.clock,
        tokens.ids,
        tokens.random,
        tokens.timers,
        tokens.digests,
        tokens.keyRing,
        tokens.bearerSecrets,
        tokens.phoneNumbers,
        tokens.passcodes,
        tokens.telemetry,
      ],
      (
        storage,
        queue,
        providers,
        clock,
        ids,
        random,
        timers,
        digests,
        keyRing,
        bearerSecrets,
        phoneNumbers,
        passcodes,
        telemetry,
      ): Ports => ({
        storage,
        queue,
        providers,
        clock,
        ids,
        random,
        timers,
        digests,
        keyRing,
        bearerSecrets,
        phoneNumbers,
        passcodes,
        telemetry,
      }),
    )
    provide(bind, tokens.postrider, [tokens.ports], (ports) => createPostrider(ports, limits))
  })
