import type { SettleContext } from '../../domain/dispatch/settle.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import type { Ports } from '../../../assembly/ports.js'

/**
 * The context in which a super admin's decision is settled: the dispatchers' rules and ports, without jitter.
 */
export const settleContextOf = (
  { ids, digests }: Pick<Ports, 'ids' | 'digests'>,
  nowMs: EpochMs,
): SettleContext => ({
  nowMs,
  sha256: digests.sha256,
  chanceOf: () => 0,
  entryIdOf: () => ids.next('ent'),
})
