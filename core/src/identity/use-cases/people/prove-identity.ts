import type { Origin } from '../../../audit/domain/audit-event.js'
import { emailKeyOf, type User } from '../../domain/people/user.js'
import type { Outage } from '../../../kernel/refusals/outage.js'
import { type Refusal, refusal, tooManyRequests } from '../../../kernel/refusals/refusal.js'
import { SECOND_MS } from '../../../kernel/time/epoch-ms.js'
import { E, type TE } from '../../../fp.js'
import type { PeopleStorage } from '../../ports/people-storage.js'
import type { UnitStorage } from '../../../assembly/unit-of-work.js'
import type { Clock } from '../../../kernel/ports/clock.js'
import type { IpAddresses } from '../../../limits/ports/ip-addresses.js'
import type { Passwords } from '../../ports/passwords.js'
import type { KeyedDigests } from '../../../kernel/ports/keyed-digests.js'
import { boundedQueue } from '../../../kernel/batching/bounded-queue.js'
import { createKnownBlocks } from './known-blocks.js'
import type { ReportFailure } from './failed-proofs.js'
import {
  blocksOf,
  reserveAttempt,
  keysOf,
  checkThrottles,
  throttleKeys,
  type ThrottleKeys,
  cancelAttempt,
} from './throttled-attempts.js'

/** An address and its claimed password. */
export interface Claim {
  readonly email: string
  readonly password: string
}

/** A user who has proved their identity. */
export interface ProvenIdentity {
  readonly user: User
  readonly keys: ThrottleKeys
}

export interface ProvingNeeds {
  readonly storage: { readonly people: PeopleStorage; readonly units: UnitStorage }
  readonly clock: Clock
  readonly ipAddresses: IpAddresses
  readonly passwords: Passwords
  readonly keyedDigests: KeyedDigests
}

/**
 * How many proofs run at once in a process, and how many wait: they are expensive, and sends need capacity
 * too.
 */
const QUEUE_BOUNDS = { atOnce: 2, waiting: 256 }

/** How long a known block is used without reading it again: it may be lifted, also in another process. */
const KEPT_FOR_MS = SECOND_MS

/** Verifies a person's identity. */
export type ProveIdentity = (claim: Claim, origin: Origin) => TE.TaskEither<Refusal | Outage, ProvenIdentity>

/**
 * Whether the password belongs to the address. An unknown address, a disabled user or one without a password,
 * and a wrong password all give InvalidCredentials, after the same work (docs/api/sign-in#sessions,
 * docs/promises#password-guessing). TooManyRequests after too many failures; also if too many already wait,
 * which doesn't count as a failure. Few run at once, and repeated refusals come from memory, so that many
 * concurrent sign-ins leave capacity for other work (docs/decisions/0029). A wrong password is reported.
 */
export const proveIdentity = (
  needs: ProvingNeeds,
  report: ReportFailure = () => undefined,
): ProveIdentity => {
  const { storage, passwords, clock } = needs
  const kind = boundedQueue(QUEUE_BOUNDS)
  const blocks = createKnownBlocks()

  /** TooManyRequests if it is already known that no attempt is allowed now. */
  const mayTryAsKnown = ({ here, client }: ThrottleKeys): E.Either<Refusal, unknown> => {
    const nowMs = clock.nowMs()
    const waitMs = blocks.endMs([here, client], nowMs) - nowMs
    return waitMs > 0 ? E.left(tooManyRequests(waitMs)) : E.right(undefined)
  }

  const prove = async (
    emailKey: string,
    password: string,
    keys: ThrottleKeys,
    origin: Origin,
  ): Promise<E.Either<Refusal | Outage, ProvenIdentity>> => {
    // Other attempts may have been refused while this one waited.
    const asKnown = mayTryAsKnown(keys)
    if (E.isLeft(asKnown)) return asKnown
    const claimant = await storage.people.claimant(emailKey, keysOf(keys))()
    if (E.isLeft(claimant)) return claimant
    const nowMs = clock.nowMs()
    const { throttles } = claimant.right
    for (const { key, endMs } of blocksOf(keys, throttles, nowMs))
      blocks.learn(key, endMs, nowMs + KEPT_FOR_MS)
    const allowed = checkThrottles(keys, throttles, nowMs)
    if (E.isLeft(allowed)) return allowed
    const user = claimant.right.user?.status === 'active' ? claimant.right.user : undefined
    // The result of the comparison must not be revealed before it is counted; both run at the same time.
    const [counted, matched] = await Promise.all([
      reserveAttempt(needs)(keys)(),
      passwords.matches(password, user?.passwordHash)(),
    ])
    if (E.isLeft(counted)) return counted
    if (E.isLeft(matched)) {
      const undone = await cancelAttempt(needs)(keys)()
      return E.isLeft(undone) ? undone : E.left(tooManyRequests(SECOND_MS))
    }
    if (matched.right && user !== undefined) return E.right({ user, keys })
    report({ kind: 'sign_in', user: claimant.right.user, emailKey, origin, ...counted.right })
    return E.left(refusal('InvalidCredentials'))
  }

  return ({ email, password }, origin) =>
    async () => {
      const emailKey = emailKeyOf(email)
      const keys = throttleKeys(needs, 'sign-in', emailKey, origin)
      const asKnown = mayTryAsKnown(keys)
      if (E.isLeft(asKnown)) return asKnown
      const proved = await kind.run(() => prove(emailKey, password, keys, origin))()
      return E.isLeft(proved) ? E.left(tooManyRequests(SECOND_MS)) : proved.right
    }
}
