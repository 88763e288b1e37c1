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
import type { AddressedRequest } from './send-request.js'
import type { BillingStatus, FailureCode, MessageState } from '../../../kernel/messages/message-state.js'

/** What a message costs, fixed when it was accepted. */
export interface Charge {
  readonly amountMinor: number
  readonly currency: string
  readonly priceVersionId: PriceVersionId
  readonly chargeOn: ChargeOn
}

/** The fields of a request that a message doesn't store, or stores in another form. */
type OtherwiseStored = 'projectId' | 'appId' | 'templateId' | 'recipient' | 'codeVariable'

/** An accepted message, with every field of its request but for those that are stored otherwise. */
export interface Message extends Omit<AddressedRequest, OtherwiseStored> {
  readonly messageId: MessageId
  readonly organizationId: OrganizationId
  readonly appId: AppId
  /** Its app's: the account of this environment pays for it. */
  readonly environment: Environment
  readonly lane: Lane
  /** The recipient as its channel reads it. */
  readonly to: string
  readonly templateId: TemplateId
  readonly templateVersionId: TemplateVersionId
  /**
   * The values that nobody may read in storage (an OTP), sealed as a JSON object of variables until a provider
   * took the message or it ended otherwise; `variables` has asterisks in their place.
   */
  readonly sealedVariables: string | undefined
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

/** The fields of a message that its sender may see (docs/contract#message-projection), and whose it is. */
export const SHOWN_FIELDS = [
  'messageId',
  'organizationId',
  'appId',
  'channel',
  'clientReference',
  'charge',
  'billing',
  'state',
  'failureCode',
  'acceptedAtMs',
  'updatedAtMs',
] as const satisfies ReadonlyArray<keyof Message>

/** A message without its content, as its sender may see it. */
export type ShownMessage = Pick<Message, (typeof SHOWN_FIELDS)[number]>

/** The fields of a message that its sender may see; each in a literal, so that all of them have one shape for V8. */
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
