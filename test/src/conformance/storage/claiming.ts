import type { MessageId } from '@postrider/core/domain/ids/id'
import type { Attempt } from '@postrider/core/domain/dispatch/attempt'
import type { HeldMessage } from '@postrider/core/domain/dispatch/held-message'
import type { Storage } from '@postrider/core/ports/storage/storage'
import { anAttempt } from '../../builders/an-attempt.js'
import { right } from '../outcome.js'

export const LEASE_MS = 40_000

/** Claims by the rule of the dispatchers: a message that is not sent yet and whose lease is over. */
export const claim = (
  storage: Storage,
  messageIds: readonly MessageId[],
  nowMs: number,
  overrides: Partial<Attempt> = {},
): Promise<readonly Attempt[]> =>
  right(
    storage.dispatch.claim(messageIds, (held) => {
      const attempts = messageIds.flatMap((messageId) => {
        const message = held.get(messageId)?.message
        if (message === undefined || message.state !== 'ACCEPTED' || message.leaseUntilMs > nowMs) return []
        return [anAttempt({ ...overrides, messageId, number: message.attempt + 1, startedAtMs: nowMs })]
      })
      const claims = attempts.map((attempt) => ({ attempt, leaseUntilMs: nowMs + LEASE_MS }))
      return { claims, result: attempts }
    }),
  )

/** What a claim would see of the message; claims nothing. */
export const held = async (storage: Storage, messageId: MessageId): Promise<HeldMessage | undefined> =>
  right(storage.dispatch.claim([messageId], (known) => ({ claims: [], result: known.get(messageId) })))
