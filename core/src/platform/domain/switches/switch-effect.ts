import { servesRecipient } from '../../../tenancy/domain/routing.js'
import { usableProviders } from '../../../catalog/domain/prepared-catalog.js'
import type { Attempt } from '../../../providers/domain/calls/attempt.js'
import { isCancelled, type SwitchFacts } from '../../../messaging/domain/dispatch/next-step.js'
import type { Message } from '../../../messaging/domain/messages/message.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'

/**
 * The fields of a message still waiting for a provider that an emergency stop depends on, and how its last call
 * ended.
 */
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

/** The fields of an accepted message that show whether an emergency stop would have refused it. */
export type RecentMessage = Pick<
  Message,
  'organizationId' | 'appId' | 'environment' | 'channel' | 'to' | 'charge' | 'acceptedAtMs'
>

/**
 * The effects of an emergency stop on a waiting message. `cancelled`: its money is released. `held`: the
 * message and its money wait until an account may take it. `rerouted`: it is sent through other accounts.
 * `leftOpen`: the outcome of its last call stays unknown, because the call can't be repeated on that account.
 * `goesOn`: it is sent, which it would not have been.
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
 * The effect on a waiting message when facts change, by the rules of the dispatchers; undefined if there is
 * none. There is none for a message that is final by then, or whose call is in progress, because the result
 * isn't known yet.
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

/** Whether these facts let an app send to a recipient, as far as emergency stops are concerned. */
export const isTaken = (facts: SwitchFacts, message: Pick<Message, 'channel' | 'to'>): boolean =>
  !isCancelled(facts, message) && accountsAt(facts, message).length > 0
