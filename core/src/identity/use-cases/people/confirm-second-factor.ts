import type { Origin } from '../../../audit/domain/audit-event.js'
import type { UnknownKey } from '../../../kernel/ids/key-id.js'
import { type AcceptedCode, acceptCode, type TypedCode } from '../../domain/people/second-factor.js'
import type { User } from '../../domain/people/user.js'
import type { Outage, StorageUnavailable } from '../../../kernel/refusals/outage.js'
import { type Refusal, refusal } from '../../../kernel/refusals/refusal.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import { E, pipe, type TE } from '../../../fp.js'
import type { Clock } from '../../../kernel/ports/clock.js'
import type { KeyRing } from '../../../kernel/ports/key-ring.js'
import type { IpAddresses } from '../../../limits/ports/ip-addresses.js'
import type { Totp } from '../../ports/totp.js'
import type { LockMode, UnitOfWork, UnitStorage } from '../../../assembly/unit-of-work.js'
import { type Act, type AuditNeeds, recordActs } from '../../../audit/use-cases/record-act.js'
import { bareCode } from './drawn-factor.js'
import type { ReportFailure } from './failed-proofs.js'
import { type FactorHolders, type HeldFactor, lockFactor } from './held-factor.js'
import { reserveAttempt, clearAttempts, throttleKeys, type ThrottleKeys } from './throttled-attempts.js'
import { unreadable } from './unreadable-factor.js'

export type ConfirmingNeeds = AuditNeeds & {
  /** Called for each code that isn't accepted. */
  readonly reportFailure?: ReportFailure
  readonly storage: { readonly units: UnitStorage }
  readonly clock: Clock
  readonly keyRing: KeyRing
  readonly ipAddresses: IpAddresses
  readonly totp: Totp
}

/** A person who has proved their password and confirms the second factor. */
export interface ConfirmingIdentity {
  readonly user: User
  /** The throttles that counted the attempt with the password; undefined: a session had proved it earlier. */
  readonly keys?: ThrottleKeys
  /** The session of the confirmation; undefined: there is none yet. */
  readonly credentialId?: string
}

/** The result of the confirmed work, and its audit events. */
export interface ConfirmedResult<R> {
  readonly result: R
  readonly acts: readonly Act[]
}

/** The work that a confirmation is for, done in the same unit, so that both happen or neither does. */
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

/** Reads codes. Without a second factor it uses a secret that nobody has, so that the work is the same. */
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

/** An accepted code, and whether its owner is a super admin. */
interface Accepted extends AcceptedCode, Pick<HeldFactor, 'isOfSuperAdmin'> {}

/**
 * Accepts the code and marks it as used; undefined if it isn't accepted. Left if it can't be checked here.
 */
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
  // The password may have changed since it was verified, or the user may have been disabled.
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
 * Accepts one code of a person who has proved their password, once: of several concurrent uses, one succeeds.
 * The audit log records it with the number of recovery codes left, and the counted failures are cleared.
 * `further` is part of it: if it refuses, the code isn't used up. InvalidCredentials for a wrong or used
 * code, and for a user who is inactive or has no second factor of these holders, after the same work.
 * TooManyRequests after too many failures. They are counted before the code is checked, separately from
 * password failures, so that knowing the password and signing in gives no more attempts
 * (docs/api/sign-in#second-factors, docs/promises#second-factors). A code that isn't accepted is reported.
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
