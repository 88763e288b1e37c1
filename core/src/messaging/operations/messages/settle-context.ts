import type { SettleContext } from '../../domain/dispatch/settle.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import type { Ids } from '../../../kernel/ports/ids.js'
import type { Digests } from '../../../kernel/ports/digests.js'

interface Needs {
  readonly ids: Ids
  readonly digests: Digests
}

/**
 * The context in which a super admin's decision is settled: the dispatchers' rules and ports, without jitter.
 */
export const settleContextOf = ({ ids, digests }: Needs, nowMs: EpochMs): SettleContext => ({
  nowMs,
  sha256: digests.sha256,
  chanceOf: () => 0,
  entryIdOf: () => ids.next('ent'),
})
