import type { AccountRefusal } from '@postrider/core/providers/domain/calls/account-refusal'
import type { AttemptSegment } from '@postrider/core/messaging/domain/dispatch/attempt-segment'
import type { Attempt } from '@postrider/core/providers/domain/calls/attempt'
import { NO_CLAIM } from '@postrider/core/providers/domain/calls/claim'
import type { CallOutcome } from '@postrider/core/providers/domain/calls/outcome'
import type { Report } from '@postrider/core/messaging/domain/dispatch/report'
import { settle, type SettleFacts, type Settlement } from '@postrider/core/messaging/domain/dispatch/settle'
import { accountKey } from '@postrider/core/ledger/domain/account'
import { newAccount } from '@postrider/core/ledger/domain/post'
import type { ProviderAccountId } from '@postrider/core/kernel/ids/id'
import type { Message } from '@postrider/core/messaging/domain/messages/message'
import type { MessageState } from '@postrider/core/kernel/messages/message-state'
import type { Receipt } from '@postrider/core/providers/domain/receipts/receipt'
import { aMessage } from '@postrider/conformance/builders/a-message'
import { aPosting, aReservation } from '@postrider/conformance/builders/a-posting'
import { anAttempt } from '@postrider/conformance/builders/an-attempt'
import { fresh, NOW_MS } from '@postrider/conformance/builders/fresh'
import { sha256 } from '@postrider/conformance/builders/sha256'

/** The input of a decision, except the facts. */
export const settleContext = () => {
  const entryId = fresh.id('ent')
  return { nowMs: NOW_MS, sha256, chanceOf: () => 0, entryIdOf: () => entryId }
}

/** A message, its books, and the result of settling, step by step. */
export const aCase = (overrides: Partial<Message> = {}, lastAttempt?: Attempt, claim = NO_CLAIM) => {
  let message = aMessage({ attempt: 1, leaseUntilMs: NOW_MS + 9, ...overrides })
  const { organizationId, messageId } = message
  const opened = aPosting(newAccount({ organizationId, environment: 'test', currency: 'INR' }), {
    amountMinor: 100,
  })
  const reserved = aReservation(opened.account, message)
  let account = reserved.account
  let attempt = lastAttempt
  let parts: readonly AttemptSegment[] = []
  let refusals: readonly AccountRefusal[] = []
  const events = [opened.event, reserved.event]
  const attempts: Attempt[] = []
  const states: MessageState[] = [message.state]

  const settleThese = (reports: readonly Report[], receipts: readonly Receipt[] = []): Settlement => {
    const known: SettleFacts = {
      messages: new Map([[messageId, { message, lastAttempt: attempt, claim, refusals }]]),
      accounts: new Map([[accountKey(account), account]]),
      reservations: events.length === 2 ? new Map([[messageId, reserved.event]]) : new Map(),
      receipts: new Map([[messageId, receipts]]),
      budgets: [],
      parts: new Map([[messageId, parts]]),
    }
    const settled = settle(reports, known, settleContext())
    message = settled.messages[0] ?? message
    account = settled.accounts[0] ?? account
    attempt = settled.attempts.at(-1) ?? attempt
    parts = [
      ...parts.filter(({ part }) => !settled.parts.some((one) => one.part === part)),
      ...settled.parts,
    ].sort((one, other) => one.part - other.part)
    refusals = settled.refusals.at(-1)?.refusals ?? refusals
    events.push(...settled.events)
    attempts.push(...settled.attempts)
    if (states.at(-1) !== message.state) states.push(message.state)
    return settled
  }
  /** Starts a call at the account, and returns its number. */
  const begun = (providerAccountId: ProviderAccountId): number => {
    message = { ...message, attempt: message.attempt + 1 }
    attempt = anAttempt({ messageId, number: message.attempt, providerAccountId, phase: 'intent' })
    return message.attempt
  }
  const called = (
    outcome: CallOutcome,
    number = 1,
    providerAccountId: ProviderAccountId = 'pac_x',
  ): Report => ({
    _tag: 'Called',
    messageId,
    attempt: number,
    outcome,
    startedAtMs: NOW_MS - 5,
    providerAccountId,
  })
  return {
    settleThese,
    begun,
    called,
    messageId,
    events,
    attempts,
    states,
    parts: () => parts,
    held: () => ({ message, lastAttempt: attempt, refusals }),
    message: () => message,
    account: () => account,
    ended: (tag: 'Expired' | 'Cancelled' | 'NoProvider', number = 1): Report => ({
      _tag: 'Ended',
      messageId,
      attempt: number,
      ending: { _tag: tag },
    }),
    received: (): Report => ({
      _tag: 'Receipts',
      messageId,
      learned: [],
    }),
  }
}
