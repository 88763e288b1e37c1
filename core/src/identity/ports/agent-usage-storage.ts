import type { TE } from '../../fp.js'
import type { AgentKeyId } from '../../kernel/ids/id.js'
import type { StorageUnavailable } from '../../kernel/refusals/outage.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'

/** Stores when Agent keys were last used. */
export interface AgentUsageStorage {
  /** Records that Agent keys were used in the hour that starts at this moment. */
  noteAgentUses(agentKeyIds: readonly AgentKeyId[], hourMs: EpochMs): TE.TaskEither<StorageUnavailable, void>
}
