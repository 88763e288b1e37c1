import type { BearerSecrets } from './bearer-secrets.js'
import type { Clock } from './clock.js'
import type { Digests } from './digests.js'
import type { Ids } from './ids.js'
import type { KeyRing } from './key-ring.js'
import type { Passcodes } from './passcodes.js'
import type { PhoneNumbers } from './phone-numbers.js'
import type { ProviderOpener } from './provider.js'
import type { Queue } from './queue.js'
import type { Random } from './random.js'
import type { Storage } from './storage/storage.js'
import type { Telemetry } from './telemetry.js'
import type { Timers } from './timers.js'

/** Everything the core needs from outside: the holes in the hexagon, each filled by an adapter. */
export interface Ports {
  readonly storage: Storage
  readonly queue: Queue
  readonly providers: readonly ProviderOpener[]
  readonly clock: Clock
  readonly ids: Ids
  readonly random: Random
  readonly timers: Timers
  readonly digests: Digests
  readonly keyRing: KeyRing
  readonly bearerSecrets: BearerSecrets
  readonly phoneNumbers: PhoneNumbers
  readonly passcodes: Passcodes
  readonly telemetry: Telemetry
}
