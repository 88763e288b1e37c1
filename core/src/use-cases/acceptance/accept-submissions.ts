import type { Outage } from '../../domain/refusals/outage.js'
import { E } from '../../fp.js'
import type { Ports } from '../../ports/ports.js'
import type { CatalogCache } from '../catalog/catalog-cache.js'
import { followingFor } from '../concurrency/following.js'
import { errorMessage } from '../dispatch/error-message.js'
import type { Authentication } from '../credentials/authentication.js'
import type { PendingSubmission } from './pending-submission.js'
import { isReady, type PreparedSubmission, prepareSubmission } from './prepare-submission.js'
import { writeSubmissions } from './write-submissions.js'
import type { SubmissionOutcome } from './acceptance-answer.js'

/**
 * How often a batch is prepared again as a whole. After that it is halved: what a part of it depends on is read sooner, and a
 * single submission's even if the catalog changes many times a second.
 */
const ROUNDS_WHOLE = 2

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

const failedAlone = (error: unknown): PreparedSubmission => ({
  _tag: 'Answered',
  failure: { _tag: 'BatchFailed', cause: errorMessage(error) },
})

/** An error that preparing a submission throws is its own, and doesn't reach the others of its batch. */
const eachByItself =
  (prepare: ReturnType<typeof prepareSubmission>): typeof prepare =>
  (pending, atLeast) => {
    try {
      const prepared = prepare(pending, atLeast)
      return isThere(prepared) ? prepared : prepared.catch(failedAlone)
    } catch (error) {
      return failedAlone(error)
    }
  }

/** An outcome for each submission; undefined: the catalog is newer than what it was prepared with. */
interface Round {
  readonly answers: ReadonlyArray<SubmissionOutcome | undefined>
  readonly epoch: number
}

/**
 * Follows a catalog that changes while a batch is prepared, until every submission has an answer: first the whole batch, then
 * halves of what is left, one after the other.
 */
const followWith = (
  attempt: (pending: readonly PendingSubmission[], atLeast: number) => Promise<Round>,
  mayGoOn: () => boolean,
) => {
  const follow = async (
    pending: readonly PendingSubmission[],
    atLeast: number,
    round: number,
  ): Promise<readonly SubmissionOutcome[]> => {
    const { answers, epoch } = await attempt(pending, atLeast)
    const stale = pending.filter((_, at) => answers[at] === undefined)
    if (stale.length === 0) return answers.map((answer) => answer ?? movedOn)
    const later = (mayGoOn() ? await again(stale, epoch, round) : []).values()
    return answers.map((answer) => answer ?? later.next().value ?? movedOn)
  }
  const again = async (
    stale: readonly PendingSubmission[],
    epoch: number,
    round: number,
  ): Promise<readonly SubmissionOutcome[]> => {
    if (round < ROUNDS_WHOLE || stale.length === 1) return follow(stale, epoch, round + 1)
    const middle = Math.ceil(stale.length / 2)
    const first = await follow(stale.slice(0, middle), epoch, ROUNDS_WHOLE)
    return [...first, ...(await follow(stale.slice(middle), epoch, ROUNDS_WHOLE))]
  }
  return (pending: readonly PendingSubmission[]) => follow(pending, 0, 1)
}

/**
 * Accepts submissions in one transaction. Everything that a request depends on is worked out before, from memory; the
 * transaction reads the catalog's epoch, and if memory is older, what is left is prepared again, for some seconds.
 * One outcome for each submission, in order; `held` only if the call doesn't wait.
 */
export const acceptSubmissions = (
  ports: Ports,
  authentication: Authentication,
  catalogs: CatalogCache,
): ((pending: readonly PendingSubmission[], waits: boolean) => Promise<readonly SubmissionOutcome[]>) => {
  const { clock, telemetry } = ports
  const prepare = prepareSubmission(ports, authentication, catalogs)
  const prepareShared = eachByItself(prepare)
  const write = writeSubmissions(ports)

  const attempt = async (
    pending: readonly PendingSubmission[],
    atLeast: number,
    waits: boolean,
  ): Promise<Round> => {
    const prepareOne = pending.length === 1 ? prepare : prepareShared
    const prepared = await together(pending.map((one) => prepareOne(one, atLeast)))
    const { answers: written, epoch } = await write(prepared.filter(isReady), waits)
    const answers = written.values()
    return {
      answers: prepared.map((one) => (isReady(one) ? answers.next().value : E.left(one.failure))),
      epoch,
    }
  }

  return async (pending, waits) => {
    const begunAtMs = clock.nowMs()
    const attemptNow = (some: readonly PendingSubmission[], atLeast: number): Promise<Round> =>
      attempt(some, atLeast, waits)
    const answers = await followWith(attemptNow, followingFor(clock))(pending)
    const size = pending.reduce((sum, { items }) => sum + items.length, 0)
    telemetry.emit({ _tag: 'AcceptanceBatch', size, durationMs: clock.nowMs() - begunAtMs })
    return answers
  }
}
