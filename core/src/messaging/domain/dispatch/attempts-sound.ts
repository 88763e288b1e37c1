import type { Message } from '../messages/message.js'
import type { Attempt } from '../../../providers/domain/calls/attempt.js'

/**
 * The identity of a taken attempt at its provider. A repeat that the provider recognized has the same
 * identity.
 */
const identityAtProvider = ({ providerAccountId, providerReference, number }: Attempt): string =>
  `${providerAccountId}/${providerReference ?? `attempt ${number}`}`

/**
 * Whether a provider took the message at most once, and no attempt has a higher number than the message
 * (docs/promises#unknown-outcomes). Repeats that the provider recognized count as one.
 */
export const attemptsSound = (message: Message, attempts: readonly Attempt[]): boolean => {
  const taken = attempts.filter(({ phase }) => phase === 'accepted')
  const isOnce = new Set(taken.map(identityAtProvider)).size <= 1
  return isOnce && attempts.every(({ number }) => number <= message.attempt)
}
