// Written by `npm run fix` from contracts/openapi.json.

/** State of the message. `ACCEPTED`: stored; no provider has it yet. `SUBMITTED`: a provider has it. `UNCONFIRMED`: the outcome of a provider call is unknown. `DELIVERED`: it reached the handset or inbox. `READ`: the recipient has read it. `UNDELIVERED`: it didn't arrive. `FAILED`: rejected, all attempts used, or the outcome stayed unknown; then it may have arrived. `EXPIRED`: its validity ended before a provider accepted it. `CANCELLED`: stopped before a provider accepted it. Accept unknown values. */
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

/** Reason why the message did not arrive. Accept unknown values; the current ones are provider_rejected, attempts_exhausted, validity_expired, outcome_unknown, recipient_unreachable, recipient_invalid, recipient_blocked, recipient_limited, dlt_scrubbed, template_rejected, cancelled. */
export type FailureCode =
  | 'provider_rejected'
  | 'attempts_exhausted'
  | 'validity_expired'
  | 'outcome_unknown'
  | 'recipient_unreachable'
  | 'recipient_invalid'
  | 'recipient_blocked'
  | 'recipient_limited'
  | 'dlt_scrubbed'
  | 'template_rejected'
  | 'cancelled'
  | (string & {})

/** Error code. Each code always has the same HTTP status. New codes may be added, so accept unknown ones. */
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
  | 'events_expired'
  | 'payload_too_large'
  | 'unsupported_media_type'
  | 'too_many_requests'
  | 'internal_error'
  | 'provider_unavailable'
  | 'service_unavailable'
  | (string & {})

/** Type of the event. Accept unknown values. */
export type EventType =
  | 'message.accepted'
  | 'message.submitted'
  | 'message.unconfirmed'
  | 'message.delivered'
  | 'message.read'
  | 'message.failed'
  | 'message.canceled'
  | 'message.received'
  | 'consent.opted_out'
  | 'consent.opted_in'
  | 'otp.verified'
  | 'template.approved'
  | 'template.rejected'
  | 'template.paused'
  | 'balance.low'
  | 'budget.threshold_reached'
  | 'credential.expiring'
  | 'app.paused'
  | 'app.resumed'
  | 'webhook.test'
  | 'events.gap'
  | (string & {})

/** A message of a batch that was accepted. */
export interface AcceptedBatchItem {
  /** Position of the message in the expanded batch, starting at 0. */
  readonly index: number
  /** Channel of the message. */
  readonly channel: 'sms' | 'whatsapp' | 'email' | (string & {})
  /** `accepted`: by this call. `replayed`: by an earlier call with the same key. */
  readonly status: 'accepted' | 'replayed'
  /** ID of the message; starts with `msg_`. */
  readonly messageId: string
  /** Always `ACCEPTED`, the state at acceptance. */
  readonly state: 'ACCEPTED'
  /** Time at which Postrider accepted the message. */
  readonly acceptedAt: string
  /** Expected cost of the message. */
  readonly estimatedCharge: {
    /** Amount reserved from the balance, in minor units. */
    readonly amountMinor: number
    /** Currency code (ISO 4217); amounts are in its minor units. */
    readonly currency: string
    /** Always `provisional`: the charge becomes final later. */
    readonly status: 'provisional'
    /** ID of the price version that was applied. */
    readonly priceVersionId: string
  }
}

/** Confirmation that the message is stored durably and its cost reserved. */
export interface AcceptedMessage {
  /** ID of the message; starts with `msg_`. */
  readonly messageId: string
  /** Always `ACCEPTED`, also if the response is a replay. */
  readonly state: 'ACCEPTED'
  /** Time at which Postrider accepted the message. */
  readonly acceptedAt: string
  /** Expected cost of the message. */
  readonly estimatedCharge: {
    /** Amount reserved from the balance, in minor units. */
    readonly amountMinor: number
    /** Currency code (ISO 4217); amounts are in its minor units. */
    readonly currency: string
    /** Always `provisional`: the charge becomes final later. */
    readonly status: 'provisional'
    /** ID of the price version that was applied. */
    readonly priceVersionId: string
  }
  /** ID that correlates the request with logs and support. It equals the X-Request-Id header. */
  readonly requestId: string
}

/** The app that was stopped or resumed, and the side that decided it. */
export interface AppEventData {
  /** ID of the Registered App; starts with `app_`. */
  readonly appId: string
  /** Side that decided it: the Organization or support (`operator`). Accept unknown values. */
  readonly by: 'organization' | 'operator' | (string & {})
}

/** The effective scope of a server credential. */
export interface AuthCheck {
  /** ID of the Organization that the credential belongs to. */
  readonly organizationId: string
  /** ID of the Brand that the credential's Project belongs to. */
  readonly brandId: string
  /** The `projectId` to pass when sending with this credential. */
  readonly projectId: string
  /** The `appId` to pass when sending with this credential. */
  readonly appId: string
  /** Environment of the credential. In `test`, only the sandbox sends. */
  readonly environment: 'test' | 'production'
  /** Actions that the credential may perform, among messages.send, messages.read, billing.read, usage.read, events.read. */
  readonly actions: readonly string[]
  /** Channels that the credential may send on, among sms, whatsapp, email. Empty if it may only read. */
  readonly channels: readonly string[]
  /** ID of the credential that made the request. */
  readonly credentialId: string
  /** Label that the creator gave to the credential. */
  readonly label: string
  /** Time at which the credential expires; later requests with it get 401. */
  readonly expiresAt: string
  /** ID that correlates the request with logs and support. It equals the X-Request-Id header. */
  readonly requestId: string
}

/** Balance of the Organization in one currency. All amounts are in minor units of the currency. */
export interface Balance {
  /** ID of the Organization that pays. */
  readonly organizationId: string
  /** Currency code (ISO 4217); amounts are in its minor units. */
  readonly currency: string
  /** Balance that can still be spent, in minor units: `postedMinor` minus `reservedMinor`. */
  readonly availableMinor: number
  /** Amount reserved for messages that aren't final yet, in minor units. */
  readonly reservedMinor: number
  /** Credits and adjustments minus settlements, in minor units. */
  readonly postedMinor: number
  /** Time at which the amounts were read. */
  readonly asOf: string
  /** Version of the balance; increases with every ledger entry. 0 without an account. */
  readonly projectionVersion: number
  /** Result of the last comparison with the ledger: `reconciled` (equal), `pending` (not finished yet) or `drift` (different). */
  readonly reconciliationStatus: 'reconciled' | 'pending' | 'drift'
  /** ID that correlates the request with logs and support. It equals the X-Request-Id header. */
  readonly requestId: string
}

/** The balance that fell below its threshold. */
export interface BalanceEventData {
  /** Currency code (ISO 4217); amounts are in its minor units. */
  readonly currency: string
  /** Available balance in minor units. */
  readonly availableMinor: number
  /** Threshold of the alert in minor units. */
  readonly thresholdMinor: number
}

/** The result for one message of a batch; `status` determines its form. */
export type BatchItemResult = AcceptedBatchItem | RejectedBatchItem

/** The results for the messages of a batch. */
export interface BatchAnswer {
  /** ID that correlates the request with logs and support. It equals the X-Request-Id header. */
  readonly requestId: string
  /** Number of messages that this call accepted. */
  readonly accepted: number
  /** Number of messages that an earlier call with the same key had accepted. */
  readonly replayed: number
  /** Number of messages that were refused. */
  readonly rejected: number
  /** One result for each message, in the order of expansion. */
  readonly items: readonly BatchItemResult[]
}

/** The budget as it would be after the send. */
export interface BudgetAfter {
  /** ID of the budget that would have the least left. */
  readonly budgetId: string
  /** Period of the budget: a UTC day or month. */
  readonly period: 'day' | 'month'
  /** Time at which the current period ends. */
  readonly periodEnd: string
  /** Currency code (ISO 4217); amounts are in its minor units. */
  readonly currency: string
  /** Limit of the budget for one period, in minor units. */
  readonly limitMinor: number
  /** Amount of the budget that would be used after the send, in minor units. */
  readonly usedMinor: number
  /** Amount that would be left, in minor units. It is negative if an alert-only budget is exceeded. */
  readonly remainingMinor: number
}

/** The budget, and the percentage that it reached. */
export interface BudgetEventData {
  /** ID of the budget; starts with `bud_`. */
  readonly budgetId: string
  /** Percentage of the limit that was reached, one of `alertPercents` of the budget; 100 also if the budget refused a send. */
  readonly percent: number
  /** Amount reserved and settled for messages of the period, in minor units. */
  readonly usedMinor: number
  /** Limit of the budget in minor units. */
  readonly limitMinor: number
  /** Currency code (ISO 4217); amounts are in its minor units. */
  readonly currency: string
  /** Period of the budget. Accept unknown values; the current ones are day, month. */
  readonly period: 'day' | 'month' | (string & {})
  /** End of the period, when the use starts at 0 again. */
  readonly periodEnd: string
  /** Effect of the limit: `block` refuses sends, `alert` does not. Accept unknown values; the current ones are block, alert. */
  readonly action: 'block' | 'alert' | (string & {})
}

/** The suppression that was created or ended. */
export interface ConsentEventData {
  /** ID of the suppression; starts with `sup_`. */
  readonly suppressionId: string
  /** The recipient, masked. */
  readonly to: string
  /** Cause of the suppression: support (`operator`), an opt-out (`opt_out`), or a `complaint`. Accept unknown values. */
  readonly source:
    'operator' | 'opt_out' | 'bounce' | 'complaint' | 'blocked' | 'organization' | (string & {})
  /** Messages that it blocks. Accept unknown values; the current ones are all, except_otp, promotional. */
  readonly scope: 'all' | 'except_otp' | 'promotional' | (string & {})
  /** Time at which the suppression was created. */
  readonly createdAt: string
}

/** The server credential, without its secret. */
export interface CredentialEventData {
  /** ID of the server credential. */
  readonly credentialId: string
  /** Label of the server credential. */
  readonly label: string
  /** Time at which it expires. */
  readonly expiresAt: string
}

/** The expected result of a send, without sending anything. */
export interface DryRun {
  /** Always `true`, to distinguish a dry run from an acceptance. */
  readonly dryRun: true
  /** Whether the real request would be accepted or refused. */
  readonly verdict: 'acceptable' | 'refused'
  /** Rendered text with every variable value masked; null if it can't be rendered. */
  readonly rendered: string | null
  /** SMS: number of segments, which are the units that are charged. On other channels a message is one unit. */
  readonly segments: number | null
  readonly encoding: 'gsm7' | 'ucs2' | 'utf-8' | null
  /** Expected cost of the message. */
  readonly estimatedCharge: {
    /** Amount reserved from the balance, in minor units. */
    readonly amountMinor: number
    /** Currency code (ISO 4217); amounts are in its minor units. */
    readonly currency: string
    /** Always `provisional`: the charge becomes final later. */
    readonly status: 'provisional'
    /** ID of the price version that was applied. */
    readonly priceVersionId: string
  } | null
  /** Balance that would be available after the send, in minor units. */
  readonly availableAfterMinor: number | null
  /** ID that correlates the request with logs and support. It equals the X-Request-Id header. */
  readonly requestId: string
  readonly error?: ItemError
  readonly budgetAfter?: BudgetAfter
  /** Language of the text, if its template has several. */
  readonly language?: string
}

/** Something that happened in an app. It has no message text, code or recipient. */
export interface EventOf<Type, Data> {
  /** ID of the event; the same each time the event is delivered. */
  readonly id: string
  /** Type of the event. Accept unknown values. */
  readonly type: Type
  /** Number of the event among the app's events. Starts at 1 and has no gaps. */
  readonly sequence: number
  /** Time at which it happened. */
  readonly occurredAt: string
  /** ID of the Organization; starts with `org_`. */
  readonly organizationId: string
  /** ID of the Registered App; starts with `app_`. */
  readonly appId: string
  /** The app's environment. */
  readonly environment: 'test' | 'production'
  /** Details of the event. For the state of a message, the fields of `GET /v1/messages/{messageId}` after the change. */
  readonly data: Data
}

/** An event. Its `type` determines its `data`. The last kind is every type that is newer than this client, with any text as `type`. */
export type Event =
  | EventOf<
      | 'message.accepted'
      | 'message.submitted'
      | 'message.unconfirmed'
      | 'message.delivered'
      | 'message.read'
      | 'message.failed'
      | 'message.canceled',
      MessageEventData
    >
  | EventOf<'message.received', ReceivedEventData>
  | EventOf<'consent.opted_out' | 'consent.opted_in', ConsentEventData>
  | EventOf<'otp.verified', OtpEventData>
  | EventOf<'template.approved' | 'template.rejected' | 'template.paused', TemplateEventData>
  | EventOf<'balance.low', BalanceEventData>
  | EventOf<'budget.threshold_reached', BudgetEventData>
  | EventOf<'credential.expiring', CredentialEventData>
  | EventOf<'app.paused' | 'app.resumed', AppEventData>
  | EventOf<'webhook.test', TestEventData>
  | EventOf<'events.gap', GapEventData>
  | EventOf<`${string} (unknown)`, Readonly<Record<string, unknown>>>

/** A page of events. */
export interface EventPage {
  /** The events, in the order of their sequence. */
  readonly events: readonly Event[]
  /** Value of `after` for the next request. */
  readonly nextSequence: number
  /** Sequence of the app's newest event; 0 if there is none. */
  readonly latestSequence: number
  /** ID that correlates the request with logs and support. It equals the X-Request-Id header. */
  readonly requestId: string
}

/** An invalid field, with the rule that it breaks. */
export interface FieldError {
  /** Part of the request with the invalid field. */
  readonly location: 'body' | 'query' | 'header' | 'path'
  /** The invalid field: a JSON Pointer within `location`, or the name of a header. */
  readonly field: string
  /** Code of the broken rule. New codes may be added, so accept unknown ones. - `required`: A required field, header or parameter is missing. - `unknown`: The request has a field or parameter that the operation doesn’t have. - `type`: The value has the wrong JSON type. - `format`: The value has the right type, but not the required form. - `too_short`: The text has fewer characters than the field requires. - `too_long`: The text has more characters than the field or the variable allows. - `too_small`: The number or time is below the minimum. - `too_large`: The number or time is above the maximum. - `too_many`: The list or object has more entries than the field allows. - `too_few`: The list has fewer entries than the field requires. - `not_allowed`: The value isn’t one that the field accepts, or the field isn’t allowed here. - `mismatch`: The value contradicts another field, or a record that the request names. */
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
  /** Explanation for people. It never repeats the value that was sent. */
  readonly message: string
}

/** The skipped sequences. */
export interface GapEventData {
  /** First sequence that was skipped. */
  readonly fromSequence: number
  /** Last sequence that was skipped. */
  readonly toSequence: number
}

/** Why one message or record among several was refused. */
export interface ItemError {
  /** Error code, as for a single request. */
  readonly code: ErrorCode
  /** Explanation for people, which may change. Programs use `code`. */
  readonly message: string
  /** `true` if repeating this message or record may succeed later. */
  readonly retryable: boolean
  /** The invalid fields of this message or record; empty if the cause is something else. */
  readonly fieldErrors: readonly FieldError[]
}

/** A message in its current state. */
export interface Message {
  /** ID of the message; starts with `msg_`. */
  readonly messageId: string
  /** State of the message. `ACCEPTED`: stored; no provider has it yet. `SUBMITTED`: a provider has it. `UNCONFIRMED`: the outcome of a provider call is unknown. `DELIVERED`: it reached the handset or inbox. `READ`: the recipient has read it. `UNDELIVERED`: it didn't arrive. `FAILED`: rejected, all attempts used, or the outcome stayed unknown; then it may have arrived. `EXPIRED`: its validity ended before a provider accepted it. `CANCELLED`: stopped before a provider accepted it. Accept unknown values. */
  readonly state: MessageState
  /** Channel of the message. Accept unknown values; the current ones are sms, whatsapp, email. */
  readonly channel: 'sms' | 'whatsapp' | 'email' | (string & {})
  /** Time at which Postrider accepted the message. */
  readonly acceptedAt: string
  /** Charge for the message and its status. */
  readonly billing: {
    /** `provisional`: reserved. `settled`: charged. `released`: returned. */
    readonly status: 'provisional' | 'settled' | 'released'
    /** Amount in minor units. */
    readonly amountMinor: number
    /** Currency code (ISO 4217); amounts are in its minor units. */
    readonly currency: string
  }
  /** Time of the last change of the message. */
  readonly updatedAt?: string
  /** The caller's own reference. It is returned with the message, and messages can be found by it. Default: none. */
  readonly clientReference?: string
  /** Sender that the recipient sees: sender ID, phone number ID or address. */
  readonly sender?: string
  /** Language of the text, if its template has several. */
  readonly language?: string
  /** Reason why the message did not arrive. Accept unknown values; the current ones are provider_rejected, attempts_exhausted, validity_expired, outcome_unknown, recipient_unreachable, recipient_invalid, recipient_blocked, recipient_limited, dlt_scrubbed, template_rejected, cancelled. */
  readonly failureCode?: FailureCode
  /** The provider's reason for its last refusal; absent if it gave none. */
  readonly failure?: {
    /** The provider's code for the failure, as its documentation writes it. */
    readonly providerCode: string
    /** The provider's text, without addresses and long numbers. */
    readonly providerText?: string
  }
}

/** The message as it was after the event. Of a message that was deleted since, only `messageId`, `state`, `channel` and `failureCode` remain. */
export interface MessageEventData {
  /** ID of the message; starts with `msg_`. */
  readonly messageId: string
  /** State of the message. `ACCEPTED`: stored; no provider has it yet. `SUBMITTED`: a provider has it. `UNCONFIRMED`: the outcome of a provider call is unknown. `DELIVERED`: it reached the handset or inbox. `READ`: the recipient has read it. `UNDELIVERED`: it didn't arrive. `FAILED`: rejected, all attempts used, or the outcome stayed unknown; then it may have arrived. `EXPIRED`: its validity ended before a provider accepted it. `CANCELLED`: stopped before a provider accepted it. Accept unknown values. */
  readonly state: MessageState
  /** Channel of the message. Accept unknown values; the current ones are sms, whatsapp, email. */
  readonly channel: 'sms' | 'whatsapp' | 'email' | (string & {})
  /** Time at which Postrider accepted the message. */
  readonly acceptedAt?: string
  /** Charge for the message and its status. */
  readonly billing?: {
    /** `provisional`: reserved. `settled`: charged. `released`: returned. */
    readonly status: 'provisional' | 'settled' | 'released'
    /** Amount in minor units. */
    readonly amountMinor: number
    /** Currency code (ISO 4217); amounts are in its minor units. */
    readonly currency: string
  }
  /** Time of the last change of the message. */
  readonly updatedAt?: string
  /** The caller's own reference. It is returned with the message, and messages can be found by it. Default: none. */
  readonly clientReference?: string
  /** Sender that the recipient sees: sender ID, phone number ID or address. */
  readonly sender?: string
  /** Language of the text, if its template has several. */
  readonly language?: string
  /** Reason why the message did not arrive. Accept unknown values; the current ones are provider_rejected, attempts_exhausted, validity_expired, outcome_unknown, recipient_unreachable, recipient_invalid, recipient_blocked, recipient_limited, dlt_scrubbed, template_rejected, cancelled. */
  readonly failureCode?: FailureCode
  /** The provider's reason for its last refusal; absent if it gave none. */
  readonly failure?: {
    /** The provider's code for the failure, as its documentation writes it. */
    readonly providerCode: string
    /** The provider's text, without addresses and long numbers. */
    readonly providerText?: string
  }
  /** The recipient. Only at webhook endpoints with `includeRecipient`. */
  readonly to?: string
}

/** The messages found. */
export interface MessageLookUp {
  /** The messages that were accepted under this key or reference; empty if there are none. */
  readonly messages: readonly Message[]
  /** ID that correlates the request with logs and support. It equals the X-Request-Id header. */
  readonly requestId: string
}

/** A page of messages, newest first. */
export interface MessagePage {
  /** The messages. There may be fewer than `limit`, even none, while `nextCursor` isn't null. */
  readonly messages: readonly Message[]
  /** Cursor of the next page; null on the last page. */
  readonly nextCursor: string | null
  /** ID that correlates the request with logs and support. It equals the X-Request-Id header. */
  readonly requestId: string
}

/** One message to one recipient. */
export interface MessageRequest {
  /** ID of the Project that the credential belongs to. */
  readonly projectId: string
  /** ID of the Registered App that the credential belongs to. */
  readonly appId: string
  /** Channel to send on. */
  readonly channel: 'sms' | 'whatsapp' | 'email'
  /** Exactly one recipient: an E.164 number with its leading + (SMS, WhatsApp) or an email address. */
  readonly to: string
  /** ID of an approved template of the channel. */
  readonly templateId: string
  /** A value for each variable that the template declares, and for no other. */
  readonly variables: Readonly<Record<string, string>>
  /** The caller's own reference. It is returned with the message, and messages can be found by it. Default: none. */
  readonly clientReference?: string
  /** Display name of an email recipient; not allowed on other channels. Default: none. */
  readonly recipientName?: string
}

/** The challenge to verify, and the message that carries its code. */
export interface OtpChallenge {
  /** ID of the OTP challenge; starts with `otp_`. */
  readonly challengeId: string
  /** ID of the message; starts with `msg_`. */
  readonly messageId: string
}

/** The OTP challenge that was solved. */
export interface OtpEventData {
  /** ID of the OTP challenge; starts with `otp_`. */
  readonly challengeId: string
  /** ID of the message; starts with `msg_`. */
  readonly messageId: string
  /** Channel of the message. Accept unknown values; the current ones are sms, whatsapp, email. */
  readonly channel: 'sms' | 'whatsapp' | 'email' | (string & {})
  /** Time at which the passcode was verified. */
  readonly verifiedAt: string
}

/** Sends a one-time passcode to one recipient. Postrider generates the code. */
export interface OtpRequest {
  /** Channel to send the code on. */
  readonly channel: 'sms' | 'whatsapp'
  /** One recipient: a phone number in E.164 format with its leading `+`. */
  readonly to: string
  /** ID of an approved OTP template of the channel. */
  readonly templateId: string
  /** Name of a variable that the template declares. */
  readonly otpVariable: string
  /** Number of digits of the code. */
  readonly otpLength?: number
  /** Seconds until the code expires. */
  readonly ttlSeconds?: number
  /** A value for each variable that the template declares, and for no other. */
  readonly variables?: Readonly<Record<string, string>>
}

/** A code to verify. */
export interface OtpVerification {
  /** ID of the challenge, as POST /v1/otp returned it. */
  readonly challengeId: string
  /** The 4 to 10 digits that the recipient typed. Spaces, line breaks and dashes are ignored, and digits of any script are accepted. */
  readonly code: string
}

/** Whether the process is ready for requests. */
export interface Readiness {
  /** `pass` if no check fails, otherwise `fail`. */
  readonly status: 'pass' | 'fail'
  /** The result of each check. */
  readonly checks: readonly ReadinessCheck[]
  /** Time of the response. */
  readonly time: string
}

/** One condition for accepting messages. `warn` doesn't make the process unready. */
export interface ReadinessCheck {
  /** Name of the check. */
  readonly name: 'storage' | 'durability' | 'migrations' | 'outbox' | 'queue' | 'clock' | 'restore' | 'keys'
  /** `pass` and `warn`: requests can be accepted. `fail`: they can't. */
  readonly status: 'pass' | 'warn' | 'fail'
  /** Time of the check. */
  readonly observedAt: string
}

/** The inbound message, without its text and its author. */
export interface ReceivedEventData {
  /** ID of the inbound message. */
  readonly inboundId: string
  /** Sender of yours that the person wrote to. */
  readonly to: string
  /** Time at which Postrider received it. */
  readonly receivedAt: string
  /** Time at which the person wrote it, if the provider reports it. */
  readonly writtenAt?: string
  /** Request of the person, if the text is a keyword such as STOP. Accept unknown values; the current ones are stop, start. */
  readonly wants?: 'stop' | 'start' | (string & {})
  /** Messages that the keyword is about. Accept unknown values; the current ones are all, except_otp, promotional. */
  readonly scope?: 'all' | 'except_otp' | 'promotional' | (string & {})
}

/** A message of a batch that was refused. */
export interface RejectedBatchItem {
  /** Position of the message in the expanded batch, starting at 0. */
  readonly index: number
  /** Channel of the message. */
  readonly channel: 'sms' | 'whatsapp' | 'email' | (string & {})
  /** Always `rejected`: the message was refused. */
  readonly status: 'rejected'
  readonly error: ItemError
}

/** The version of the template, and its new state. */
export interface TemplateEventData {
  /** ID of the template. */
  readonly templateId: string
  /** Number of the version. */
  readonly version: number
  /** State of the version. Accept unknown values; the current ones are approved, rejected, paused. */
  readonly state: 'approved' | 'rejected' | 'paused' | (string & {})
  /** Channel of the template. Accept unknown values; the current ones are sms, whatsapp, email. */
  readonly channel: 'sms' | 'whatsapp' | 'email' | (string & {})
  /** Reason for a rejection or pause. */
  readonly reasonCode?: string
}

/** The webhook endpoint that is tested. */
export interface TestEventData {
  /** ID of the endpoint; starts with `whe_`. */
  readonly endpointId: string
}

/** A message that the sandbox delivered in the test environment. */
export interface TestMessage {
  /** ID of the message; starts with `msg_`. */
  readonly messageId: string
  /** Channel of the message. */
  readonly channel: string
  /** Recipient of the message. */
  readonly to: string
  /** Sender that the recipient sees. */
  readonly from: string
  /** Text as the recipient reads it, up to 16,384 characters. */
  readonly text: string
  /** Time at which the sandbox delivered the message. */
  readonly deliveredAt: string
  /** Subject line of an email. */
  readonly subject?: string
  /** The one-time passcode in the text. */
  readonly otp?: string
}

/** A page of test messages, newest first. */
export interface TestMessagePage {
  /** The test messages on this page. */
  readonly messages: readonly TestMessage[]
  /** Cursor of the next page; null on the last page. */
  readonly nextCursor: string | null
  /** ID that correlates the request with logs and support. It equals the X-Request-Id header. */
  readonly requestId: string
}

/** One change of the balance for one message. */
export interface UsageEntry {
  /** ID of the ledger entry; starts with `ent_`. */
  readonly entryId: string
  /** Amount in minor units, never negative. `type` determines whether it adds or subtracts. */
  readonly amountMinor: number
  /** Currency code (ISO 4217); amounts are in its minor units. */
  readonly currency: string
  /** A reservation is `held`, `settled` or `released`; every other entry is `posted`. */
  readonly status: 'held' | 'settled' | 'released' | 'posted'
  /** Time at which the entry was written. */
  readonly occurredAt: string
  /** `reservation` reserves the cost of a message, `settlement` charges it, and `release` returns it. */
  readonly type: 'reservation' | 'settlement' | 'release'
  /** ID of the message; starts with `msg_`. */
  readonly messageId: string
  /** ID of the reservation that this entry closes. */
  readonly relatedEntryId?: string
}

/** A page of the app's financial activity. */
export interface UsagePage {
  /** The ledger entries on this page. */
  readonly entries: readonly UsageEntry[]
  /** Cursor of the next page; null on the last page. */
  readonly nextCursor: string | null
  /** ID that correlates the request with logs and support. It equals the X-Request-Id header. */
  readonly requestId: string
}
