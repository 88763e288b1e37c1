import type { AcceptedAnswer } from '../../domain/acceptance/judge.js'
import type { Outage } from '../../domain/refusals/outage.js'
import type { Refusal } from '../../domain/refusals/refusal.js'
import { E } from '../../fp.js'
import type { Ports } from '../../ports/ports.js'
import type { CatalogCache } from '../catalog/catalog-cache.js'
import type { Authentication } from '../credentials/authentication.js'
import { type AcceptanceItem, isReady, prepareItem } from './prepare-item.js'
import { type Answer, writeAcceptances } from './write-acceptances.js'

/** How often a batch follows an epoch that moves while it is being prepared. */
const EPOCHS_FOLLOWED = 5

const movedOn: E.Either<Refusal | Outage, AcceptedAnswer> = E.left({
  _tag: 'Overloaded',
  cause: 'the catalog changed faster than it could be read',
})

/**
 * Accepts a batch in one transaction. Everything that a request depends on is worked out before, from memory; the
 * transaction reads the catalog's epoch, and where memory is older, the batch is prepared afresh and begins again.
 * One answer for each item, in order.
 */
export const acceptBatch = (
  ports: Ports,
  authentication: Authentication,
  catalogs: CatalogCache,
): ((items: readonly AcceptanceItem[]) => Promise<readonly Answer[]>) => {
  const { clock, telemetry } = ports
  const prepare = prepareItem(ports, authentication, catalogs)
  const write = writeAcceptances(ports)

  const follow = async (items: readonly AcceptanceItem[]): Promise<readonly Answer[]> => {
    let epoch = 0
    for (let round = 0; round < EPOCHS_FOLLOWED; round += 1) {
      const atLeast = epoch
      const prepared = await Promise.all(items.map((item) => Promise.resolve(prepare(item, atLeast))))
      const written = await write(prepared.filter(isReady))
      if (written._tag === 'Judged') {
        const answers = written.answers[Symbol.iterator]()
        return prepared.map((one) => (isReady(one) ? (answers.next().value ?? movedOn) : one.answer))
      }
      epoch = written.epoch
    }
    return items.map(() => movedOn)
  }

  return async (items) => {
    const begunAtMs = clock.nowMs()
    const answers = await follow(items)
    telemetry.happened({ _tag: 'AcceptanceBatch', size: items.length, durationMs: clock.nowMs() - begunAtMs })
    return answers
  }
}
