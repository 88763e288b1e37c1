import { frame } from '../../domain/digests/digest.js'
import type { MailText } from '../../domain/mail/mail-text.js'
import { countAttempt, newThrottle, type ThrottleRule } from '../../domain/people/throttle.js'
import { type EpochMs, HOUR_MS } from '../../domain/time/epoch-ms.js'
import type { Ports } from '../../ports/ports.js'
import type { UnitOfWork } from '../../ports/storage/unit-of-work.js'

export type ComposeNeeds = Pick<Ports, 'storage' | 'clock' | 'sessionTokens' | 'keyedDigests'>

/** A mail that can be sent; undefined: there is nobody to send it to, or nothing to say any more. */
export type Composed = (MailText & { readonly to: string }) | undefined

/**
 * How many mails of a kind an address gets that strangers can ask for; beyond it nothing is sent, and nothing says so
 * (docs/contract#password-recovery, docs/contract#signing-up).
 */
const FOR_AN_ADDRESS: ThrottleRule = { free: 3, windowMs: HOUR_MS }

/** Whether the address has had as many mails of a kind as it gets; the first attempt at each is counted. */
export const isBeyondMails = async (
  { keyedDigests }: Pick<Ports, 'keyedDigests'>,
  unit: UnitOfWork,
  {
    kind,
    emailKey,
    isFirst,
  }: { readonly kind: string; readonly emailKey: string; readonly isFirst: boolean },
  nowMs: EpochMs,
): Promise<boolean> => {
  const key = keyedDigests.of('throttle', frame([`${kind}-address`, emailKey]))
  const known = await unit.throttles.lock(key)
  const counted = isFirst ? countAttempt(known ?? newThrottle(key, nowMs), FOR_AN_ADDRESS, nowMs) : known
  if (counted !== undefined && isFirst) {
    if (known === undefined) unit.throttles.add(counted)
    else unit.throttles.replace(counted)
  }
  return (counted?.failures ?? 0) > FOR_AN_ADDRESS.free
}
