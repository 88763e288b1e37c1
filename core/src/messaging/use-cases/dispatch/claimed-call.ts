import type { Sender } from '../../../channels/channels.js'
import type { Attempt } from '../../../providers/domain/calls/attempt.js'
import type { ClaimToken } from '../../../providers/domain/calls/claim.js'
import type { GiveBackCause, Report } from '../../domain/dispatch/report.js'
import type { Message } from '../../domain/messages/message.js'
import type { ChannelConfiguration, ProviderAccount } from '../../../tenancy/domain/service-configuration.js'
import type { CompiledTemplate } from '../../../templates/domain/compiled-template.js'
import type { KeyId } from '../../../kernel/ids/key-id.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import { GRACE_MS, LEASE_MARGIN_MS } from '../../../providers/use-cases/calls/query-status.js'
import type { CallTarget } from '../../../providers/use-cases/calls/call-capacity.js'

/** A claimed message, with everything needed to send it. */
export interface ClaimedCall {
  /** The message as it was when it was claimed. */
  readonly message: Message
  readonly claim: ClaimToken
  /** Whether an earlier call has an unknown outcome and this call repeats it at the same provider. */
  readonly isRepeat: boolean
  readonly leaseUntilMs: EpochMs
  readonly target: CallTarget
  readonly configuration: ChannelConfiguration
  readonly sender: Sender
  readonly template: CompiledTemplate
  /** The key that the installation names for sealing, as far as the catalog knows it. */
  readonly sealingKey: KeyId | undefined
  /** The number of accounts that can take it. */
  readonly accounts: number
}

/** The end of a new lease: it is long enough for the call, and some time in the queue before it. */
export const leaseUntilMs = ({ timeoutMs }: ProviderAccount, nowMs: EpochMs): EpochMs =>
  nowMs + timeoutMs + LEASE_MARGIN_MS

/**
 * From this time on the call may not be started, because another dispatcher could claim the message during
 * the call.
 */
export const leaseEndMs = ({ target, leaseUntilMs: untilMs }: ClaimedCall): EpochMs =>
  untilMs - target.account.timeoutMs - GRACE_MS

/** The latest time at which waiting for the call is still useful. */
export const waitUntilMs = (call: ClaimedCall): EpochMs =>
  Math.min(leaseEndMs(call), call.message.expiresAtMs)

/** The attempt to write before the call. */
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

/** The report that no call was made for the message, and any dispatcher can claim it. */
export const givenBack = ({ message, claim, isRepeat }: ClaimedCall, cause: GiveBackCause): Report => ({
  _tag: 'GivenBack',
  messageId: message.messageId,
  attempt: message.attempt,
  claim,
  isRepeat,
  cause,
})
