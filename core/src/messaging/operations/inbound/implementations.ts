import type { inboundOperations } from './operations.js'
import type { ImplementationsOf } from '../../../runner/use-cases/implementation.js'
import * as inbound from './inbound.js'

/** What carries out the operations about inbound messages. */
export const inboundImplementations = {
  ...inbound,
} satisfies ImplementationsOf<typeof inboundOperations>
