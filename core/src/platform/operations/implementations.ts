import type { platformOperations } from './operations.js'
import type { ImplementationsOf } from '../../runner/use-cases/implementation.js'
import * as overview from './overview.js'
import * as platform from './platform.js'
import * as restoration from './restoration.js'

/** What carries out the operations about the service itself. */
export const platformImplementations = {
  ...overview,
  ...platform,
  ...restoration,
} satisfies ImplementationsOf<typeof platformOperations>
