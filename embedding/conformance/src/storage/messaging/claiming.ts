import type { MessageId } from '@postrider/core/kernel/ids/id'
import type { Attempt } from '@postrider/core/providers/domain/calls/attempt'
import { type ClaimToken, isStillClaimed, NO_CLAIM } from '@postrider/core/providers/domain/calls/claim'
import type { LockedMessage } from '@postrider/core/messaging/domain/dispatch/locked-message'
import type { ClaimPlan } from '@postrider/core/messaging/ports/dispatch-storage'
import type { Storage } from '@postrider/core/assembly/storage'
import { anAttempt } from '../../builders/an-attempt.js'
import { right } from '../../outcome.js'

export const LEASE_MS = 40_000

/** A claim that claims nothing. */
export const claimingNothing = <A>(result: A): ClaimPlan<A> => ({
  claim: NO_CLAIM,
  leases: [],
  senders: [],
  intents: [],
  result,
})

/** Claims by the dispatchers' rule: a message that isn't sent yet and whose lease has expired. */
export const claim = (
  storage: Storage,
  messageIds: readonly MessageId[],
  nowMs: number,
  overrides: Partial<Attempt> = {},
): Promise<readonly Attempt[]> =>
  right(
    storage.dispatch.claim(messageIds, (lockedIn) => {
      const attempts = messageIds.flatMap((messageId) => {
        const message = lockedIn.get(messageId)?.message
        if (message === undefined || message.state !== 'ACCEPTED' || message.leaseUntilMs > nowMs) return []
        return [anAttempt({ ...overrides, messageId, number: message.attempt + 1, startedAtMs: nowMs })]
      })
      const intents = attempts.map((attempt) => ({ attempt, leaseUntilMs: nowMs + LEASE_MS }))
      return { claim: NO_CLAIM, leases: [], senders: [], intents, result: attempts }
    }),
  )

/** The message as a claim would see it; claims nothing. */
export const lockedIn = async (storage: Storage, messageId: MessageId): Promise<LockedMessage | undefined> =>
  right(storage.dispatch.claim([messageId], (known) => claimingNothing(known.get(messageId))))

/** Leases unsent messages without a lease, under a name; returns the leased ones. */
export const lease = (
  storage: Storage,
  messageIds: readonly MessageId[],
  name: ClaimToken,
  nowMs: number,
): Promise<readonly MessageId[]> =>
  right(
    storage.dispatch.claim(messageIds, (known) => {
      const free = messageIds.filter((messageId) => {
        const message = known.get(messageId)?.message
        return message?.state === 'ACCEPTED' && message.leaseUntilMs <= nowMs
      })
      const leases = free.map((messageId) => ({ messageId, leaseUntilMs: nowMs + LEASE_MS }))
      return { claim: name, leases, senders: [], intents: [], result: free }
    }),
  )

/** Starts the attempts that the claim still holds; returns them. */
export const begin = (
  storage: Storage,
  messageIds: readonly MessageId[],
  name: ClaimToken,
  attempt: number,
  nowMs: number,
): Promise<readonly MessageId[]> =>
  right(
    storage.dispatch.begin(messageIds, (statuses) => {
      const own = messageIds.filter((messageId) => {
        const now = statuses.get(messageId)
        return now !== undefined && isStillClaimed(now, { claim: name, attempt })
      })
      const intents = own.map((messageId) => ({
        attempt: anAttempt({ messageId, number: attempt + 1, startedAtMs: nowMs, claim: name }),
        leaseUntilMs: nowMs + LEASE_MS,
      }))
      return { intents, result: own }
    }),
  )
