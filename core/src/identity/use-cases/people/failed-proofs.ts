import type { Origin } from '../../../audit/domain/audit-event.js'
import { type Digest, frame } from '../../../kernel/digests/digest.js'
import type { User } from '../../domain/people/user.js'
import { type EpochMs, isoTime, MINUTE_MS } from '../../../kernel/time/epoch-ms.js'
import { E } from '../../../fp.js'
import type { UnitStorage } from '../../../assembly/unit-of-work.js'
import type { Clock } from '../../../kernel/ports/clock.js'
import type { IpAddresses } from '../../../limits/ports/ip-addresses.js'
import type { EventSink } from '../../../kernel/ports/event-sink.js'
import type { PartFailed } from '../../../kernel/telemetry/part-failed.js'
import { type Act, recordActs } from '../../../audit/use-cases/record-act.js'
import { recent } from '../../../kernel/caching/recent.js'
import { queued } from '../../../kernel/batching/queued.js'
import { addMail, type MailNeeds } from '../mails/add-mail.js'

/** A failed proof of identity. */
export interface FailedProof {
  readonly kind: 'sign_in' | 'second_factor'
  /** The user with the address; undefined: none. */
  readonly user: User | undefined
  readonly emailKey: string
  readonly origin: Origin
  /** The session of the attempt; undefined: there is none yet. */
  readonly credentialId?: string | undefined
  /** Until when sign-ins with the address are blocked because of this failure; 0: no block has started. */
  readonly blockedUntilMs: EpochMs
  /** Whether it is the first block in a row; the owner of the address is notified of it. */
  readonly isFirstBlock: boolean
}

/** Reports a failed proof; the caller doesn't wait for it. */
export type ReportFailure = (proof: FailedProof) => void

type Needs = MailNeeds & {
  readonly storage: { readonly units: UnitStorage }
  readonly clock: Clock
  readonly ipAddresses: IpAddresses
  readonly telemetry: EventSink<PartFailed>
}

/** How many are written at once, and how many wait: many failures must leave capacity for sends. */
const QUEUE_BOUNDS = { atOnce: 1, waiting: 1_024 }

const NETWORKS_REMEMBERED = 10_000

/** How much of the keyed digest of an address is shown: enough to find all failures for it. */
const DIGEST_DIGITS = 32

/** Failures for addresses without a user are reported once a minute for each client network. */
const strangersOnceAMinute = ({ clock, ipAddresses }: Pick<Needs, 'clock' | 'ipAddresses'>) => {
  const lastMinutes = recent<string, number>(NETWORKS_REMEMBERED)
  return ({ clientAddress }: Origin): boolean => {
    const network = clientAddress === undefined ? '' : ipAddresses.networkOf(clientAddress)
    const minute = Math.floor(clock.nowMs() / MINUTE_MS)
    if (lastMinutes.get(network) === minute) return false
    lastMinutes.set(network, minute)
    return true
  }
}

const actsOf = (proof: FailedProof, addressDigest: Digest): readonly Act[] => {
  const { kind, user, origin, credentialId, blockedUntilMs } = proof
  const id = user?.userId ?? 'unknown'
  const common = {
    actor: { kind: 'user', id },
    credentialId,
    target: id,
    organizationId: undefined,
    outcome: 'refused',
    origin,
  } as const
  const failed: Act = { ...common, action: `${kind}.fail`, details: { addressDigest } }
  if (blockedUntilMs === 0) return [failed]
  const details = { addressDigest, until: isoTime(blockedUntilMs) }
  return [failed, { ...common, action: `${kind}.block`, details }]
}

/**
 * Writes failed sign-ins and failed second factors to the platform's audit log, with the user, the session
 * and a keyed digest of the address. Emails the owner of an address when a block starts
 * (docs/api/sign-in#failed-sign-ins). A refused caller doesn't wait for it, so that the timing reveals
 * nothing about the address; failed writes are emitted to telemetry.
 */
export const failedProofs = (needs: Needs): ReportFailure => {
  const { storage, clock, keyedDigests, telemetry } = needs
  const mayTellOfStranger = strangersOnceAMinute(needs)
  const write = queued(QUEUE_BOUNDS, (proof: FailedProof) =>
    storage.units.transact<never, undefined>('shared', async (unit) => {
      const nowMs = clock.nowMs()
      const { user, emailKey, isFirstBlock } = proof
      const addressDigest = keyedDigests.of('throttle', frame(['failed-address', emailKey]))
      if (isFirstBlock && user?.status === 'active') {
        const content = { kind: 'sign_in_blocked', email: user.email, atMs: nowMs } as const
        await addMail(needs, unit, { content, emailKey }, nowMs)
      }
      await recordActs(needs, unit, actsOf(proof, addressDigest.slice(0, DIGEST_DIGITS)), nowMs)
      return E.right(undefined)
    }),
  )
  const put = async (proof: FailedProof): Promise<void> => {
    const written = await write(proof)()
    if (E.isLeft(written))
      telemetry.emit({
        _tag: 'PartFailed',
        where: 'audit',
        cause: `the failed ${proof.kind} was not recorded`,
      })
  }
  return (proof) => {
    if (proof.user !== undefined || mayTellOfStranger(proof.origin)) void put(proof)
  }
}
