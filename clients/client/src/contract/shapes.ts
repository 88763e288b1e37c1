// Written by `npm run fix` from contracts/openapi.json.

/** Where the message stands; a client must accept new ones. At present: ACCEPTED, SUBMITTED, UNCONFIRMED, DELIVERED, READ, UNDELIVERED, FAILED, EXPIRED, CANCELLED. */
export type MessageState =
  | 'ACCEPTED'
  | 'SUBMITTED'
  | 'UNCONFIRMED'
  | 'DELIVERED'
  | 'READ'
  | 'UNDELIVERED'
  | 'FAILED'
  | 'EXPIRED'
  | 'CANCELLED'
  | (string & {})

/** Why it did not arrive; a client must accept new ones. At present: provider_rejected, attempts_exhausted, validity_expired, outcome_unknown, recipient_unreachable, recipient_invalid, recipient_blocked, dlt_scrubbed, template_rejected, cancelled. */
export type FailureCode =
  | 'provider_rejected'
  | 'attempts_exhausted'
  | 'validity_expired'
  | 'outcome_unknown'
  | 'recipient_unreachable'
  | 'recipient_invalid'
  | 'recipient_blocked'
  | 'dlt_scrubbed'
  | 'template_rejected'
  | 'cancelled'
  | (string & {})

/** Names what went wrong; each code has one status. A client must accept new ones. */
export type ErrorCode =
  | 'invalid_json'
  | 'invalid_request'
  | 'template_unavailable'
  | 'otp_verification_failed'
  | 'unauthenticated'
  | 'invalid_credentials'
  | 'second_factor_required'
  | 'action_not_granted'
  | 'channel_not_granted'
  | 'scope_mismatch'
  | 'channel_not_active'
  | 'organization_suspended'
  | 'sender_unavailable'
  | 'price_unavailable'
  | 'insufficient_balance'
  | 'budget_exceeded'
  | 'destination_not_allowed'
  | 'operation_not_allowed'
  | 'permission_denied'
  | 'approval_required'
  | 'not_found'
  | 'route_not_found'
  | 'method_not_allowed'
  | 'idempotency_conflict'
  | 'conflict'
  | 'payload_too_large'
  | 'unsupported_media_type'
  | 'too_many_requests'
  | 'internal_error'
  | 'provider_unavailable'
  | 'service_unavailable'
  | (string & {})

/** A message of a batch that was accepted. */
export interface AcceptedBatchItem {
  /** Counts the expanded messages. */
  readonly index: number
  readonly channel: 'sms' | 'whatsapp' | 'email' | (string & {})
  /** Accepted now, or by an earlier call under the same key. */
  readonly status: 'accepted' | 'replayed'
  /** Identifies the message. */
  readonly messageId: string
  /** Always the state at acceptance. */
  readonly state: 'ACCEPTED'
  /** When the message was accepted. */
  readonly acceptedAt: string
  /** What the message is expected to cost. */
  readonly estimatedCharge: {
    /** Integer minor units, reserved from the balance. */
    readonly amountMinor: number
    /** ISO 4217 code. */
    readonly currency: string
    /** Billing becomes final later. */
    readonly status: 'provisional'
    /** The price that was applied. */
    readonly priceVersionId: string
  }
}

/** The durable acceptance of a message. */
export interface AcceptedMessage {
  /** Identifies the message. */
  readonly messageId: string
  /** Always the state at acceptance, also in a replay. */
  readonly state: 'ACCEPTED'
  /** When the message was accepted. */
  readonly acceptedAt: string
  /** What the message is expected to cost. */
  readonly estimatedCharge: {
    /** Integer minor units, reserved from the balance. */
    readonly amountMinor: number
    /** ISO 4217 code. */
    readonly currency: string
    /** Billing becomes final later. */
    readonly status: 'provisional'
    /** The price that was applied. */
    readonly priceVersionId: string
  }
  /** Correlates the request with logs and support; equals the X-Request-Id header. */
  readonly requestId: string
}

/** The effective scope of a server credential. */
export interface AuthCheck {
  /** The tenant. */
  readonly organizationId: string
  /** The brand. */
  readonly brandId: string
  /** The project that sends name. */
  readonly projectId: string
  /** The Registered App that sends name. */
  readonly appId: string
  readonly environment: 'test' | 'production'
  /** What it may do, of: messages.send, messages.read, billing.read, usage.read. */
  readonly actions: readonly string[]
  /** Where it may send, of: sms, whatsapp, email. */
  readonly channels: readonly string[]
  /** Identifies the credential. */
  readonly credentialId: string
  /** As its creator named it. */
  readonly label: string
  /** From then on it is refused. */
  readonly expiresAt: string
  /** Correlates the request with logs and support; equals the X-Request-Id header. */
  readonly requestId: string
}

/** The money of the Organization in one currency. */
export interface Balance {
  /** The billing owner. */
  readonly organizationId: string
  /** ISO 4217 code. */
  readonly currency: string
  /** postedMinor minus reservedMinor: what may still be spent. */
  readonly availableMinor: number
  /** Held by messages that are not final. */
  readonly reservedMinor: number
  /** Credits and adjustments minus settlements. */
  readonly postedMinor: number
  /** When these figures were read. */
  readonly asOf: string
  /** Grows with every ledger event; 0 without an account. */
  readonly projectionVersion: number
  /** Whether the figures were last found equal to the ledger. */
  readonly reconciliationStatus: 'reconciled' | 'pending' | 'drift'
  /** Correlates the request with logs and support; equals the X-Request-Id header. */
  readonly requestId: string
}

/** What became of one message of a batch, by its `status`. */
export type BatchItemResult = AcceptedBatchItem | RejectedBatchItem

/** What became of the messages of a batch. */
export interface BatchAnswer {
  /** Correlates the request with logs and support; equals the X-Request-Id header. */
  readonly requestId: string
  /** Messages accepted now. */
  readonly accepted: number
  /** Messages that an earlier call under the same key had accepted. */
  readonly replayed: number
  /** Messages that were refused. */
  readonly rejected: number
  /** In the order of expansion. */
  readonly items: readonly BatchItemResult[]
}

/** A budget as it would stand. */
export interface BudgetAfter {
  /** The budget with the least left. */
  readonly budgetId: string
  readonly period: 'day' | 'month'
  /** When its period ends. */
  readonly periodEnd: string
  /** ISO 4217 code. */
  readonly currency: string
  /** What it allows in a period. */
  readonly limitMinor: number
  /** What would have been used. */
  readonly usedMinor: number
  /** What would be left; negative where an alerting budget is exceeded. */
  readonly remainingMinor: number
}

/** What a send would come to. */
export interface DryRun {
  /** Always true. */
  readonly dryRun: true
  /** What the real call would have been answered. */
  readonly verdict: 'acceptable' | 'refused'
  /** The text, every value masked. */
  readonly rendered: string | null
  /** Units that are charged. */
  readonly segments: number | null
  readonly encoding: 'gsm7' | 'ucs2' | 'utf-8' | null
  /** What the message is expected to cost. */
  readonly estimatedCharge: {
    /** Integer minor units, reserved from the balance. */
    readonly amountMinor: number
    /** ISO 4217 code. */
    readonly currency: string
    /** Billing becomes final later. */
    readonly status: 'provisional'
    /** The price that was applied. */
    readonly priceVersionId: string
  } | null
  /** What would be available afterwards. */
  readonly availableAfterMinor: number | null
  /** Correlates the request with logs and support; equals the X-Request-Id header. */
  readonly requestId: string
  readonly error?: ItemError
  readonly budgetAfter?: BudgetAfter
}

/** One field that breaks its rule. */
export interface FieldError {
  readonly location: 'body' | 'query' | 'header' | 'path'
  /** JSON Pointer within the location; for a header its name. */
  readonly field: string
  readonly code:
    | 'required'
    | 'unknown'
    | 'type'
    | 'format'
    | 'too_short'
    | 'too_long'
    | 'too_small'
    | 'too_large'
    | 'too_many'
    | 'too_few'
    | 'not_allowed'
    | 'mismatch'
    | (string & {})
  /** For a person to read. Never repeats what was sent. */
  readonly message: string
}

/** Why one thing among several was refused. */
export interface ItemError {
  /** Names what went wrong; see the codes of single requests. */
  readonly code: ErrorCode
  /** For a person to read; decide by `code`. */
  readonly message: string
  /** Whether the same may succeed later. */
  readonly retryable: boolean
  /** The broken fields; often none. */
  readonly fieldErrors: readonly FieldError[]
}

/** A message as it stands now. */
export interface Message {
  /** Identifies the message. */
  readonly messageId: string
  /** Where the message stands; a client must accept new ones. At present: ACCEPTED, SUBMITTED, UNCONFIRMED, DELIVERED, READ, UNDELIVERED, FAILED, EXPIRED, CANCELLED. */
  readonly state: MessageState
  /** The way it travels; a client must accept new ones. At present: sms, whatsapp, email. */
  readonly channel: 'sms' | 'whatsapp' | 'email' | (string & {})
  /** When the message was accepted. */
  readonly acceptedAt: string
  /** Where its money stands. */
  readonly billing: {
    /** Reserved, charged for good, or given back. */
    readonly status: 'provisional' | 'settled' | 'released'
    /** Integer minor units. */
    readonly amountMinor: number
    /** ISO 4217 code. */
    readonly currency: string
  }
  /** When the message last changed. */
  readonly updatedAt?: string
  /** The caller's own reference, given back with the message and searchable. */
  readonly clientReference?: string
  /** Why it did not arrive; a client must accept new ones. At present: provider_rejected, attempts_exhausted, validity_expired, outcome_unknown, recipient_unreachable, recipient_invalid, recipient_blocked, dlt_scrubbed, template_rejected, cancelled. */
  readonly failureCode?: FailureCode
}

/** The messages found. */
export interface MessageLookUp {
  /** What was accepted; empty when nothing was. */
  readonly messages: readonly Message[]
  /** Correlates the request with logs and support; equals the X-Request-Id header. */
  readonly requestId: string
}

/** A page of messages, newest first. */
export interface MessagePage {
  /** May be fewer than `limit`, even none, while there are more. */
  readonly messages: readonly Message[]
  /** Requests the next page; null on the last page. */
  readonly nextCursor: string | null
  /** Correlates the request with logs and support; equals the X-Request-Id header. */
  readonly requestId: string
}

/** One message to one recipient. */
export interface MessageRequest {
  /** The project of the credential. */
  readonly projectId: string
  /** The Registered App of the credential. */
  readonly appId: string
  /** The way the message travels. */
  readonly channel: 'sms' | 'whatsapp' | 'email'
  /** Exactly one recipient: an E.164 number with its leading + (SMS, WhatsApp) or an email address. */
  readonly to: string
  /** An approved template of the channel. */
  readonly templateId: string
  /** A value for each variable that the template declares, and for no other. */
  readonly variables: Readonly<Record<string, string>>
  /** The caller's own reference, given back with the message and searchable. */
  readonly clientReference?: string
  /** The display name of an email recipient; not allowed on other channels. */
  readonly recipientName?: string
}

/** The challenge to verify, and the message that carries its code. */
export interface OtpChallenge {
  /** Identifies the challenge. */
  readonly challengeId: string
  /** Identifies the message. */
  readonly messageId: string
}

/** A one-time passcode for one recipient; the code is drawn by the service. */
export interface OtpRequest {
  /** The way the code travels. */
  readonly channel: 'sms' | 'whatsapp'
  /** One E.164 number with its leading +. */
  readonly to: string
  /** An approved template of the channel. */
  readonly templateId: string
  /** The name of a variable that the template declares. */
  readonly otpVariable: string
  /** Digits of the code. */
  readonly otpLength?: number
  /** Seconds for which the code is good. */
  readonly ttlSeconds?: number
  /** A value for each variable that the template declares, and for no other. */
  readonly variables?: Readonly<Record<string, string>>
}

/** A code that is to be verified. */
export interface OtpVerification {
  /** The challenge, as POST /v1/otp answered it. */
  readonly challengeId: string
  /** The digits that the recipient typed. */
  readonly code: string
}

/** Whether requests should be sent here. */
export interface Readiness {
  readonly status: 'pass' | 'fail'
  readonly checks: readonly ReadinessCheck[]
  /** When this was answered. */
  readonly time: string
}

/** One thing that acceptance stands on; `warn` does not hinder it. */
export interface ReadinessCheck {
  readonly name: 'storage' | 'durability' | 'migrations' | 'outbox' | 'queue' | 'clock' | 'restore' | 'keys'
  readonly status: 'pass' | 'warn' | 'fail'
  /** When this was looked at. */
  readonly observedAt: string
}

/** A message of a batch that was refused. */
export interface RejectedBatchItem {
  /** Counts the expanded messages. */
  readonly index: number
  readonly channel: 'sms' | 'whatsapp' | 'email' | (string & {})
  readonly status: 'rejected'
  readonly error: ItemError
}

/** A message that the sandbox delivered to a recipient of the test environment. */
export interface TestMessage {
  /** Identifies the message. */
  readonly messageId: string
  /** The channel of the message. */
  readonly channel: string
  /** The recipient of the message. */
  readonly to: string
  /** The sender that the recipient sees. */
  readonly from: string
  /** The text as the recipient reads it; at most 16,384 characters of it are kept. */
  readonly text: string
  /** When the sandbox delivered the message. */
  readonly deliveredAt: string
  /** The subject of an email. */
  readonly subject?: string
  /** The one-time passcode that the text carries. */
  readonly otp?: string
}

/** A page of test messages, newest first. */
export interface TestMessagePage {
  readonly messages: readonly TestMessage[]
  /** Requests the next page; null on the last page. */
  readonly nextCursor: string | null
  /** Correlates the request with logs and support; equals the X-Request-Id header. */
  readonly requestId: string
}

/** One movement of money for one message. */
export interface UsageEntry {
  /** Identifies the ledger entry. */
  readonly entryId: string
  /** Integer minor units, never negative; `type` says which way it counts. */
  readonly amountMinor: number
  /** ISO 4217 code. */
  readonly currency: string
  /** Of a reservation: held, settled or released; of the others: posted. */
  readonly status: 'held' | 'settled' | 'released' | 'posted'
  /** When the entry was written. */
  readonly occurredAt: string
  readonly type: 'reservation' | 'settlement' | 'release'
  /** Identifies the message. */
  readonly messageId: string
  /** The reservation that this entry closes. */
  readonly relatedEntryId?: string
}

/** A page of the app's financial activity. */
export interface UsagePage {
  readonly entries: readonly UsageEntry[]
  /** Asks for the next page; null on the last. */
  readonly nextCursor: string | null
  /** Correlates the request with logs and support; equals the X-Request-Id header. */
  readonly requestId: string
}
