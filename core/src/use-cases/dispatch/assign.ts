import type { PreparedCatalog } from '../../domain/catalog/prepared-catalog.js'
import type { Attempt } from '../../domain/dispatch/attempt.js'
import { deadUntilMs } from '../../domain/dispatch/dead-letter.js'
import { nextStep, type Step } from '../../domain/dispatch/next-step.js'
import type { AppId, MessageId } from '../../domain/ids/id.js'
import type { Message } from '../../domain/messages/message.js'
import type { EpochMs } from '../../domain/time/epoch-ms.js'
import type { HeldMessage } from '../../domain/dispatch/held-message.js'
import type { ClaimPlan } from '../../ports/storage/dispatch-storage.js'
import { type ClaimedCall, LEASE_MARGIN_MS } from './call-provider.js'

/** A message and what is to be done for it, decided while it was held. */
export type Assignment =
  | { readonly _tag: 'Submit'; readonly call: ClaimedCall; readonly attempt: Attempt }
  | {
      readonly _tag: 'Other'
      readonly message: Message
      readonly step: Step
      readonly prepared: PreparedCatalog
    }
  | { readonly _tag: 'CatalogNeeded'; readonly appId: AppId }
  | { readonly _tag: 'Unknown' }

/** What each message of a claim was assigned. */
export type Assignments = ReadonlyMap<MessageId, Assignment>

const beginAttempt = (message: Message, call: ClaimedCall, nowMs: EpochMs): Attempt => ({
  messageId: message.messageId,
  number: call.attempt,
  providerAccountId: call.account.providerAccountId,
  phase: 'intent',
  providerMessageId: undefined,
  providerReference: undefined,
  detail: undefined,
  startedAtMs: nowMs,
  endedAtMs: undefined,
})

/** Of a dead letter only what ends it is done; whatever else it was asked for, it is due when the sweeps end it. */
const ofDead = (step: Step, message: Message, nowMs: EpochMs): Step => {
  const isOver = nowMs >= deadUntilMs(message, message.acceptedAtMs)
  const isToEnd = step._tag === 'End' && step.ending._tag !== 'NoProvider'
  return isToEnd || step._tag === 'Nothing' || (isOver && step._tag === 'FindOut')
    ? step
    : { _tag: 'End', ending: { _tag: 'LeftDead' } }
}

const assignOne = (
  { message, lastAttempt }: HeldMessage,
  isDead: boolean,
  prepared: PreparedCatalog,
  nowMs: EpochMs,
): Assignment => {
  const next = nextStep(message, lastAttempt, prepared, nowMs)
  const step = isDead ? ofDead(next, message, nowMs) : next
  const template = prepared.templates.get(message.templateId)
  const configuration = prepared.catalog.configurations.get(message.channel)
  if (step._tag !== 'Submit' || template === undefined || configuration === undefined) {
    return { _tag: 'Other', message, step, prepared }
  }
  const { account } = step
  const leaseUntilMs = nowMs + account.timeoutMs + LEASE_MARGIN_MS
  const isRepeat = lastAttempt?.phase === 'unknown'
  const call = {
    message,
    attempt: message.attempt + 1,
    isRepeat,
    leaseUntilMs,
    account,
    configuration,
    template,
  }
  return { _tag: 'Submit', call, attempt: beginAttempt(message, call, nowMs) }
}

/**
 * Decides about held messages: those to be sent are claimed with their attempt. A message whose app's catalog is not
 * at hand is left alone until it is.
 */
export const assign = (
  messageIds: readonly MessageId[],
  held: ReadonlyMap<MessageId, HeldMessage>,
  dead: ReadonlySet<MessageId>,
  catalogOf: (appId: AppId) => PreparedCatalog | undefined,
  nowMs: EpochMs,
): ClaimPlan<Assignments> => {
  const assignments = new Map<MessageId, Assignment>()
  const claims: Array<ClaimPlan<Assignments>['claims'][number]> = []
  for (const messageId of messageIds) {
    const found = held.get(messageId)
    const prepared = found === undefined ? undefined : catalogOf(found.message.appId)
    if (found === undefined) assignments.set(messageId, { _tag: 'Unknown' })
    else if (prepared === undefined)
      assignments.set(messageId, { _tag: 'CatalogNeeded', appId: found.message.appId })
    else assignments.set(messageId, assignOne(found, dead.has(messageId), prepared, nowMs))
    const assignment = assignments.get(messageId)
    if (assignment?._tag === 'Submit') {
      claims.push({ attempt: assignment.attempt, leaseUntilMs: assignment.call.leaseUntilMs })
    }
  }
  return { claims, result: assignments }
}
