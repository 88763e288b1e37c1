import type { StorageUnavailable } from '@postrider/core/kernel/refusals/outage'
import type { AsOf } from '@postrider/core/kernel/ports/as-of'
import { E } from '@postrider/core/fp'
import type { Engine, Rows, Statement } from '../engine/engine.js'
import { epochOf, readEpoch } from './epoch.js'
import { readTogether, type CombinedQuery } from '../engine/read-together.js'

type Reading<A> = Promise<E.Either<StorageUnavailable, AsOf<A>>>

/** Reads the epoch and then the rest: what changes in between is at worst taken for too old. */
export const readAsOf = async <A>(
  engine: Engine,
  statements: readonly Statement[],
  valueOf: (rows: readonly Rows[]) => A,
): Reading<A> => {
  const read = await engine.read([readEpoch(), ...statements], 'each')
  return E.map(([epoch, ...rows]: readonly Rows[]) => ({ epoch: epochOf(epoch), value: valueOf(rows) }))(read)
}

const lines = new WeakMap<Engine, CombinedQuery>()

/** The one line of an engine in which brief readings wait for one another. */
const lineOf = (engine: Engine): CombinedQuery => {
  const known = lines.get(engine)
  if (known !== undefined) return known
  const line = readTogether(engine.read, readEpoch())
  lines.set(engine, line)
  return line
}

/**
 * As `readAsOf`, for what takes the database no time worth speaking of: readings that are asked for at once travel
 * together, behind one reading of the epoch. One that would take longer would keep the others waiting.
 */
export const readBrieflyAsOf = async <A>(
  engine: Engine,
  statements: readonly Statement[],
  valueOf: (rows: readonly Rows[]) => A,
): Reading<A> => {
  const read = await lineOf(engine)(statements)
  return E.map(([epoch, ...rows]: readonly Rows[]) => ({ epoch: epochOf(epoch), value: valueOf(rows) }))(read)
}
