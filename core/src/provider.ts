/**
 * Everything needed to write a provider adapter: `ProviderAdapter` defines how its accounts are configured
 * and opened, `Provider` how messages are submitted, and `SubmitOutcome` the result. Its exports follow
 * semantic versioning (docs/embedding#stable-interfaces).
 */
export { E, pipe, TE } from './fp.js'
export { CHANNEL_NAMES } from './channels/channels.js'
export type { Channel, Registration, RenderedContent, Sender } from './channels/channels.js'
export { mainPartOf, readingOf } from './channels/own-records.js'
export { defaulted } from './kernel/codecs/defaulted.js'
export { flag } from './kernel/codecs/flag.js'
export { integer } from './kernel/codecs/integer.js'
export { literalUnion } from './kernel/codecs/literal-union.js'
export { closed } from './kernel/codecs/shape.js'
export { text } from './kernel/codecs/text.js'
export type { AccountHealth, HealthStatus } from './providers/domain/calls/account-health.js'
export type {
  NotAttempted,
  OutcomeUnknown,
  PermanentFailure,
  TransientFailure,
  RejectedByRoute,
  SubmitOutcome,
  Accepted,
} from './providers/domain/calls/outcome.js'
export { cutJson, cutValue, type WireLine } from './providers/domain/calls/wire-line.js'
export type { MessageId, ProviderAccountId } from './kernel/ids/id.js'
export type { InboundMessage, ConsentChange } from './providers/domain/inbound/inbound-message.js'
export type { InboundPart } from './providers/domain/inbound/inbound-part.js'
export type { UnreadPart } from './providers/domain/receipts/unreadable-callback.js'
export { FAILURE_CODES, type FailureCode } from './kernel/messages/message-state.js'
export {
  RECEIPT_STATUSES,
  type ReceiptReport,
  type ReceiptStatus,
} from './providers/domain/receipts/receipt.js'
export type { TemplateCategory } from './templates/domain/template.js'
export type { TemplateReport } from './templates/domain/template-report.js'
export type { ProviderAccount, ProviderKind } from './tenancy/domain/service-configuration.js'
export { readSettings, type SettingsForm, type SettingsForms } from './tenancy/domain/settings-form.js'
export type { EpochMs } from './kernel/time/epoch-ms.js'
export type { TraceContext } from './kernel/tracing/trace-context.js'
export type { Clock } from './kernel/ports/clock.js'
export type {
  AccountForm,
  StatusQueryOutcome,
  Provider,
  ProviderOpener,
  ProviderQuestion,
  ProviderSubmission,
} from './providers/ports/provider.js'
export type { ProviderAdapter, ProviderParts } from './providers/ports/provider-adapter.js'
export type {
  CallbackReader,
  CallbackVerdict,
  ProviderCallback,
} from './providers/ports/provider-callback.js'
export type { HostAddress, ProviderNetworks } from './providers/ports/provider-networks.js'
export type {
  ProviderReports,
  ProviderSink,
  SinkReports,
  UnreadReport,
} from './providers/ports/provider-reports.js'
export type { Random } from './kernel/ports/random.js'
export type { Timers } from './kernel/ports/timers.js'
