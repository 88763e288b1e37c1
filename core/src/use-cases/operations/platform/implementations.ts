import type { platformOperations } from '../../../domain/operations/platform/operations.js'
import type { ImplementationsOf } from '../running/implementation.js'
import * as overview from './overview.js'
import * as platform from './platform.js'
import * as restoration from './restoration.js'

/** What carries out the operations about the service itself. */
export const platformImplementations = {
  ...overview,
  ...platform,
  ...restoration,
} satisfies ImplementationsOf<keyof typeof platformOperations>
