import type { inboundOperations } from '../../../domain/operations/inbound/operations.js'
import type { ImplementationsOf } from '../running/implementation.js'
import * as inbound from './inbound.js'

/** What carries out the operations about inbound messages. */
export const inboundImplementations = {
  ...inbound,
} satisfies ImplementationsOf<keyof typeof inboundOperations>
