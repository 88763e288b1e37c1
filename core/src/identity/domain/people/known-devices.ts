import { type Digest, frame, type Sha256 } from '../../../kernel/digests/digest.js'
import type { UserId } from '../../../kernel/ids/id.js'

/** The number of devices that are remembered for a user; the one that was added first makes room. */
const MOST_KNOWN_DEVICES = 20

const DIGEST_DIGITS = 32

/** The device of a sign-in: a browser by the value of its cookie, or any other program by its address. */
export interface SignInDevice {
  /** The value of the browser's device cookie; undefined: it isn't a browser, or has none. */
  readonly browser: string | undefined
  readonly clientAddress: string | undefined
}

/** The digest of a user's device; two users of a device have different ones. */
export const deviceDigest = (
  userId: UserId,
  { browser, clientAddress = 'unknown' }: SignInDevice,
  sha256: Sha256,
): Digest => {
  const parts = browser === undefined ? ['address', clientAddress] : ['browser', browser]
  return sha256(frame(['device-1', userId, ...parts])).slice(0, DIGEST_DIGITS)
}

/** The consequence of a sign-in on a device. */
export interface DeviceSeen {
  /** The devices to remember; undefined: the same as before. */
  readonly devices: readonly Digest[] | undefined
  /** Whether the user gets a notice: the device is new, and isn't their first one. */
  readonly isNotified: boolean
}

/** Decides on a sign-in by the devices that the user signed in on before (docs/api/sign-in#new-devices). */
export const deviceSeen = (known: readonly Digest[], device: Digest): DeviceSeen =>
  known.includes(device)
    ? { devices: undefined, isNotified: false }
    : { devices: [...known, device].slice(-MOST_KNOWN_DEVICES), isNotified: known.length > 0 }
