import { servesRecipient } from '../../../tenancy/domain/routing.js'
import { usableProviders } from '../../../catalog/domain/prepared-catalog.js'
import type { Attempt } from '../../../providers/domain/calls/attempt.js'
import { isCancelled, type SwitchFacts } from '../../../messaging/domain/dispatch/next-step.js'
import type { Message } from '../../../messaging/domain/messages/message.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'

/** A message that no provider has yet, as far as a kill switch looks at it; and how its last call ended. */
export interface WaitingMessage extends Pick<
  Message,
  | 'messageId'
  | 'organizationId'
  | 'appId'
  | 'environment'
  | 'channel'
  | 'to'
  | 'charge'
  | 'billing'
  | 'expiresAtMs'
> {
  readonly lastAttempt: Pick<Attempt, 'phase' | 'providerAccountId'> | undefined
}

/** A message that was accepted, as far as a kill switch would have refused it. */
export type RecentMessage = Pick<
  Message,
  'organizationId' | 'appId' | 'environment' | 'channel' | 'to' | 'charge' | 'acceptedAtMs'
>

/**
 * What a kill switch makes of a message that waits: it is cancelled and its money released; it is held, money and all,
 * until there is an account that may take it; it goes by other accounts than it would have; the outcome of its last call
 * stays open, because it may not be repeated where it was made; it goes on, which it would not have.
 */
export const SWITCH_EFFECTS = ['cancelled', 'held', 'rerouted', 'leftOpen', 'goesOn'] as const

export type SwitchEffect = (typeof SWITCH_EFFECTS)[number]

/** The accounts that serve the recipient, in their order. */
const accountsAt = (
  facts: SwitchFacts,
  { channel, to }: Pick<Message, 'channel' | 'to'>,
): readonly string[] =>
  usableProviders(facts, channel)
    .map(({ providerAccountId }) => providerAccountId)
    .filter((id) => servesRecipient(facts.configurations.get(channel)?.routing, id, to))

const accountsFor = (facts: SwitchFacts, message: WaitingMessage): readonly string[] => {
  const { lastAttempt } = message
  const usable = accountsAt(facts, message)
  const repeated = lastAttempt?.phase === 'unknown' ? lastAttempt.providerAccountId : undefined
  return repeated === undefined ? usable : usable.filter((id) => id === repeated)
}

/**
 * What becomes of a message that waits when facts change, by the rules of the dispatchers; undefined where nothing does:
 * also of one that is over by then, and of one whose call is under way, since nobody knows yet whether it left.
 */
export const effectOn = (
  message: WaitingMessage,
  before: SwitchFacts,
  after: SwitchFacts,
  nowMs: EpochMs,
): SwitchEffect | undefined => {
  if (nowMs >= message.expiresAtMs || message.lastAttempt?.phase === 'intent') return undefined
  const isRepeat = message.lastAttempt?.phase === 'unknown'
  const [accountsBefore, accountsAfter] = [accountsFor(before, message), accountsFor(after, message)]
  const [wasStopped, isStopped] = [isCancelled(before, message), isCancelled(after, message)]
  const went = !wasStopped && accountsBefore.length > 0
  const goes = !isStopped && accountsAfter.length > 0
  if (goes) {
    if (!went) return 'goesOn'
    return accountsBefore.join() === accountsAfter.join() ? undefined : 'rerouted'
  }
  if (isRepeat) return went ? 'leftOpen' : undefined
  if (isStopped) return wasStopped ? undefined : 'cancelled'
  return went ? 'held' : undefined
}

/** Whether an app's send to somebody is accepted by these facts, as far as kill switches have a say. */
export const isTaken = (facts: SwitchFacts, message: Pick<Message, 'channel' | 'to'>): boolean =>
  !isCancelled(facts, message) && accountsAt(facts, message).length > 0
