import type { Digest, Sha256 } from '../../../kernel/digests/digest.js'
import {
  type FieldProblem,
  invalidRequest,
  type Refusal,
  refusal,
  type RefusalTag,
} from '../../../kernel/refusals/refusal.js'
import { isStopped, refusalBy } from '../../../consent/domain/applied-suppression.js'
import { optInMissing } from '../../../consent/domain/opt-in.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import { E } from '../../../fp.js'
import type { AcceptedAnswer, Candidate, Submission, SubmissionAnswer } from './candidate.js'
import { answerAgain, type EarlierAcceptance } from './earlier-acceptance.js'
import type { JudgeFacts } from './judge-facts.js'
import type { NewReceipt } from './new-acceptance.js'
import { type WorkingSetChanges, openWorkingSet } from './working-set.js'
import { laneOf } from './to-message.js'

export interface Verdicts extends WorkingSetChanges {
  /** One for each submission, in order. */
  readonly answers: readonly SubmissionAnswer[]
  readonly receipts: readonly NewReceipt[]
}

/**
 * Refusals of a single item. All other refusals fail a whole batch before any item is accepted
 * (docs/api/sending#batch-refusals).
 */
const OF_AN_ITEM: ReadonlySet<RefusalTag> = new Set([
  'ChannelNotGranted',
  'ChannelNotActive',
  'DestinationNotAllowed',
  'BudgetExceeded',
  'InsufficientBalance',
])

/** Refusals that are checked before the suppression list (docs/api/sending#order-of-checks). */
const BEFORE_DESTINATION: ReadonlySet<RefusalTag> = new Set([
  'ScopeMismatch',
  'ChannelNotGranted',
  'OrganizationSuspended',
  'ChannelNotActive',
])

const MAX_PROBLEMS = 50

const uniqueProblems = (problems: readonly FieldProblem[]): readonly FieldProblem[] => [
  ...new Map(
    problems.map((problem) => [`${problem.location} ${problem.field} ${problem.code}`, problem]),
  ).values(),
]

/**
 * The refusal of a whole batch for problems of its items. It lists the invalid fields of all items at once.
 */
const wholeRefusal = (candidates: readonly Candidate[]): Refusal | undefined => {
  const refusals = candidates.flatMap(({ quoted }) =>
    E.isLeft(quoted) && !OF_AN_ITEM.has(quoted.left._tag) ? [quoted.left] : [],
  )
  const [first] = refusals
  if (first?._tag !== 'InvalidRequest') return first
  const fields = refusals.flatMap((one) => one.fields)
  return invalidRequest(uniqueProblems(fields).slice(0, MAX_PROBLEMS))
}

/**
 * Decides on submissions one after another, with the same results as separate calls.
 * - A caller that can't send anything is refused.
 * - A used key replays or conflicts, whatever has changed since (docs/api/conventions#idempotency).
 * - A request that policy, limits or balance forbid is refused.
 * - All other requests get a reservation and are accepted.
 * - A batch can fail as a whole only if none of it was ever accepted (docs/api/sending#batch-refusals).
 *
 * Pure: the same arguments give the same verdicts.
 */
export const judge = (
  submissions: readonly Submission[],
  facts: JudgeFacts,
  nowMs: EpochMs,
  sha256: Sha256,
): Verdicts => {
  const books = openWorkingSet(facts, nowMs, sha256)
  const acceptedHere = new Map<Digest, EarlierAcceptance>()
  const receiptsHere = new Map<Digest, NewReceipt>()

  const judgeOne = (candidate: Candidate): E.Either<Refusal, AcceptedAnswer> => {
    const { key, material, quoted, messageId } = candidate
    const earlier = facts.accepted.get(key) ?? acceptedHere.get(key)
    if (earlier !== undefined) return answerAgain(candidate, earlier)
    if (E.isLeft(quoted) && BEFORE_DESTINATION.has(quoted.left._tag)) return quoted
    const suppression = books.suppression(candidate)
    if (suppression?.scope === 'all' && suppression.confirmation !== messageId)
      return E.left(refusalBy(suppression))
    if (E.isLeft(quoted)) return quoted
    // The template determines the lane, so this check follows all template checks.
    const lane = laneOf(candidate, quoted.right)
    if (suppression !== undefined && isStopped(suppression, messageId, lane))
      return E.left(refusalBy(suppression))
    if (quoted.right.requiresOptIn && !books.hasOptedIn(candidate)) return E.left(optInMissing)
    const admitted = books.admit(candidate, quoted.right)
    if (E.isLeft(admitted)) return admitted
    const { charge } = quoted.right
    acceptedHere.set(key, { material, messageId, acceptedAtMs: nowMs, charge, lane })
    return E.right({ messageId, acceptedAtMs: nowMs, charge, lane, replayed: false })
  }

  const judgeBatch = (
    { candidates }: Submission,
    receipt: Omit<NewReceipt, 'createdAtMs'>,
  ): SubmissionAnswer => {
    const earlier = facts.receipts.get(receipt.key) ?? receiptsHere.get(receipt.key)?.material
    if (earlier !== undefined && earlier !== receipt.material) return E.left(refusal('IdempotencyConflict'))
    const whole = earlier === undefined ? wholeRefusal(candidates) : undefined
    if (whole !== undefined) return E.left(whole)
    const answers = candidates.map(judgeOne)
    if (earlier === undefined && answers.some(E.isRight)) {
      receiptsHere.set(receipt.key, { ...receipt, createdAtMs: nowMs })
    }
    return E.right(answers)
  }

  const judgeSubmission = (submission: Submission): SubmissionAnswer => {
    if (submission.refused !== undefined) return E.left(submission.refused)
    if (submission.receipt !== undefined) return judgeBatch(submission, submission.receipt)
    return E.right(submission.candidates.map(judgeOne))
  }

  const answers = submissions.map(judgeSubmission)
  return { ...books.changes(), answers, receipts: [...receiptsHere.values()] }
}
