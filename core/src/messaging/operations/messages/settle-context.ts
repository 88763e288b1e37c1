import type { SettleContext } from '../../domain/dispatch/settle.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import type { Ports } from '../../../assembly/ports.js'

/** By what an operator's word is settled: the rules and means of the dispatchers, without chance. */
export const settleContextOf = (
  { ids, digests }: Pick<Ports, 'ids' | 'digests'>,
  nowMs: EpochMs,
): SettleContext => ({
  nowMs,
  sha256: digests.sha256,
  chanceOf: () => 0,
  entryIdOf: () => ids.next('ent'),
})
