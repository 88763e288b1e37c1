import { suppressionKey, type SuppressionKey, recipientDigest } from '../../../consent/domain/suppression.js'
import { type AppliedSuppression, isStopped } from '../../../consent/domain/applied-suppression.js'
import type { Outage } from '../../../kernel/refusals/outage.js'
import { MINUTE_MS, SECOND_MS } from '../../../kernel/time/epoch-ms.js'
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

/** A message that was accepted this recently is only compared with the latest opt-outs: acceptance saw the others. */
const RECENT_MS = 10 * SECOND_MS

/**
 * The age of the latest opt-outs. It exceeds {@link RECENT_MS} by more than the time that a commit takes, and by
 * more than the clocks of two processes differ.
 */
const LATEST_MS = MINUTE_MS

/** If there are more opt-outs in that time, looking up the recipients costs less. */
const MOST_LATEST = 100

const LIMITS = { lanes: 2, maxBatch: 500, maxWaiting: 100_000 }

type Found = E.Either<Outage, AppliedSuppression | undefined>

/** The latest opt-outs, by {@link suppressionKey}; undefined if there are too many. */
type Latest = E.Either<Outage, ReadonlySet<string> | undefined>

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

/** Readings of the suppression list. Those that are asked for at the same time share a statement. */
const readings = ({ storage: { dispatch }, clock, timers }: Needs) => {
  const lookUps = createBatcher<SuppressionKey, Found>({
    ...LIMITS,
    timers,
    run: async (keys) => {
      const read = await dispatch.suppressed(keys)()
      return keys.map((key) => (E.isLeft(read) ? read : E.right(read.right.get(suppressionKey(key)))))
    },
  })
  const latest = createBatcher<undefined, Latest>({
    ...LIMITS,
    timers,
    run: async (calls) => {
      const read = await dispatch.suppressedSince(clock.nowMs() - LATEST_MS, MOST_LATEST)()
      const found = E.map((keys: readonly SuppressionKey[]) =>
        keys.length < MOST_LATEST ? new Set(keys.map(suppressionKey)) : undefined,
      )(read)
      return calls.map(() => found)
    },
  })
  return {
    latest: async (): Promise<Latest> => E.flatten(await latest.submit(undefined)),
    lookUp: async (key: SuppressionKey): Promise<Found> => E.flatten(await lookUps.submit(key)),
  }
}

/**
 * Compares each message with the suppression list immediately before its call: an opt-out also stops the messages
 * that were accepted before it (docs/api/delivery#suppressions). Undefined: the message may be sent. Calls at the
 * same time share a reading.
 */
export const suppressedMeanwhile = (
  needs: Needs,
  { catalogs, changes }: Catalog,
): ((call: ClaimedCall) => Promise<CallOutcome | undefined>) => {
  const { clock, digests } = needs
  const list = readings(needs)

  /** Whether only the latest opt-outs can concern the message. If the catalog isn't in memory, all can. */
  const needsLatestOnly = ({ message }: ClaimedCall): boolean =>
    clock.nowMs() - message.acceptedAtMs < RECENT_MS ||
    catalogs.peek(message.appId, changes.currentFrom(message.organizationId))?.catalog.hasSuppressions ===
      false

  const suppressionOf = async (call: ClaimedCall): Promise<Found> => {
    const { organizationId, to } = call.message
    if (!needsLatestOnly(call))
      return list.lookUp({ organizationId, recipient: recipientDigest(to, digests.sha256) })
    const latest = await list.latest()
    if (E.isLeft(latest)) return latest
    if (latest.right?.size === 0) return E.right(undefined)
    const key = { organizationId, recipient: recipientDigest(to, digests.sha256) }
    return latest.right?.has(suppressionKey(key)) === false ? E.right(undefined) : list.lookUp(key)
  }

  return async (call) => {
    const found = await suppressionOf(call)
    if (E.isLeft(found)) return unread(call)
    const { messageId, lane } = call.message
    return found.right !== undefined && isStopped(found.right, messageId, lane) ? optedOut(call) : undefined
  }
}
