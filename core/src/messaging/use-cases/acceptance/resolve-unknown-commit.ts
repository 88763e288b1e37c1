import type { AcceptedAnswer, Candidate, Submission } from '../../domain/acceptance/candidate.js'
import { answerAgain } from '../../domain/acceptance/earlier-acceptance.js'
import type { CommitUnknown } from '../../../kernel/refusals/outage.js'
import { type Refusal, refusal } from '../../../kernel/refusals/refusal.js'
import { SECOND_MS } from '../../../kernel/time/epoch-ms.js'
import { E } from '../../../fp.js'
import type { Clock } from '../../../kernel/ports/clock.js'
import type { Timers } from '../../../kernel/ports/timers.js'
import type { AcceptedRecord, AcceptanceStorage } from '../../ports/acceptance-storage.js'
import type { AcceptanceAnswer } from './acceptance-answer.js'

const TIMEOUT_MS = 3 * SECOND_MS
const PAUSE_MS = 100

type Records = ReadonlyMap<string, AcceptedRecord>

/**
 * The result of one message according to the records; undefined if they don't contain a message that may have
 * been accepted.
 */
const itemFrom = (candidate: Candidate, records: Records): E.Either<Refusal, AcceptedAnswer> | undefined => {
  const record = records.get(candidate.key)
  if (record !== undefined) return answerAgain(candidate, record)
  return E.isLeft(candidate.quoted) ? candidate.quoted : undefined
}

const isConflict = (item: ReturnType<typeof itemFrom>): boolean =>
  item !== undefined && E.isLeft(item) && item.left._tag === 'IdempotencyConflict'

/**
 * Returns a result only if the records contain all items of the submission; otherwise the caller has to send
 * it again with its key. If an item differs from before, it is a different batch
 * (docs/api/conventions#idempotency).
 */
const answerFrom = (
  { candidates, receipt, refused }: Submission,
  records: Records,
  failure: CommitUnknown,
): AcceptanceAnswer => {
  if (refused !== undefined) return E.left(refused)
  const items = candidates.map((candidate) => itemFrom(candidate, records))
  if (receipt !== undefined && items.some(isConflict)) return E.left(refusal('IdempotencyConflict'))
  const answered = items.filter((item) => item !== undefined)
  const isWhole = answered.length === items.length && (receipt === undefined || answered.some(E.isRight))
  return isWhole ? E.right(answered) : E.left(failure)
}

interface Needs {
  readonly storage: { readonly acceptance: AcceptanceStorage }
  readonly clock: Clock
  readonly timers: Timers
}

/**
 * Resolves a commit without a response, from the idempotency records that it would have written
 * (docs/promises#unknown-commits). Recorded messages were accepted; the others get a 503, so that the caller
 * sends them again with the same key. Nothing is executed a second time.
 */
export const resolveUnknownCommit = async (
  { storage, timers, clock }: Needs,
  submissions: readonly Submission[],
  failure: CommitUnknown,
): Promise<readonly AcceptanceAnswer[]> => {
  const giveUpAtMs = clock.nowMs() + TIMEOUT_MS
  const keys = submissions.flatMap(({ candidates }) => candidates.map(({ key }) => key))
  for (;;) {
    const records = await storage.acceptance.findAccepted(keys)()
    if (E.isRight(records))
      return submissions.map((submission) => answerFrom(submission, records.right, failure))
    if (clock.nowMs() >= giveUpAtMs) return submissions.map(() => E.left(failure))
    await new Promise<void>((resolve) => timers.after(PAUSE_MS, resolve))
  }
}
