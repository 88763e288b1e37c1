import type { StorageUnavailable } from '@postrider/core/domain/refusals/outage'
import type { AsOf } from '@postrider/core/ports/storage/projection-storage'
import { E } from '@postrider/core/fp'
import type { Engine, Rows, Statement } from './engine/engine.js'
import { epochOf, readEpoch } from './epoch.js'

/** Reads the epoch and then the rest: what changes in between is at worst believed too old. */
export const readAsOf = async <A>(
  engine: Engine,
  statements: readonly Statement[],
  valueOf: (rows: readonly Rows[]) => A,
): Promise<E.Either<StorageUnavailable, AsOf<A>>> => {
  const read = await engine.read([readEpoch(), ...statements], 'each')
  return E.map(([epoch, ...rows]: readonly Rows[]) => ({ epoch: epochOf(epoch), value: valueOf(rows) }))(read)
}
