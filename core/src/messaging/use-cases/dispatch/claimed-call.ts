import type { Attempt } from '../../../providers/domain/calls/attempt.js'
import type { ClaimToken } from '../../../providers/domain/calls/claim.js'
import type { GiveBackCause, Report } from '../../domain/dispatch/report.js'
import type { Message } from '../../domain/messages/message.js'
import type { ChannelConfiguration, ProviderAccount } from '../../../tenancy/domain/service-configuration.js'
import type { CompiledTemplate } from '../../../templates/domain/compiled-template.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import { GRACE_MS, LEASE_MARGIN_MS } from '../../../providers/use-cases/calls/query-status.js'
import type { CallTarget } from '../../../providers/use-cases/calls/call-capacity.js'

/** A message that was claimed, and all it takes to send it. */
export interface ClaimedCall {
  /** As it was when it was claimed. */
  readonly message: Message
  readonly claim: ClaimToken
  /** Whether the outcome of an earlier call is open and this one repeats it at the same provider. */
  readonly isRepeat: boolean
  readonly leaseUntilMs: EpochMs
  readonly target: CallTarget
  readonly configuration: ChannelConfiguration
  readonly template: CompiledTemplate
  /** How many accounts it could go to. */
  readonly accounts: number
}

/** How long a message is its claimer's from now on: long enough for the call, and for a while in line before it. */
export const leaseUntilMs = ({ timeoutMs }: ProviderAccount, nowMs: EpochMs): EpochMs =>
  nowMs + timeoutMs + LEASE_MARGIN_MS

/** From when on the call may not be begun for its lease: another dispatcher might take the message meanwhile. */
export const leaseEndMs = ({ target, leaseUntilMs: untilMs }: ClaimedCall): EpochMs =>
  untilMs - target.account.timeoutMs - GRACE_MS

/** Until when it is worth waiting for the call. */
export const waitUntilMs = (call: ClaimedCall): EpochMs =>
  Math.min(leaseEndMs(call), call.message.expiresAtMs)

/** The attempt that is written before the call. */
export const intentOf = (
  { message, claim, target }: Pick<ClaimedCall, 'message' | 'claim' | 'target'>,
  nowMs: EpochMs,
): Attempt => ({
  messageId: message.messageId,
  number: message.attempt + 1,
  providerAccountId: target.account.providerAccountId,
  phase: 'intent',
  providerMessageId: undefined,
  providerReference: undefined,
  detail: undefined,
  startedAtMs: nowMs,
  endedAtMs: undefined,
  claim,
})

/** That nobody was called for the message, and anybody may take it. */
export const givenBack = ({ message, claim, isRepeat }: ClaimedCall, cause: GiveBackCause): Report => ({
  _tag: 'GivenBack',
  messageId: message.messageId,
  attempt: message.attempt,
  claim,
  isRepeat,
  cause,
})
