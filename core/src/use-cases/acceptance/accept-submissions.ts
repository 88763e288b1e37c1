import type { Outage } from '../../domain/refusals/outage.js'
import { E } from '../../fp.js'
import type { Ports } from '../../ports/ports.js'
import type { CatalogCache } from '../catalog/catalog-cache.js'
import type { Authentication } from '../credentials/authentication.js'
import type { PendingSubmission } from './pending-submission.js'
import { isReady, type PreparedSubmission, prepareSubmission } from './prepare-submission.js'
import { writeSubmissions } from './write-submissions.js'
import type { AcceptanceAnswer } from './acceptance-answer.js'

/** How often a batch follows an epoch that moves while it is being prepared. */
const EPOCHS_FOLLOWED = 5

const movedOn: E.Either<Outage, never> = E.left({
  _tag: 'Overloaded',
  cause: 'the catalog changed faster than it could be read',
})

const isThere = (one: PreparedSubmission | Promise<PreparedSubmission>): one is PreparedSubmission =>
  !(one instanceof Promise)

/** All of them; waits for none where none has to be waited for, as is nearly always so. */
const together = (
  ones: ReadonlyArray<PreparedSubmission | Promise<PreparedSubmission>>,
): readonly PreparedSubmission[] | Promise<readonly PreparedSubmission[]> =>
  ones.every(isThere) ? ones : Promise.all(ones.map((one) => Promise.resolve(one)))

/**
 * Accepts submissions in one transaction. Everything that a request depends on is worked out before, from memory; the
 * transaction reads the catalog's epoch, and where memory is older, the batch is prepared afresh and begins again.
 * One answer for each submission, in order.
 */
export const acceptSubmissions = (
  ports: Ports,
  authentication: Authentication,
  catalogs: CatalogCache,
): ((pending: readonly PendingSubmission[]) => Promise<readonly AcceptanceAnswer[]>) => {
  const { clock, telemetry } = ports
  const prepare = prepareSubmission(ports, authentication, catalogs)
  const write = writeSubmissions(ports)

  const follow = async (pending: readonly PendingSubmission[]): Promise<readonly AcceptanceAnswer[]> => {
    let epoch = 0
    for (let round = 0; round < EPOCHS_FOLLOWED; round += 1) {
      const atLeast = epoch
      const prepared = await together(pending.map((one) => prepare(one, atLeast)))
      const written = await write(prepared.filter(isReady))
      if (written._tag === 'Judged') {
        const answers = written.answers[Symbol.iterator]()
        return prepared.map((one) => (isReady(one) ? (answers.next().value ?? movedOn) : E.left(one.failure)))
      }
      epoch = written.epoch
    }
    return pending.map(() => movedOn)
  }

  return async (pending) => {
    const begunAtMs = clock.nowMs()
    const answers = await follow(pending)
    const size = pending.reduce((sum, { items }) => sum + items.length, 0)
    telemetry.emit({ _tag: 'AcceptanceBatch', size, durationMs: clock.nowMs() - begunAtMs })
    return answers
  }
}
