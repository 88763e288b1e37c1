import type { Channel } from '../../../channels/channels.js'
import type { Lane } from '../../../kernel/messages/lane.js'
import type {
  AppId,
  MessageId,
  OrganizationId,
  PriceVersionId,
  TemplateId,
  TemplateVersionId,
} from '../../../kernel/ids/id.js'
import type { ChargeOn } from '../../../ledger/domain/pricing/price-version.js'
import type { Environment } from '../../../tenancy/domain/records.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import type { TraceContext } from '../../../kernel/tracing/trace-context.js'
import type { BillingStatus, FailureCode, MessageState } from '../../../kernel/messages/message-state.js'

/** What a message costs, fixed when it was accepted. */
export interface Charge {
  readonly amountMinor: number
  readonly currency: string
  readonly priceVersionId: PriceVersionId
  readonly chargeOn: ChargeOn
}

/** An accepted message, whole. */
export interface Message {
  readonly messageId: MessageId
  readonly organizationId: OrganizationId
  readonly appId: AppId
  /** Its app's: the account of this environment pays for it. */
  readonly environment: Environment
  readonly channel: Channel
  readonly lane: Lane
  readonly to: string
  readonly recipientName: string | undefined
  readonly templateId: TemplateId
  readonly templateVersionId: TemplateVersionId
  readonly variables: Readonly<Record<string, string>>
  /**
   * The values that nobody may read in storage (an OTP), sealed as a JSON object of variables until a provider
   * took the message or it ended otherwise; `variables` has asterisks in their place.
   */
  readonly sealedVariables: string | undefined
  readonly clientReference: string | undefined
  readonly units: number
  readonly charge: Charge
  readonly billing: BillingStatus
  readonly state: MessageState
  readonly failureCode: FailureCode | undefined
  /** How many times a provider was about to be called; the fencing token of the call under way. */
  readonly attempt: number
  /** How many of these times nobody was called after all (no place at the account, no key at hand): they do not count. */
  readonly uncalled: number
  /** Until when the call under way is its caller's alone; 0 when none is under way. */
  readonly leaseUntilMs: EpochMs
  readonly acceptedAtMs: EpochMs
  readonly updatedAtMs: EpochMs
  /** After this moment no provider is asked any more. */
  readonly expiresAtMs: EpochMs
  readonly trace: TraceContext
}

/** What of a message its sender may see (docs/contract#message-projection), and whose it is: nothing of what it says. */
export type ShownMessage = Pick<
  Message,
  | 'messageId'
  | 'organizationId'
  | 'appId'
  | 'channel'
  | 'clientReference'
  | 'charge'
  | 'billing'
  | 'state'
  | 'failureCode'
  | 'acceptedAtMs'
  | 'updatedAtMs'
>

/** A message as its sender may see it. */
export const shownMessage = (message: ShownMessage): ShownMessage => ({
  messageId: message.messageId,
  organizationId: message.organizationId,
  appId: message.appId,
  channel: message.channel,
  clientReference: message.clientReference,
  charge: message.charge,
  billing: message.billing,
  state: message.state,
  failureCode: message.failureCode,
  acceptedAtMs: message.acceptedAtMs,
  updatedAtMs: message.updatedAtMs,
})
