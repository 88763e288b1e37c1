import type { Candidate } from '../../domain/acceptance/judge.js'
import type { CommitUnknown } from '../../domain/refusals/outage.js'
import { refusal } from '../../domain/refusals/refusal.js'
import { SECOND_MS } from '../../domain/time/epoch-ms.js'
import { E } from '../../fp.js'
import type { Ports } from '../../ports/ports.js'
import type { AcceptedRecord } from '../../ports/storage/acceptance-storage.js'
import type { Answer } from './write-acceptances.js'

const PATIENCE_MS = 3 * SECOND_MS
const PAUSE_MS = 100

const answerFrom = (
  candidate: Candidate,
  record: AcceptedRecord | undefined,
  failure: CommitUnknown,
): Answer => {
  if (record === undefined) return E.isLeft(candidate.quoted) ? candidate.quoted : E.left(failure)
  if (record.material !== candidate.material) return E.left(refusal('IdempotencyConflict'))
  const { messageId, acceptedAtMs, charge } = record
  return E.right({ messageId, acceptedAtMs, charge, replayed: messageId !== candidate.messageId })
}

/**
 * Finds out what became of a commit whose answer was lost, by the idempotency records it would have written
 * (reliability F14): what is there was accepted; the rest is answered 503, to be sent again under the same key.
 * Nothing is run a second time here.
 */
export const resolveUnknownCommit = async (
  { storage, timers, clock }: Pick<Ports, 'storage' | 'timers' | 'clock'>,
  candidates: readonly Candidate[],
  failure: CommitUnknown,
): Promise<readonly Answer[]> => {
  const giveUpAtMs = clock.nowMs() + PATIENCE_MS
  const keys = candidates.map(({ key }) => key)
  for (;;) {
    const found = await storage.acceptance.findAccepted(keys)()
    if (E.isRight(found)) {
      return candidates.map((candidate) => answerFrom(candidate, found.right.get(candidate.key), failure))
    }
    if (clock.nowMs() >= giveUpAtMs) return candidates.map(() => E.left(failure))
    await new Promise<void>((resolve) => timers.after(PAUSE_MS, resolve))
  }
}
