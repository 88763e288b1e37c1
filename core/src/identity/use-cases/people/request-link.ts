import type { Origin } from '../../../audit/domain/audit-event.js'
import { type Digest, frame } from '../../../kernel/digests/digest.js'
import {
  countAttempt,
  fullUntilMs,
  newThrottle,
  ofSite,
  type ThrottleRule,
} from '../../../limits/domain/throttle.js'
import { emailKeyOf } from '../../domain/people/user.js'
import type { Outage } from '../../../kernel/refusals/outage.js'
import { type EpochMs, HOUR_MS } from '../../../kernel/time/epoch-ms.js'
import { E, type TE } from '../../../fp.js'
import type { UnitStorage } from '../../../assembly/unit-of-work.js'
import type { Clock } from '../../../kernel/ports/clock.js'
import type { IpAddresses } from '../../../limits/ports/ip-addresses.js'
import { queued } from '../../../kernel/batching/queued.js'
import { addMail, type MailNeeds } from '../mails/add-mail.js'
import { createKnownBlocks } from './known-blocks.js'

type Needs = MailNeeds & {
  readonly storage: { readonly units: UnitStorage }
  readonly clock: Clock
  readonly ipAddresses: IpAddresses
}

/** The links that can be requested without an account: each kind is counted separately. */
type LinkKind = 'recovery' | 'sign-up'

const MAIL = { recovery: 'recovery', 'sign-up': 'sign_up' } as const

/**
 * How many links of a kind a client may request; above that nothing is sent, without an error
 * (docs/promises#account-recovery).
 */
const BY_CLIENT: ThrottleRule = { free: 10, windowMs: HOUR_MS }

/**
 * Anyone may request links, and sends need capacity too; waiting requests soon exceed their limit or get
 * their turn.
 */
const QUEUE_BOUNDS = { atOnce: 2, waiting: 1024 }

/** The key that a request is counted by: the client, or the /48 of an IPv6 client. */
interface Counted {
  readonly key: Digest
  readonly rule: ThrottleRule
}

/**
 * Counts the request and adds the email if it may be sent. Right: until when each key is over its limit, or
 * 0.
 */
const countAndMail = (
  needs: Needs,
  kind: LinkKind,
  by: readonly Counted[],
  email: string,
): TE.TaskEither<Outage, readonly EpochMs[]> =>
  needs.storage.units.transact<never, readonly EpochMs[]>('shared', async (unit) => {
    const nowMs = needs.clock.nowMs()
    const found = await unit.throttles.lockAll(by.map(({ key }) => key))
    const counted = by.map(({ key, rule }) => {
      const known = found.find((throttle) => throttle.key === key)
      const throttle = countAttempt(known ?? newThrottle(key, nowMs), rule, nowMs)
      if (known === undefined) unit.throttles.add(throttle)
      else unit.throttles.replace(throttle)
      return { throttle, rule }
    })
    const command = { content: { kind: MAIL[kind], email }, emailKey: emailKeyOf(email) }
    if (counted.every(({ throttle, rule }) => throttle.failures <= rule.free))
      await addMail(needs, unit, command, nowMs)
    return E.right(counted.map(({ throttle, rule }) => fullUntilMs(throttle, rule)))
  })

/**
 * Requests an email with a link, without a session. The recipient is looked up later, when the email is
 * composed. Here, every well-formed address takes the same work and gets the same response
 * (docs/api/sign-in#password-recovery, docs/api/sign-in#signing-up). A client that is known to be over its
 * limit gets its response without a unit, whatever the address (docs/decisions/0029).
 */
export const requestLink = (needs: Needs, kind: LinkKind) => {
  const { clock, keyedDigests, ipAddresses } = needs
  const blocks = createKnownBlocks()
  const keyOf = (network: string): Digest => keyedDigests.of('throttle', frame([`${kind}-client`, network]))
  const countedBy = (address: string | undefined): readonly Counted[] => {
    const site = address === undefined ? undefined : ipAddresses.siteOf(address)
    return [
      { key: keyOf(address === undefined ? '' : ipAddresses.networkOf(address)), rule: BY_CLIENT },
      ...(site === undefined ? [] : [{ key: keyOf(site), rule: ofSite(BY_CLIENT) }]),
    ]
  }
  const isBeyond = (by: readonly Counted[]): boolean =>
    blocks.endMs(
      by.map(({ key }) => key),
      clock.nowMs(),
    ) > 0
  const takeTurn = queued(
    QUEUE_BOUNDS,
    (by: readonly Counted[], email: string): TE.TaskEither<Outage, void> =>
      async () => {
        // Other requests of the same client may have come first.
        if (isBeyond(by)) return E.right(undefined)
        const counted = await countAndMail(needs, kind, by, email)()
        if (E.isLeft(counted)) return counted
        counted.right.forEach((endMs, at) => {
          const key = by[at]?.key
          if (key !== undefined && endMs > 0) blocks.learn(key, endMs, endMs)
        })
        return E.right(undefined)
      },
  )
  return (email: string, { clientAddress }: Origin): TE.TaskEither<Outage, void> =>
    async () => {
      const by = countedBy(clientAddress)
      return isBeyond(by) ? E.right(undefined) : takeTurn(by, email)()
    }
}
