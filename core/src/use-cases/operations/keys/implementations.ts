import type { keyOperations } from '../../../domain/operations/keys/operations.js'
import type { ImplementationsOf } from '../running/implementation.js'
import * as agentKeys from './agent-keys.js'
import * as organizationAgentKeys from './organization-agent-keys.js'

/** What carries out the operations about Agent keys. */
export const keyImplementations = {
  ...agentKeys,
  ...organizationAgentKeys,
} satisfies ImplementationsOf<keyof typeof keyOperations>
