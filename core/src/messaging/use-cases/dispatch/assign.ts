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
import type { ClaimPlan, HeldMessages, Intent, Lease } from '../../ports/dispatch-storage.js'
import type { Held } from '../../../kernel/batching/isolated-batches.js'
import type {
  CallCapacity,
  CallTarget,
  FullAccount,
  NoTarget,
} from '../../../providers/use-cases/calls/call-capacity.js'
import { type ClaimedCall, intentOf, leaseUntilMs } from './claimed-call.js'

/** A message and what is to be done for it, decided while it was held. */
export type Assignment =
  /** `attempt`: its intent is written with the claim, since there was room for it; else it waits for its turn. */
  | { readonly _tag: 'Submit'; readonly call: ClaimedCall; readonly attempt: Attempt | undefined }
  | {
      readonly _tag: 'Other'
      readonly message: Message
      readonly step: Step
      readonly prepared: PreparedCatalog
    }
  | { readonly _tag: 'CatalogNeeded'; readonly appId: AppId }
  /** It may have been claimed: the database did not say. Nobody was called. */
  | { readonly _tag: 'Unanswered'; readonly call: ClaimedCall }
  /** Nothing was done, for no reason of its own: another dispatcher may, or this one later. */
  | { readonly _tag: 'LeftAlone' }
  /** Another transaction holds it: it is tried again. */
  | Held
  /** It cannot be claimed, for its own sake. */
  | { readonly _tag: 'Broken'; readonly cause: unknown }
  | { readonly _tag: 'Unknown' }

/** What each message of a claim was assigned. */
export type Assignments = ReadonlyMap<MessageId, Assignment>

/** What a claim is made with. */
export interface ClaimContext {
  readonly claim: ClaimToken
  readonly nowMs: EpochMs
  readonly capacity: CallCapacity
  readonly catalogOf: (message: Message) => PreparedCatalog | undefined
}

/** Of a dead letter only what ends it is done; whatever else it was asked for, it is due when the sweeps end it. */
const ofDead = (step: Step, message: Message, nowMs: EpochMs): Step => {
  const isOver = nowMs >= deadUntilMs(message, message.acceptedAtMs)
  const isToEnd = step._tag === 'End' && step.ending._tag !== 'NoProvider'
  return isToEnd || step._tag === 'Nothing' || (isOver && step._tag === 'FindOut')
    ? step
    : { _tag: 'End', ending: { _tag: 'DeadLettered' } }
}

/** The first of the accounts that has a slot; else why there is none, by the one that lacks least, and those that are full. */
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
  { claim, nowMs, capacity }: ClaimContext,
): Assignment => {
  const template = prepared.templates.get(message.templateId)
  const configuration = prepared.catalog.configurations.get(message.channel)
  const isRepeat = lastAttempt?.phase === 'unknown'
  const end = (ending: Ending): Assignment => ({
    _tag: 'Other',
    message,
    step: { _tag: 'End', ending },
    prepared,
  })
  if (template === undefined || configuration === undefined) return end({ _tag: 'NoProvider' })
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
    template,
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

/** A message that can't be judged spoils nobody else's claim. */
const assignedOrBroken: typeof assignOne = (...about) => {
  try {
    return assignOne(...about)
  } catch (cause) {
    return { _tag: 'Broken', cause }
  }
}

/**
 * Decides about locked messages: those to be sent are claimed. What finds room at its account gets its intent with the
 * claim; what has to wait gets the lease alone. A message whose app's catalog is not at hand is left alone until it is.
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
      if (attempt === undefined) leases.push({ messageId, leaseUntilMs: call.leaseUntilMs })
      else intents.push({ attempt, leaseUntilMs: call.leaseUntilMs })
    }
  }
  return { claim: context.claim, leases, intents, result: assignments }
}
