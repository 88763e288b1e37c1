import type { Message } from '../messages/message.js'
import type { Attempt } from '../../../providers/domain/calls/attempt.js'

/** What a taken attempt was at its provider: a repeat that the provider recognised has the same identity there. */
const identityAtProvider = ({ providerAccountId, providerReference, number }: Attempt): string =>
  `${providerAccountId}/${providerReference ?? `attempt ${number}`}`

/**
 * Whether a provider took the message at most once, repeats that it recognised counted as one, and no attempt lies
 * beyond the message's number (docs/promises#unknown-outcomes).
 */
export const attemptsSound = (message: Message, attempts: readonly Attempt[]): boolean => {
  const taken = attempts.filter(({ phase }) => phase === 'accepted')
  const isOnce = new Set(taken.map(identityAtProvider)).size <= 1
  return isOnce && attempts.every(({ number }) => number <= message.attempt)
}
