/**
 * All that an adapter of a provider is written with: `ProviderAdapter` says how its accounts are configured and opened,
 * `Provider` how messages are handed over, and `SubmitOutcome` the result. Its exports change as semantic
 * versioning allows (docs/embedding#stable-interfaces).
 */
export { E, pipe, TE } from './fp.js'
export { CHANNEL_NAMES } from './domain/channels/channels.js'
export type { Channel, Registration, RenderedContent, Sender } from './domain/channels/channels.js'
export { mainPartOf, readingOf } from './domain/channels/own-records.js'
export { defaulted } from './domain/codecs/defaulted.js'
export { flag } from './domain/codecs/flag.js'
export { integer } from './domain/codecs/integer.js'
export { literalUnion } from './domain/codecs/literal-union.js'
export { closed } from './domain/codecs/shape.js'
export { text } from './domain/codecs/text.js'
export type { AccountHealth, HealthStatus } from './domain/dispatch/account-health.js'
export type {
  NotSent,
  OutcomeUnknown,
  RefusedForGood,
  RefusedForNow,
  RefusedHere,
  SubmitOutcome,
  Taken,
} from './domain/dispatch/outcome.js'
export { cutJson, cutValue, type WireLine } from './domain/dispatch/wire-line.js'
export type { MessageId, ProviderAccountId } from './domain/ids/id.js'
export type { InboundMessage, OptWish } from './domain/inbound/inbound-message.js'
export { FAILURE_CODES, type FailureCode } from './domain/messages/message-state.js'
export { RECEIPT_STATUSES, type ReceiptReport, type ReceiptStatus } from './domain/receipts/receipt.js'
export type { TemplateCategory } from './domain/templates/template.js'
export type { TemplateReport } from './domain/templates/template-report.js'
export type { ProviderAccount, ProviderKind } from './domain/tenancy/service-configuration.js'
export { readSettings, type SettingsForm, type SettingsForms } from './domain/tenancy/settings-form.js'
export type { EpochMs } from './domain/time/epoch-ms.js'
export type { TraceContext } from './domain/tracing/trace-context.js'
export type { Clock } from './ports/clock.js'
export type {
  AccountForm,
  AskOutcome,
  Provider,
  ProviderOpener,
  ProviderQuestion,
  ProviderSubmission,
} from './ports/provider.js'
export type { ProviderAdapter, ProviderParts } from './ports/provider-adapter.js'
export type {
  CallbackReader,
  CallbackVerdict,
  ProviderCallback,
  UnreadPart,
} from './ports/provider-callback.js'
export type { HostAddress, ProviderNetworks } from './ports/provider-networks.js'
export type { ProviderReports, ProviderSink, SinkReports } from './ports/provider-reports.js'
export type { Random } from './ports/random.js'
export type { Timers } from './ports/timers.js'
