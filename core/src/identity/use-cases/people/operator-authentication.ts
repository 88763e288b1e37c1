import type { Origin } from '../../../audit/domain/audit-event.js'
import { type Digest, frame } from '../../../kernel/digests/digest.js'
import type { User } from '../../domain/people/user.js'
import type { Outage } from '../../../kernel/refusals/outage.js'
import { type Refusal, refusal } from '../../../kernel/refusals/refusal.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import { E, type TE } from '../../../fp.js'
import type { Digests } from '../../../kernel/ports/digests.js'
import type { AsOf } from '../../../kernel/ports/as-of.js'
import type { OperatorSessionFacts, OperatorSessionStorage } from '../../ports/cookie-session-storage.js'
import type { CallerFacts, PeopleStorage } from '../../ports/people-storage.js'
import type { UnitOfWork } from '../../../assembly/unit-of-work.js'
import { mustProveAgain, type Operator, type OperatorProof } from '../callers/caller.js'
import { confirmSecondFactor, type ConfirmingNeeds } from './confirm-second-factor.js'
import type { Claim, ProveIdentity } from './prove-identity.js'

/** The claim of a super admin at a sign-in. */
export interface OperatorClaim extends Claim {
  /** From the authenticator, or a remaining recovery code. */
  readonly code: string
}

/** Authenticates super admins in person. */
export interface OperatorAuthentication {
  /**
   * The super admin with this address, password and second factor. InvalidCredentials for anything else,
   * without distinction; TooManyRequests after too many failures (docs/api/sign-in#throttling).
   */
  admit(claim: OperatorClaim, origin: Origin): TE.TaskEither<Refusal | Outage, Operator>
  /** The same super admin as of an epoch or later; Unauthenticated also if their session has ended. */
  renew(operator: Operator, atLeastEpoch: number): Promise<E.Either<Refusal | Outage, Operator>>
  /** The same super admin's present rights, in the unit that acts for them. */
  present(unit: UnitOfWork, operator: Operator, nowMs: EpochMs): Promise<E.Either<Refusal, Operator>>
}

const unauthenticated = E.left(refusal('Unauthenticated'))

/**
 * The super admin's present rights, unless something changed since the proof: the password, or their access.
 */
const operatorOf = (
  proof: OperatorProof,
  { value: facts, epoch }: AsOf<CallerFacts | undefined>,
  nowMs: EpochMs,
): E.Either<Refusal, Operator> => {
  if (facts?.admin === undefined || facts.user.status !== 'active') return unauthenticated
  if (facts.user.passwordHash !== proof.passwordHash) return unauthenticated
  if (mustProveAgain(proof, nowMs)) return unauthenticated
  return E.right({ _tag: 'Operator', audience: 'adminConsole', facts, epoch, proof })
}

/** The digest of a password that a session stores: after a password change the session is invalid. */
export const passwordDigestOf = ({ sha256 }: Digests, { passwordHash }: User): Digest =>
  sha256(frame(['session-password-1', passwordHash]))

/**
 * The super admin who owns a session, as of a moment. Unauthenticated if it has ended, was idle for too long,
 * or the user has changed, without distinction.
 */
export const operatorIn = (
  { digests }: { readonly digests: Digests },
  { value: found, epoch }: AsOf<OperatorSessionFacts | undefined>,
  nowMs: EpochMs,
): E.Either<Refusal, Operator> => {
  if (found === undefined) return unauthenticated
  const { session, ...facts } = found
  if (passwordDigestOf(digests, facts.user) !== session.passwordDigest) return unauthenticated
  const { userId, passwordHash } = facts.user
  const proof = { userId, passwordHash, confirmedAtMs: session.confirmedAtMs, session }
  return operatorOf(proof, { value: facts, epoch }, nowMs)
}

type Needs = ConfirmingNeeds & {
  readonly storage: { readonly operatorSessions: OperatorSessionStorage; readonly people: PeopleStorage }
  readonly digests: Digests
}

/** Authentication of super admins, who prove their identity again for each session. */
export const operatorAuthentication = (needs: Needs, prove: ProveIdentity): OperatorAuthentication => {
  const confirm = confirmSecondFactor(needs, 'super admins')
  const { storage, clock } = needs

  const look = async (proof: OperatorProof): Promise<E.Either<Refusal | Outage, Operator>> => {
    if (proof.session === undefined) {
      const found = await storage.people.operator(proof.userId)()
      return E.isLeft(found) ? found : operatorOf(proof, found.right, clock.nowMs())
    }
    const found = await storage.operatorSessions.bearer(proof.session.verifier)()
    return E.isLeft(found) ? found : operatorIn(needs, found.right, clock.nowMs())
  }

  return {
    admit: (claim, origin) => async () => {
      const proved = await prove(claim, origin)()
      if (E.isLeft(proved)) return proved
      const { userId, passwordHash } = proved.right.user
      const confirmed = await confirm(proved.right, claim.code, origin, (_unit, _admin, confirmedAtMs) =>
        Promise.resolve(E.right({ result: confirmedAtMs, acts: [] })),
      )()
      if (E.isLeft(confirmed)) return confirmed
      return look({ userId, passwordHash, confirmedAtMs: confirmed.right })
    },
    renew: ({ proof }) => look(proof),
    present: async (unit, { proof }, nowMs) => {
      const { epoch } = unit
      if (proof.session === undefined)
        return operatorOf(proof, { value: await unit.superAdmins.operator(proof.userId), epoch }, nowMs)
      const value = await unit.operatorSessions.bearer(proof.session.verifier)
      return operatorIn(needs, { value, epoch }, nowMs)
    },
  }
}
