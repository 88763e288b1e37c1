import { templateInLanguage } from '../../../templates/domain/languages-of.js'
import type { PreparedCatalog } from '../../../catalog/domain/prepared-catalog.js'
import type { Attempt } from '../../../providers/domain/calls/attempt.js'
import type { ClaimToken } from '../../../providers/domain/calls/claim.js'
import { deadUntilMs } from '../../../providers/domain/calls/dead-letter.js'
import { nextStep, type Step } from '../../domain/dispatch/next-step.js'
import type { AppId, MessageId, ProviderAccountId } from '../../../kernel/ids/id.js'
import type { Message } from '../../domain/messages/message.js'
import type { Ending } from '../../domain/dispatch/report.js'
import type { ProviderAccount } from '../../../tenancy/domain/service-configuration.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import type { LockedMessage } from '../../domain/dispatch/locked-message.js'
import type { CountryOf } from '../../../channels/recipient.js'
import { mainPartOf } from '../../../channels/own-records.js'
import { senderFor } from '../../domain/dispatch/sender-of.js'
import type { ChangedSender, ClaimPlan, HeldMessages, Intent, Lease } from '../../ports/dispatch-storage.js'
import type { Held } from '../../../kernel/batching/isolated-batches.js'
import type {
  CallCapacity,
  CallTarget,
  FullAccount,
  NoTarget,
} from '../../../providers/use-cases/calls/call-capacity.js'
import { type ClaimedCall, intentOf, leaseUntilMs } from './claimed-call.js'

/** The next step for a message, decided while it was locked. */
export type Assignment =
  /**
   * `attempt`: the intent is written with the claim, because there was a free slot; otherwise the message
   * waits for one.
   */
  | { readonly _tag: 'Submit'; readonly call: ClaimedCall; readonly attempt: Attempt | undefined }
  | {
      readonly _tag: 'Other'
      readonly message: Message
      readonly step: Step
      readonly prepared: PreparedCatalog
    }
  | { readonly _tag: 'CatalogNeeded'; readonly appId: AppId }
  /** It may have been claimed, because the database didn't respond. No call was made. */
  | { readonly _tag: 'Unanswered'; readonly call: ClaimedCall }
  /**
   * Nothing was done, for a reason that isn't about the message; another dispatcher can process it, or this
   * one later.
   */
  | { readonly _tag: 'LeftAlone' }
  /** Another transaction holds it: it is tried again. */
  | Held
  /** It can't be claimed because of an error of its own. */
  | { readonly _tag: 'Broken'; readonly cause: unknown }
  | { readonly _tag: 'Unknown' }

/** The assignment of each message of a claim. */
export type Assignments = ReadonlyMap<MessageId, Assignment>

/** The inputs of a claim. */
export interface ClaimContext {
  readonly claim: ClaimToken
  readonly nowMs: EpochMs
  readonly capacity: CallCapacity
  readonly countryOf: CountryOf
  readonly catalogOf: (message: Message) => PreparedCatalog | undefined
}

/** For a dead letter, only an ending is carried out. Otherwise it is due again when the sweeps end it. */
const ofDead = (step: Step, message: Message, nowMs: EpochMs): Step => {
  const isOver = nowMs >= deadUntilMs(message, message.acceptedAtMs)
  const isToEnd = step._tag === 'End' && step.ending._tag !== 'NoProvider'
  return isToEnd || step._tag === 'Nothing' || (isOver && step._tag === 'FindOut')
    ? step
    : { _tag: 'End', ending: { _tag: 'DeadLettered' } }
}

/**
 * The first account with a free slot. If there is none: the full accounts, or otherwise the reason of the
 * account that is closest to usable.
 */
const firstTarget = (
  capacity: CallCapacity,
  accounts: readonly ProviderAccount[],
  message: Message,
): CallTarget | Exclude<NoTarget, FullAccount> | ReadonlyMap<ProviderAccountId, number> => {
  const full = new Map<ProviderAccountId, number>()
  let reason: Exclude<NoTarget, FullAccount> = 'unopened'
  for (const account of accounts) {
    const target = capacity.target(account, message)
    if (target === 'resting') reason = target
    else if (target === 'unopened') continue
    else if ('fullSlots' in target) full.set(account.providerAccountId, target.fullSlots)
    else return target
  }
  return full.size > 0 ? full : reason
}

const submitting = (
  { message, lastAttempt }: LockedMessage,
  accounts: readonly ProviderAccount[],
  prepared: PreparedCatalog,
  { claim, nowMs, capacity, countryOf }: ClaimContext,
): Assignment => {
  const template = templateInLanguage(prepared.templates.get(message.templateId), message.language)
  const configuration = prepared.catalog.configurations.get(message.channel)
  const isRepeat = lastAttempt?.phase === 'unknown'
  const sender = senderFor(prepared, message, isRepeat, countryOf, nowMs)
  const end = (ending: Ending): Assignment => ({
    _tag: 'Other',
    message,
    step: { _tag: 'End', ending },
    prepared,
  })
  if (template === undefined || configuration === undefined || sender === undefined)
    return end({ _tag: 'NoProvider' })
  const target = firstTarget(capacity, accounts, message)
  if (target === 'resting' || target === 'unopened')
    return end({ _tag: 'Parked', accountIds: accounts.map(({ providerAccountId }) => providerAccountId) })
  if ('size' in target)
    return capacity.isShut()
      ? { _tag: 'LeftAlone' }
      : end({ _tag: 'QueueFull', untilMs: capacity.comesAgainAtMs(target) })
  const until = leaseUntilMs(target.account, nowMs)
  const call = {
    message,
    claim,
    isRepeat,
    leaseUntilMs: until,
    target,
    configuration,
    sender,
    template,
    sealingKey: prepared.catalog.sealingKey,
    accounts: accounts.length,
  }
  return { _tag: 'Submit', call, attempt: target.slot.isTaken() ? intentOf(call, nowMs) : undefined }
}

const assignOne = (
  locked: LockedMessage,
  isDead: boolean,
  prepared: PreparedCatalog,
  context: ClaimContext,
): Assignment => {
  const { message } = locked
  const next = nextStep(locked, prepared, context.nowMs)
  const step = isDead ? ofDead(next, message, context.nowMs) : next
  return step._tag === 'Submit'
    ? submitting(locked, step.accounts, prepared, context)
    : { _tag: 'Other', message, step, prepared }
}

/** Assigns one message; an error in deciding on it doesn't affect the rest of the claim. */
const assignedOrBroken: typeof assignOne = (...about) => {
  try {
    return assignOne(...about)
  } catch (cause) {
    return { _tag: 'Broken', cause }
  }
}

/**
 * Decides on locked messages and claims those to be sent. If the account has a free slot, the intent is
 * written with the claim; otherwise the message gets only a lease. A message whose app's catalog isn't in
 * memory is left alone until it is.
 */
export const assign = (
  messageIds: readonly MessageId[],
  locked: ReadonlyMap<MessageId, LockedMessage>,
  dead: ReadonlySet<MessageId>,
  held: HeldMessages,
  context: ClaimContext,
): ClaimPlan<Assignments> => {
  const assignments = new Map<MessageId, Assignment>()
  const leases: Lease[] = []
  const intents: Intent[] = []
  const senders: ChangedSender[] = []
  for (const messageId of messageIds) {
    const lockedMessage = locked.get(messageId)
    const prepared = lockedMessage === undefined ? undefined : context.catalogOf(lockedMessage.message)
    const organizationId = held.get(messageId)
    if (organizationId !== undefined) assignments.set(messageId, { _tag: 'Held', organizationId })
    else if (lockedMessage === undefined) assignments.set(messageId, { _tag: 'Unknown' })
    else if (prepared === undefined)
      assignments.set(messageId, { _tag: 'CatalogNeeded', appId: lockedMessage.message.appId })
    else {
      const assignment = assignedOrBroken(lockedMessage, dead.has(messageId), prepared, context)
      assignments.set(messageId, assignment)
      if (assignment._tag !== 'Submit') continue
      const { call, attempt } = assignment
      const { value } = mainPartOf(call.sender)
      if (value !== call.message.sender) senders.push({ messageId, sender: value })
      if (attempt === undefined) leases.push({ messageId, leaseUntilMs: call.leaseUntilMs })
      else intents.push({ attempt, leaseUntilMs: call.leaseUntilMs })
    }
  }
  return { claim: context.claim, leases, intents, senders, result: assignments }
}
