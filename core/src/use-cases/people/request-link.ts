import type { Origin } from '../../domain/audit/audit-event.js'
import { type Digest, frame } from '../../domain/digests/digest.js'
import { emailKeyOf } from '../../domain/people/user.js'
import { countAttempt, fullUntilMs, newThrottle, type ThrottleRule } from '../../domain/people/throttle.js'
import type { Outage } from '../../domain/refusals/outage.js'
import { type EpochMs, HOUR_MS } from '../../domain/time/epoch-ms.js'
import { E, type TE } from '../../fp.js'
import type { Ports } from '../../ports/ports.js'
import { queued } from '../concurrency/queued.js'
import { addMail, type MailNeeds } from '../mails/add-mail.js'
import { createKnownBlocks } from './known-blocks.js'

type Needs = MailNeeds & Pick<Ports, 'storage' | 'clock' | 'keyedDigests' | 'ipAddresses'>

/** What strangers may ask a link for: each is counted by itself. */
type LinkKind = 'recovery' | 'sign-up'

const MAIL = { recovery: 'recovery', 'sign-up': 'sign_up' } as const

/**
 * How many links of a kind a client may ask for; beyond it nothing is sent, and nothing says so
 * (docs/promises#account-recovery).
 */
const BY_CLIENT: ThrottleRule = { free: 10, windowMs: HOUR_MS }

/** Anybody may ask, and others send; those who wait are soon known to be beyond their limit, or their turn comes. */
const DOOR = { atOnce: 2, waiting: 1024 }

/** Counts the request and adds the mail where it may be sent. Right: until when the client is beyond its limit, or 0. */
const countAndMail = (
  needs: Needs,
  kind: LinkKind,
  key: Digest,
  email: string,
): TE.TaskEither<Outage, EpochMs> =>
  needs.storage.units.transact<never, EpochMs>('shared', async (unit) => {
    const nowMs = needs.clock.nowMs()
    const known = await unit.throttles.lock(key)
    const counted = countAttempt(known ?? newThrottle(key, nowMs), BY_CLIENT, nowMs)
    if (known === undefined) unit.throttles.add(counted)
    else unit.throttles.replace(counted)
    const order = { content: { kind: MAIL[kind], email }, emailKey: emailKeyOf(email) }
    if (counted.failures <= BY_CLIENT.free) await addMail(needs, unit, order, nowMs)
    return E.right(fullUntilMs(counted, BY_CLIENT))
  })

/**
 * Asks for a mail with a link, without being signed in. Whom it is to, and whether there is anybody to send it to, is looked at
 * when the mail is made, elsewhere and later: here every well-formed address is the same work and the same answer
 * (docs/contract#password-recovery, docs/contract#signing-up). A client that is known to be beyond its limit is answered
 * without a unit, whatever the address (docs/decisions/0029).
 */
export const requestLink = (needs: Needs, kind: LinkKind) => {
  const { clock, keyedDigests, ipAddresses } = needs
  const blocks = createKnownBlocks()
  const isBeyond = (key: Digest): boolean => blocks.endMs([key], clock.nowMs()) > 0
  const takeTurn = queued(DOOR, (key: Digest, email: string): TE.TaskEither<Outage, void> => async () => {
    // Others of the same client may have come before.
    if (isBeyond(key)) return E.right(undefined)
    const counted = await countAndMail(needs, kind, key, email)()
    if (E.isLeft(counted)) return counted
    if (counted.right > 0) blocks.learn(key, counted.right, counted.right)
    return E.right(undefined)
  })
  return (email: string, { clientAddress }: Origin): TE.TaskEither<Outage, void> =>
    async () => {
      const network = clientAddress === undefined ? '' : ipAddresses.networkOf(clientAddress)
      const key = keyedDigests.of('throttle', frame([`${kind}-client`, network]))
      return isBeyond(key) ? E.right(undefined) : takeTurn(key, email)()
    }
}
