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
import type { ProviderReason } from '../../../providers/domain/calls/provider-reason.js'
import type { BillingStatus, FailureCode, MessageState } from '../../../kernel/messages/message-state.js'

/** The price of a message, fixed when it was accepted. */
export interface Charge {
  readonly amountMinor: number
  readonly currency: string
  readonly priceVersionId: PriceVersionId
  readonly chargeOn: ChargeOn
}

/** The fields of a request that a message doesn't store, or stores in another form. */
type OtherwiseStored = 'projectId' | 'appId' | 'templateId' | 'recipient' | 'codeVariable'

/** An accepted message. It has every field of its request except those that are stored in another form. */
export interface Message extends Omit<AddressedRequest, OtherwiseStored> {
  readonly messageId: MessageId
  readonly organizationId: OrganizationId
  readonly appId: AppId
  /** The app's environment: its account pays for the message. */
  readonly environment: Environment
  readonly lane: Lane
  /** The recipient in the normalized form of its channel. */
  readonly to: string
  /**
   * The main part of the sender that acceptance chose (docs/api/senders#senders); undefined in messages from
   * before it was recorded.
   */
  readonly sender: string | undefined
  readonly templateId: TemplateId
  readonly templateVersionId: TemplateVersionId
  /** BCP 47 tag of the text's language; undefined if its template had only one (docs/api/templates#languages). */
  readonly language: string | undefined
  /**
   * Values that must not be readable in storage (an OTP), encrypted as a JSON object of variables. They are
   * erased when a provider took the message or it ended. `variables` has asterisks in their place.
   */
  readonly sealedVariables: string | undefined
  readonly units: number
  readonly charge: Charge
  readonly billing: BillingStatus
  readonly state: MessageState
  readonly failureCode: FailureCode | undefined
  /** The provider's own code and words for the failure, if it gave any. */
  readonly providerReason: ProviderReason | undefined
  /**
   * The number of times that a provider was about to be called; also the fencing token of the current call.
   */
  readonly attempt: number
  /**
   * The number of these attempts in which no call was made (no slot at the account, no key available). They
   * don't count.
   */
  readonly uncalled: number
  /** The end of the caller's lease on the current call; 0 if there is none. */
  readonly leaseUntilMs: EpochMs
  readonly acceptedAtMs: EpochMs
  readonly updatedAtMs: EpochMs
  /** No provider is called after this time. */
  readonly expiresAtMs: EpochMs
  readonly trace: TraceContext
}

/** What acceptance decides about a message, in addition to its request. */
export type AcceptedTerms = Pick<
  Message,
  | 'messageId'
  | 'organizationId'
  | 'appId'
  | 'environment'
  | 'lane'
  | 'sender'
  | 'templateId'
  | 'templateVersionId'
  | 'language'
  | 'sealedVariables'
  | 'units'
  | 'charge'
  | 'expiresAtMs'
  | 'trace'
>

/**
 * A message that was just accepted. This is the one place that copies the fields of its request, in a literal:
 * every message then has the same shape for V8.
 */
export const newMessage = (request: AddressedRequest, terms: AcceptedTerms, nowMs: EpochMs): Message => ({
  messageId: terms.messageId,
  organizationId: terms.organizationId,
  appId: terms.appId,
  environment: terms.environment,
  channel: request.channel,
  lane: terms.lane,
  to: request.recipient.to,
  recipientName: request.recipientName,
  sender: terms.sender,
  templateId: terms.templateId,
  templateVersionId: terms.templateVersionId,
  language: terms.language,
  variables: request.variables,
  sealedVariables: terms.sealedVariables,
  clientReference: request.clientReference,
  units: terms.units,
  charge: terms.charge,
  billing: 'provisional',
  state: 'ACCEPTED',
  failureCode: undefined,
  providerReason: undefined,
  attempt: 0,
  uncalled: 0,
  leaseUntilMs: 0,
  acceptedAtMs: nowMs,
  updatedAtMs: nowMs,
  expiresAtMs: terms.expiresAtMs,
  trace: terms.trace,
})

/** The fields of a message that its sender can see (docs/api/sending#message-projection), and its owner. */
export const SHOWN_FIELDS = [
  'messageId',
  'organizationId',
  'appId',
  'channel',
  'clientReference',
  'sender',
  'language',
  'charge',
  'billing',
  'state',
  'failureCode',
  'providerReason',
  'acceptedAtMs',
  'updatedAtMs',
] as const satisfies ReadonlyArray<keyof Message>

/** A message without its content, as its sender sees it. */
export type ShownMessage = Pick<Message, (typeof SHOWN_FIELDS)[number]>

/** Copies the fields of a message that its sender can see. The literal gives all copies one shape for V8. */
export const shownMessage = (message: ShownMessage): ShownMessage => ({
  messageId: message.messageId,
  organizationId: message.organizationId,
  appId: message.appId,
  channel: message.channel,
  clientReference: message.clientReference,
  sender: message.sender,
  language: message.language,
  charge: message.charge,
  billing: message.billing,
  state: message.state,
  failureCode: message.failureCode,
  providerReason: message.providerReason,
  acceptedAtMs: message.acceptedAtMs,
  updatedAtMs: message.updatedAtMs,
})
