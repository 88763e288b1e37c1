import type { Digest } from '../../../kernel/digests/digest.js'
import type { User } from '../../domain/people/user.js'
import { type EpochMs, MINUTE_MS } from '../../../kernel/time/epoch-ms.js'
import { E } from '../../../fp.js'
import type { Digests } from '../../../kernel/ports/digests.js'
import type { KeyRing } from '../../../kernel/ports/key-ring.js'
import type { UnitOfWork } from '../../../assembly/unit-of-work.js'
import { passwordDigestOf } from './operator-authentication.js'

/** A sign-in with a proved address and password that waits for a code of the second factor. */
export interface PendingSignIn {
  readonly emailKey: string
  /** The digest of the proved password. */
  readonly passwordDigest: Digest
  readonly untilMs: EpochMs
}

const PLACE = 'sign_ins|pending'
const PENDING_MS = 5 * MINUTE_MS

interface Needs {
  readonly digests: Digests
  readonly keyRing: KeyRing
}

/** Seals the proof of address and password, for five minutes. It gives no access without a code. */
export const sealPendingSignIn = (
  { keyRing, digests }: Needs,
  { sealingKey }: Pick<UnitOfWork, 'sealingKey'>,
  user: User,
  nowMs: EpochMs,
): string => {
  const pending: PendingSignIn = {
    emailKey: user.emailKey,
    passwordDigest: passwordDigestOf(digests, user),
    untilMs: nowMs + PENDING_MS,
  }
  return keyRing.seal(JSON.stringify(pending), PLACE, sealingKey)
}

/**
 * Opens a value of `sealPendingSignIn`; undefined if it was altered, or more than five minutes have passed.
 */
export const openPendingSignIn = (
  { keyRing }: { readonly keyRing: KeyRing },
  sealed: string,
  nowMs: EpochMs,
): PendingSignIn | undefined => {
  try {
    const opened = keyRing.open(sealed, PLACE)
    if (E.isLeft(opened)) return undefined
    const pending = JSON.parse(opened.right) as PendingSignIn
    return nowMs < pending.untilMs ? pending : undefined
  } catch {
    return undefined
  }
}
