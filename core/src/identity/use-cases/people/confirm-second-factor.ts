import type { Origin } from '../../../audit/domain/audit-event.js'
import type { UnknownKey } from '../../../kernel/ids/key-id.js'
import { type AcceptedCode, acceptCode, type TypedCode } from '../../domain/people/second-factor.js'
import type { User } from '../../domain/people/user.js'
import type { Outage, StorageUnavailable } from '../../../kernel/refusals/outage.js'
import { type Refusal, refusal } from '../../../kernel/refusals/refusal.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import { E, pipe, type TE } from '../../../fp.js'
import type { Ports } from '../../../assembly/ports.js'
import type { LockMode, UnitOfWork } from '../../../assembly/unit-of-work.js'
import { type Act, type AuditNeeds, recordActs } from '../../../audit/use-cases/record-act.js'
import { bareCode } from './drawn-factor.js'
import type { ReportFailure } from './failed-proofs.js'
import { type FactorHolders, type HeldFactor, lockFactor } from './held-factor.js'
import { reserveAttempt, clearAttempts, throttleKeys, type ThrottleKeys } from './throttled-attempts.js'
import { unreadable } from './unreadable-factor.js'

export type ConfirmingNeeds = AuditNeeds &
  Pick<Ports, 'storage' | 'clock' | 'ipAddresses' | 'totp' | 'keyRing'> & {
    /** Hears of codes that are not accepted. */
    readonly reportFailure?: ReportFailure
  }

/** Whose second factor is to be confirmed: somebody who has proved the password. */
export interface ConfirmingIdentity {
  readonly user: User
  /** By which the proof of the password was counted; undefined: it was proved earlier, in a session. */
  readonly keys?: ThrottleKeys
  /** The session in which it is confirmed; undefined: there is none yet. */
  readonly credentialId?: string
}

/** What was done on the strength of a confirmation, and what the audit log is told of it. */
export interface ConfirmedResult<R> {
  readonly result: R
  readonly acts: readonly Act[]
}

/** What a confirmation is asked for: done in its own unit, so that one comes with the other or neither does. */
export type ConfirmedWork<R> = (
  unit: UnitOfWork,
  held: Pick<HeldFactor, 'factor' | 'isOfSuperAdmin'>,
  nowMs: EpochMs,
) => Promise<E.Either<Refusal, ConfirmedResult<R>>>

type ReadCode = (
  held: HeldFactor | undefined,
  code: string,
  nowMs: EpochMs,
) => E.Either<UnknownKey, TypedCode>

const NOBODY = 'super_admins|nobody|totp_secret'

/** Reads codes; without a second factor by a secret that nobody has, which is the same work. */
const codeReader = ({ totp, keyRing }: ConfirmingNeeds): ReadCode => {
  const standIn = keyRing.seal(totp.create('nobody').secret, NOBODY, undefined)
  return (held, code, nowMs) => {
    const secret =
      held === undefined
        ? keyRing.open(standIn, NOBODY)
        : keyRing.open(held.factor.sealedTotpSecret, held.place)
    return pipe(
      secret,
      E.map((known) => totp.stepOf(known, bareCode(code), nowMs)),
      E.map((step) => ({ step, verifier: totp.recoveryVerifierOf(code) })),
    )
  }
}

/** What was accepted, and whose it is. */
interface Accepted extends AcceptedCode, Pick<HeldFactor, 'isOfSuperAdmin'> {}

/** Accepts the code and strikes it off; undefined where it is not accepted. Left where nobody here can tell. */
const accept = async (
  unit: UnitOfWork,
  known: User,
  holders: FactorHolders,
  read: (held: HeldFactor | undefined) => E.Either<UnknownKey, TypedCode>,
): Promise<E.Either<StorageUnavailable, Accepted | undefined>> => {
  const { userId } = known
  const [user, held] = await Promise.all([unit.users.lock(userId), lockFactor(unit, userId, holders)])
  const typed = read(held)
  if (E.isLeft(typed)) return E.left(unreadable(typed.left))
  // Since the password was compared it may have been changed, or the user disabled.
  const isStill = user?.status === 'active' && user.passwordHash === known.passwordHash
  const spent = isStill && held !== undefined ? acceptCode(held.factor, typed.right) : undefined
  if (spent === undefined || held === undefined) return E.right(undefined)
  held.save(spent.factor)
  return E.right({ ...spent, isOfSuperAdmin: held.isOfSuperAdmin })
}

const confirmation = (
  { by, factor }: AcceptedCode,
  credentialId: string | undefined,
  origin: Origin,
): Act => ({
  actor: { kind: 'user', id: factor.userId },
  credentialId,
  action: 'second_factor.confirm',
  target: factor.userId,
  organizationId: undefined,
  details: { by, recoveryCodesLeft: factor.recoveryVerifiers.length },
  origin,
})

/**
 * Accepts one code of a person with a second factor who has proved the password, once: of several uses at the same time one succeeds. It is
 * on record with how many recovery codes are left, the failures are forgotten, and what `further` does
 * belongs to it: refuses it, the code is not spent. InvalidCredentials for a wrong code, one that was used, and a user who has no second factor of these
 * holders or is not active, after the same work; TooManyRequests after too many failures, which count before the code is looked at, apart
 * from those of passwords: who knows the password does not get more tries by signing in
 * (docs/contract#second-factors, docs/promises#second-factors). A code that is not accepted is reported.
 */
export const confirmSecondFactor = (
  needs: ConfirmingNeeds,
  holders: FactorHolders,
  lock: LockMode = 'shared',
) => {
  const read = codeReader(needs)
  const { storage, clock, reportFailure = () => undefined } = needs
  return <R>(
      { user, keys: proofKeys, credentialId }: ConfirmingIdentity,
      code: string,
      origin: Origin,
      further: ConfirmedWork<R>,
    ): TE.TaskEither<Refusal | Outage, R> =>
    async () => {
      const keys = throttleKeys(needs, 'second-factor', user.emailKey, origin)
      const counted = await reserveAttempt(needs)(keys)()
      if (E.isLeft(counted)) return counted
      const confirmed = await storage.units.transact<Refusal | StorageUnavailable, R>(lock, async (unit) => {
        const nowMs = clock.nowMs()
        const accepted = await accept(unit, user, holders, (held) => read(held, code, nowMs))
        if (E.isLeft(accepted)) return accepted
        const spent = accepted.right
        if (spent === undefined) return E.left(refusal('InvalidCredentials'))
        if (proofKeys !== undefined) await clearAttempts(unit, proofKeys, nowMs)
        await clearAttempts(unit, keys, nowMs)
        const done = await further(unit, spent, nowMs)
        if (E.isLeft(done)) return done
        const { result, acts } = done.right
        await recordActs(needs, unit, [confirmation(spent, credentialId, origin), ...acts], nowMs)
        return E.right(result)
      })()
      if (E.isLeft(confirmed) && confirmed.left._tag === 'InvalidCredentials')
        reportFailure({
          kind: 'second_factor',
          user,
          emailKey: user.emailKey,
          origin,
          credentialId,
          ...counted.right,
        })
      return confirmed
    }
}
