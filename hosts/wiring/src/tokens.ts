import type { ContainerModuleLoadOptions } from 'inversify'
import type { KeyKind } from '@postrider/core/identity/domain/agents/agent-key'
import type { Environment } from '@postrider/core/tenancy/domain/records'
import type { BearerSecrets } from '@postrider/core/identity/ports/bearer-secrets'
import type { Clock } from '@postrider/core/kernel/ports/clock'
import type { Digests } from '@postrider/core/kernel/ports/digests'
import type { Homes } from '@postrider/core/messaging/ports/homes'
import type { Ids } from '@postrider/core/kernel/ports/ids'
import type { IpAddresses } from '@postrider/core/limits/ports/ip-addresses'
import type { KeyRing } from '@postrider/core/kernel/ports/key-ring'
import type { KeyedDigests } from '@postrider/core/kernel/ports/keyed-digests'
import type { Attachments } from '@postrider/core/support/ports/attachments'
import type { Mailer } from '@postrider/core/identity/ports/mailer'
import type { OtpCodes } from '@postrider/core/otp/ports/otp-codes'
import type { HtmlReader } from '@postrider/core/templates/ports/html-reader'
import type { DnsRecords } from '@postrider/core/channels/ports/dns-records'
import type { PhoneNumbers } from '@postrider/core/channels/ports/phone-numbers'
import type { Passwords } from '@postrider/core/identity/ports/passwords'
import type { Ports } from '@postrider/core/assembly/ports'
import type { ProviderOpener } from '@postrider/core/providers/ports/provider'
import type { Queue } from '@postrider/core/messaging/ports/queue'
import type { Random } from '@postrider/core/kernel/ports/random'
import type { SessionTokens } from '@postrider/core/identity/ports/session-tokens'
import type { Storage } from '@postrider/core/assembly/storage'
import type { Telemetry } from '@postrider/core/messaging/ports/telemetry'
import type { Timekeeping } from '@postrider/core/platform/ports/timekeeping'
import type { Timers } from '@postrider/core/kernel/ports/timers'
import type { Signatures } from '@postrider/core/kernel/ports/signatures'
import type { Totp } from '@postrider/core/identity/ports/totp'
import type { WebhookCaller } from '@postrider/core/webhooks/ports/webhook-caller'
import type { Postrider } from '@postrider/core/postrider'
import type { SystemClock } from '@postrider/node/system/system-clock'
import type { Release } from '@postrider/contracts/status/release'
import type { ClosingList } from './closing-list.js'
import type { Log } from './log.js'
import type { OpenedAttachments } from './open-attachments.js'
import type { Metrics } from './metrics/metrics.js'
import type { Settings } from './settings.js'
import type { TelemetryHub } from './telemetry-hub.js'

declare const held: unique symbol

/** The name of a value of type T in a container. */
export type Token<T> = symbol & { readonly [held]: () => T }

const token = <T>(name: string): Token<T> => Symbol(name) as unknown as Token<T>

/** The tokens of everything in our containers. */
export const tokens = {
  settings: token<Settings>('settings'),
  release: token<Release>('release'),
  log: token<Log>('log'),
  metrics: token<Metrics>('metrics'),
  hub: token<TelemetryHub>('hub'),
  telemetry: token<Telemetry>('telemetry'),
  closing: token<ClosingList>('closing'),
  storage: token<Storage>('storage'),
  queue: token<Queue>('queue'),
  providers: token<readonly ProviderOpener[]>('providers'),
  systemClock: token<SystemClock>('systemClock'),
  timekeeping: token<Timekeeping>('timekeeping'),
  clock: token<Clock>('clock'),
  ids: token<Ids>('ids'),
  random: token<Random>('random'),
  timers: token<Timers>('timers'),
  digests: token<Digests>('digests'),
  keyRing: token<KeyRing>('keyRing'),
  bearerSecrets: token<BearerSecrets<Environment>>('bearerSecrets'),
  agentSecrets: token<BearerSecrets<KeyKind>>('agentSecrets'),
  phoneNumbers: token<PhoneNumbers>('phoneNumbers'),
  dnsRecords: token<DnsRecords>('dnsRecords'),
  htmlReader: token<HtmlReader>('htmlReader'),
  ipAddresses: token<IpAddresses>('ipAddresses'),
  otpCodes: token<OtpCodes>('otpCodes'),
  passwords: token<Passwords>('passwords'),
  sessionTokens: token<SessionTokens>('sessionTokens'),
  totp: token<Totp>('totp'),
  signatures: token<Signatures>('signatures'),
  keyedDigests: token<KeyedDigests>('keyedDigests'),
  mailer: token<Mailer>('mailer'),
  attachmentStore: token<OpenedAttachments>('attachmentStore'),
  attachments: token<Attachments>('attachments'),
  homes: token<Homes>('homes'),
  webhooks: token<WebhookCaller>('webhooks'),
  ports: token<Ports>('ports'),
  postrider: token<Postrider>('postrider'),
} as const

type Bind = ContainerModuleLoadOptions['bind']

/** The tokens of a factory's arguments, in their order: a swapped or missing one doesn't compile. */
export type TokensOf<Needs extends readonly unknown[]> = { readonly [K in keyof Needs]: Token<Needs[K]> }

/** Sets how the container creates a token's value, and its dependencies; created once, on first use. */
export const provide = <T, Needs extends readonly unknown[]>(
  bind: Bind,
  what: Token<T>,
  needs: TokensOf<Needs>,
  make: (...needs: Needs) => NoInfer<T> | Promise<NoInfer<T>>,
) => {
  // inversify's own type maps over a mutable tuple; the typed tokens have already checked the order.
  const factory = make as unknown as (...args: unknown[]) => T | Promise<T>
  return bind<T>(what).toResolvedValue(factory, [...needs] as symbol[])
}
