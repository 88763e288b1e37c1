import type { keyOperations } from './operations.js'
import type { ImplementationsOf } from '../../../runner/use-cases/implementation.js'
import * as agentKeys from './agent-keys.js'
import * as bootstrapAgentKeys from './bootstrap-agent-keys.js'
import * as confirmations from './confirm-agent-key.js'
import * as grantableOperations from './list-grantable-operations.js'
import * as organizationAgentKeys from './organization-agent-keys.js'

/** What carries out the operations about Agent keys. */
export const keyImplementations = {
  ...agentKeys,
  ...bootstrapAgentKeys,
  ...confirmations,
  ...grantableOperations,
  ...organizationAgentKeys,
} satisfies ImplementationsOf<typeof keyOperations>
