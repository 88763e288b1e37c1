import type { KeyKind } from '../domain/agents/agent-key.js'
import type { Environment } from '../domain/tenancy/records.js'
import type { Attachments } from './attachments.js'
import type { BearerSecrets } from './bearer-secrets.js'
import type { Clock } from './clock.js'
import type { Digests } from './digests.js'
import type { Homes } from './homes.js'
import type { Ids } from './ids.js'
import type { HtmlReader } from './html-reader.js'
import type { KeyedDigests } from './keyed-digests.js'
import type { IpAddresses } from './ip-addresses.js'
import type { KeyRing } from './key-ring.js'
import type { Mailer } from './mailer.js'
import type { OtpCodes } from './otp-codes.js'
import type { Passwords } from './passwords.js'
import type { PhoneNumbers } from './phone-numbers.js'
import type { ProviderOpener } from './provider.js'
import type { Queue } from './queue.js'
import type { Random } from './random.js'
import type { SessionTokens } from './session-tokens.js'
import type { Signatures } from './signatures.js'
import type { Storage } from './storage/storage.js'
import type { Telemetry } from './telemetry.js'
import type { Timekeeping } from './timekeeping.js'
import type { Timers } from './timers.js'
import type { Totp } from './totp.js'

/** Everything the core needs from outside: the holes in the hexagon, each filled by an adapter. */
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
  /** Of server credentials. */
  readonly bearerSecrets: BearerSecrets<Environment>
  /** Of Agent keys. */
  readonly agentSecrets: BearerSecrets<KeyKind>
  readonly phoneNumbers: PhoneNumbers
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
  readonly telemetry: Telemetry
}
