import { suppressionKey, type SuppressionKey, recipientDigest } from '../../../consent/domain/suppression.js'
import { type AppliedSuppression, isStopped } from '../../../consent/domain/applied-suppression.js'
import type { Outage } from '../../../kernel/refusals/outage.js'
import { SECOND_MS } from '../../../kernel/time/epoch-ms.js'
import { E } from '../../../fp.js'
import { createBatcher } from '../../../kernel/batching/batcher.js'
import type { Clock } from '../../../kernel/ports/clock.js'
import type { Digests } from '../../../kernel/ports/digests.js'
import type { Timers } from '../../../kernel/ports/timers.js'
import type { Catalog } from '../../../catalog/use-cases/catalog.js'
import type { CallOutcome } from '../../../providers/domain/calls/outcome.js'
import type { DispatchStorage } from '../../ports/dispatch-storage.js'
import type { ClaimedCall } from './claimed-call.js'

interface Needs {
  readonly storage: { readonly dispatch: DispatchStorage }
  readonly clock: Clock
  readonly digests: Digests
  readonly timers: Timers
}

/**
 * Acceptance checked the suppression list this recently, so it isn't read again. A backlog, a retry or a slow
 * provider makes a message older.
 */
const RECENT_MS = 2 * SECOND_MS

const LIMITS = { lanes: 2, maxBatch: 500, maxWaiting: 100_000 }

type Found = E.Either<Outage, AppliedSuppression | undefined>

/** The outcome without a call; an earlier call with an unknown outcome stays unknown. */
const optedOut = ({ isRepeat }: ClaimedCall): CallOutcome => {
  const detail = 'the recipient opted out while the message waited'
  return isRepeat
    ? { _tag: 'OutcomeUnknown', detail }
    : { _tag: 'PermanentFailure', failureCode: 'recipient_blocked', detail }
}

const unread = ({ isRepeat }: ClaimedCall): CallOutcome => ({
  _tag: 'Deferred',
  detail: 'the suppression list could not be read',
  isRepeat,
  isDueNow: false,
})

/**
 * Checks the suppression list again before the call of a message that waited since its acceptance: an opt-out
 * also stops messages that were accepted before (docs/api/delivery#suppressions). Undefined: the message may be
 * sent. Messages that wait at the same time share a reading.
 */
export const suppressedMeanwhile = (
  { storage, clock, digests, timers }: Needs,
  { catalogs, changes }: Catalog,
): ((call: ClaimedCall) => Promise<CallOutcome | undefined>) => {
  const line = createBatcher<SuppressionKey, Found>({
    ...LIMITS,
    timers,
    run: async (keys) => {
      const read = await storage.dispatch.suppressed(keys)()
      return keys.map((key) => (E.isLeft(read) ? read : E.right(read.right.get(suppressionKey(key)))))
    },
  })

  const suppressionOf = async ({ message: { organizationId, to } }: ClaimedCall): Promise<Found> => {
    const submitted = await line.submit({ organizationId, recipient: recipientDigest(to, digests.sha256) })
    return E.isLeft(submitted) ? submitted : submitted.right
  }

  /** If the catalog isn't in memory, the list is read. */
  const mayBeSuppressed = ({ message }: ClaimedCall): boolean =>
    clock.nowMs() - message.acceptedAtMs >= RECENT_MS &&
    catalogs.peek(message.appId, changes.currentFrom(message.organizationId))?.catalog.hasSuppressions !==
      false

  return async (call) => {
    if (!mayBeSuppressed(call)) return undefined
    const found = await suppressionOf(call)
    if (E.isLeft(found)) return unread(call)
    const { messageId, lane } = call.message
    return found.right !== undefined && isStopped(found.right, messageId, lane) ? optedOut(call) : undefined
  }
}
