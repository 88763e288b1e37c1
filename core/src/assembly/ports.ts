import type { KeyKind } from '../identity/domain/agents/agent-key.js'
import type { Environment } from '../tenancy/domain/records.js'
import type { Attachments } from '../support/ports/attachments.js'
import type { BearerSecrets } from '../identity/ports/bearer-secrets.js'
import type { Clock } from '../kernel/ports/clock.js'
import type { Digests } from '../kernel/ports/digests.js'
import type { Homes } from '../messaging/ports/homes.js'
import type { Ids } from '../kernel/ports/ids.js'
import type { HtmlReader } from '../templates/ports/html-reader.js'
import type { KeyedDigests } from '../kernel/ports/keyed-digests.js'
import type { IpAddresses } from '../limits/ports/ip-addresses.js'
import type { KeyRing } from '../kernel/ports/key-ring.js'
import type { Mailer } from '../identity/ports/mailer.js'
import type { OtpCodes } from '../otp/ports/otp-codes.js'
import type { Passwords } from '../identity/ports/passwords.js'
import type { DnsRecords } from '../channels/ports/dns-records.js'
import type { PhoneNumbers } from '../channels/ports/phone-numbers.js'
import type { ProviderOpener } from '../providers/ports/provider.js'
import type { Queue } from '../messaging/ports/queue.js'
import type { Random } from '../kernel/ports/random.js'
import type { SessionTokens } from '../identity/ports/session-tokens.js'
import type { Signatures } from '../kernel/ports/signatures.js'
import type { Storage } from './storage.js'
import type { Telemetry } from '../messaging/ports/telemetry.js'
import type { Timekeeping } from '../platform/ports/timekeeping.js'
import type { Timers } from '../kernel/ports/timers.js'
import type { Totp } from '../identity/ports/totp.js'
import type { WebhookCaller } from '../webhooks/ports/webhook-caller.js'

/** Everything the core needs from outside: the ports of the hexagon, each implemented by an adapter. */
export interface Ports {
  readonly storage: Storage
  readonly queue: Queue
  readonly providers: readonly ProviderOpener[]
  readonly clock: Clock
  readonly timekeeping: Timekeeping
  readonly ids: Ids
  readonly random: Random
  readonly timers: Timers
  readonly digests: Digests
  readonly keyRing: KeyRing
  /** For server credentials. */
  readonly bearerSecrets: BearerSecrets<Environment>
  /** For Agent keys. */
  readonly agentSecrets: BearerSecrets<KeyKind>
  readonly phoneNumbers: PhoneNumbers
  readonly dnsRecords: DnsRecords
  readonly htmlReader: HtmlReader
  readonly ipAddresses: IpAddresses
  readonly otpCodes: OtpCodes
  readonly passwords: Passwords
  readonly sessionTokens: SessionTokens
  readonly totp: Totp
  readonly signatures: Signatures
  readonly keyedDigests: KeyedDigests
  readonly mailer: Mailer
  readonly attachments: Attachments
  readonly homes: Homes
  readonly webhooks: WebhookCaller
  readonly telemetry: Telemetry
}
