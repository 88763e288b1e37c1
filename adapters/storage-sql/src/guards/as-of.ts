import type { StorageUnavailable } from '@postrider/core/kernel/refusals/outage'
import type { AsOf } from '@postrider/core/kernel/ports/as-of'
import { E } from '@postrider/core/fp'
import type { Engine, Rows, Statement } from '../engine/engine.js'
import { epochOf, readEpoch } from './epoch.js'
import { readTogether, type CombinedQuery } from '../engine/read-together.js'

type Reading<A> = Promise<E.Either<StorageUnavailable, AsOf<A>>>

/** Reads the epoch and then the rest: if data changes in between, it only appears to be older than it is. */
export const readAsOf = async <A>(
  engine: Engine,
  statements: readonly Statement[],
  valueOf: (rows: readonly Rows[]) => A,
): Reading<A> => {
  const read = await engine.read([readEpoch(), ...statements], 'each')
  return E.map(([epoch, ...rows]: readonly Rows[]) => ({ epoch: epochOf(epoch), value: valueOf(rows) }))(read)
}

const lines = new WeakMap<Engine, CombinedQuery>()

/** The one queue of an engine for brief readings. */
const lineOf = (engine: Engine): CombinedQuery => {
  const known = lines.get(engine)
  if (known !== undefined) return known
  const line = readTogether(engine.read, readEpoch())
  lines.set(engine, line)
  return line
}

/**
 * Does the same as `readAsOf`, for readings that take the database almost no time: readings that are
 * requested at once are sent together, behind one reading of the epoch. A slow one would delay the others.
 */
export const readBrieflyAsOf = async <A>(
  engine: Engine,
  statements: readonly Statement[],
  valueOf: (rows: readonly Rows[]) => A,
): Reading<A> => {
  const read = await lineOf(engine)(statements)
  return E.map(([epoch, ...rows]: readonly Rows[]) => ({ epoch: epochOf(epoch), value: valueOf(rows) }))(read)
}
