import { ContainerModule } from 'inversify'
import type { Ports } from '@postrider/core/assembly/ports'
import { createPostrider, type Limits, type Platform } from '@postrider/core/postrider'
import { portTokens } from '../port-tokens.js'
import { provide, tokens } from '../tokens.js'

const names = Object.keys(portTokens) as ReadonlyArray<keyof Ports>

/** The created ports by name; the table of tokens has checked that each name has its own. */
const portsOf = (...made: readonly unknown[]): Ports =>
  Object.fromEntries(names.map((name, at) => [name, made[at]])) as unknown as Ports

/** The ports together, and the service over them. */
export const coreModule = (limits: Limits, platform: Platform) =>
  new ContainerModule(({ bind }) => {
    bind<Ports>(tokens.ports).toResolvedValue(
      portsOf,
      names.map((name) => portTokens[name] as symbol),
    )
    provide(bind, tokens.postrider, [tokens.ports], (ports) => createPostrider(ports, limits, platform))
  })
