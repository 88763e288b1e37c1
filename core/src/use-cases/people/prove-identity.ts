import type { Origin } from '../../domain/audit/audit-event.js'
import { emailKeyOf, type User } from '../../domain/people/user.js'
import type { Outage } from '../../domain/refusals/outage.js'
import { type Refusal, refusal, tooManyRequests } from '../../domain/refusals/refusal.js'
import { SECOND_MS } from '../../domain/time/epoch-ms.js'
import { E, type TE } from '../../fp.js'
import type { Ports } from '../../ports/ports.js'
import { createBoundedLine } from '../batching/bounded-line.js'
import { countBefore, keysOf, mayTryBy, tryKeys, type TryKeys, undoTry } from './try-out.js'

/** An address and the password that should belong to it. */
export interface Claim {
  readonly email: string
  readonly password: string
}

/** A user who has proved that it is he. */
export interface Proved {
  readonly user: User
  readonly keys: TryKeys
}

export type ProvingNeeds = Pick<Ports, 'storage' | 'clock' | 'keyedDigests' | 'ipAddresses' | 'passwords'>

/** How many may prove themselves at once in a process, and how many wait: what they do is dear, and others send. */
const DOOR = { atOnce: 2, waiting: 256 }

/** Lets people prove who they are. */
export type ProveIdentity = (claim: Claim, origin: Origin) => TE.TaskEither<Refusal | Outage, Proved>

/**
 * Whether the password is the address's own. An unknown address, a user who is disabled or has no password, and a wrong
 * password are one answer, InvalidCredentials, after the same work (decisions 7, reliability 5.4); TooManyRequests
 * after too many failures, or where too many wait already, who are not counted. Few are looked at at once, so that a
 * crowd that signs in leaves room for everybody else.
 */
export const proveIdentity = (needs: ProvingNeeds): ProveIdentity => {
  const { storage, passwords } = needs
  const door = createBoundedLine(DOOR)

  const prove = async (
    { email, password }: Claim,
    origin: Origin,
  ): Promise<E.Either<Refusal | Outage, Proved>> => {
    const emailKey = emailKeyOf(email)
    const keys = tryKeys(needs, 'sign-in', emailKey, origin)
    const claimant = await storage.people.claimant(emailKey, keysOf(keys))()
    if (E.isLeft(claimant)) return claimant
    const allowed = mayTryBy(keys, claimant.right.throttles, needs.clock.nowMs())
    if (E.isLeft(allowed)) return allowed
    const user = claimant.right.user?.status === 'active' ? claimant.right.user : undefined
    // Nobody learns what the comparison came to before it is counted; that takes no time of its own.
    const [counted, matched] = await Promise.all([
      countBefore(needs)(keys)(),
      passwords.matches(password, user?.passwordHash)(),
    ])
    if (E.isLeft(counted)) return counted
    if (E.isLeft(matched)) {
      const undone = await undoTry(needs)(keys)()
      return E.isLeft(undone) ? undone : E.left(tooManyRequests(SECOND_MS))
    }
    return matched.right && user !== undefined
      ? E.right({ user, keys })
      : E.left(refusal('InvalidCredentials'))
  }

  return (claim, origin) => async () => {
    const proved = await door.run(() => prove(claim, origin))()
    return E.isLeft(proved) ? E.left(tooManyRequests(SECOND_MS)) : proved.right
  }
}
