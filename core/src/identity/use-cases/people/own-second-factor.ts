import type { Origin } from '../../../audit/domain/audit-event.js'
import type { UserId } from '../../../kernel/ids/id.js'
import { bodyProblem } from '../../../kernel/refusals/body-problem.js'
import type { Outage } from '../../../kernel/refusals/outage.js'
import { invalidRequest, type Refusal, refusal } from '../../../kernel/refusals/refusal.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import { E, type TE } from '../../../fp.js'
import type { UnitOfWork } from '../../../assembly/unit-of-work.js'
import { type Act, type AuditNeeds, recordAct } from '../../../audit/use-cases/record-act.js'
import type { WebsiteUser } from '../callers/caller.js'
import { addMail, type MailNeeds } from '../mails/add-mail.js'
import { confirmSecondFactor, type ConfirmingNeeds } from './confirm-second-factor.js'
import { bareCode, type DrawnFactor, drawFactor, openDrawn } from './drawn-factor.js'
import { endSessions } from './end-sessions.js'
import { factorChanged } from './factor-changed.js'
import { lockFactor, ownTotpContext } from './held-factor.js'
import type { PersonSessions } from './person-sessions.js'
import type { ProveIdentity } from './prove-identity.js'
import { clearAttempts, reserveAttempt, throttleKeys } from './throttled-attempts.js'
import { unreadable } from './unreadable-factor.js'

/** The state of a person's second factor. */
export interface SecondFactorStatus {
  readonly user: WebsiteUser
  /** Undefined: there is none. */
  readonly factor:
    | {
        /** Whether it is a super admin's, which is managed at the console. */
        readonly isOfSuperAdmin: boolean
        readonly recoveryCodesLeft: number
        readonly createdAtMs: EpochMs
      }
    | undefined
  /** The names of the person's Organizations that require one. */
  readonly requiredBy: readonly string[]
}

/** How a person proves their identity: with the password and a code. */
export interface FactorProof {
  readonly password: string
  readonly code: string
}

/** How a person proves a second factor that was generated for them. */
export interface FactorEnrolment extends FactorProof {
  /** As `begin` returned it. */
  readonly sealedFactor: string
}

/**
 * Manages the optional second factors of people at the website (docs/api/sign-in#second-factors). Each call
 * takes the token of their session: Unauthenticated if it has ended. A wrong password or code is
 * InvalidCredentials, and TooManyRequests after too many, which are counted like those of sign-ins.
 */
export interface OwnSecondFactor {
  /** Whether the person has one, and which Organizations require one. */
  show(token: string | undefined): TE.TaskEither<Refusal | Outage, SecondFactorStatus>
  /**
   * Generates a secret for the authenticator app; writes nothing. Conflict if there already is a second
   * factor.
   */
  begin(token: string | undefined): TE.TaskEither<Refusal | Outage, DrawnFactor>
  /**
   * Turns the second factor on, and returns ten recovery codes, shown once. Every other session of the person
   * ends, and an email notifies them. Conflict if there already is one; InvalidRequest for a secret that
   * wasn't generated for them.
   */
  turnOn(
    token: string | undefined,
    enrolment: FactorEnrolment,
    origin: Origin,
  ): TE.TaskEither<Refusal | Outage, readonly string[]>
  /**
   * Replaces the recovery codes with ten new ones, shown once. Conflict for a super admin, who does that at
   * the console.
   */
  renewCodes(
    token: string | undefined,
    code: string,
    origin: Origin,
  ): TE.TaskEither<Refusal | Outage, readonly string[]>
  /**
   * Removes the second factor; every other session ends, and an email notifies the person. Conflict for a
   * super admin.
   */
  turnOff(
    token: string | undefined,
    proof: FactorProof,
    origin: Origin,
  ): TE.TaskEither<Refusal | Outage, void>
}

type Needs = ConfirmingNeeds & AuditNeeds & MailNeeds

interface SessionAccess {
  readonly prove: ProveIdentity
  readonly find: PersonSessions['find']
}

const conflict = E.left(refusal('Conflict'))

const foreignFactor = bodyProblem(
  '/sealedFactor',
  'format',
  'The secret was not created for you. Start again.',
)

/** The place that the secret is sealed for while a second factor is turned on. */
const drawnPlace = (userId: UserId): string => `second_factors|${userId}|drawn`

const actOf = (user: WebsiteUser, action: string, origin: Origin, details: Act['details']): Act => {
  const { userId } = user.facts.user
  return {
    actor: { kind: 'user', id: userId },
    credentialId: user.facts.session.sessionId,
    action,
    target: userId,
    organizationId: undefined,
    details,
    origin,
  }
}

/**
 * Ends every session except the one of this request, which continues with or without a second factor. Returns
 * how many ended; undefined if that one has ended too.
 */
const goOnAlone = async (
  unit: UnitOfWork,
  { facts: { session } }: WebsiteUser,
  confirmedAtMs: EpochMs | undefined,
  nowMs: EpochMs,
): Promise<number | undefined> => {
  const { sessionId, userId } = session
  const held = await unit.personSessions.lock(sessionId)
  if (held === undefined) return undefined
  const ended = await endSessions(unit, userId, 'second_factor_changed', nowMs, sessionId)
  unit.personSessions.replace({ ...held, confirmedAtMs })
  return ended
}

const showing =
  ({ storage }: Needs, { find }: SessionAccess): OwnSecondFactor['show'] =>
  (token) =>
  async () => {
    const found = await find(token)()
    if (E.isLeft(found)) return found
    const user = found.right
    const { memberships } = user.facts
    const requiredBy = memberships
      .filter(({ organization }) => organization.requiresSecondFactor)
      .map(({ organization }) => organization.displayName)
    return storage.units.transact<never, SecondFactorStatus>('shared', async (unit) => {
      const held = await lockFactor(unit, user.facts.user.userId, 'everybody')
      if (held === undefined) return E.right({ user, requiredBy, factor: undefined })
      const { createdAtMs, recoveryVerifiers } = held.factor
      const { isOfSuperAdmin } = held
      const factor = { isOfSuperAdmin, createdAtMs, recoveryCodesLeft: recoveryVerifiers.length }
      return E.right({ user, requiredBy, factor })
    })()
  }

const beginning =
  (needs: Needs, { find }: SessionAccess): OwnSecondFactor['begin'] =>
  (token) =>
  async () => {
    const found = await find(token)()
    if (E.isLeft(found)) return found
    const { userId, email } = found.right.facts.user
    return needs.storage.units.transact<Refusal, DrawnFactor>('shared', async (unit) => {
      if ((await lockFactor(unit, userId, 'everybody')) !== undefined) return conflict
      return E.right(drawFactor(needs, unit, drawnPlace(userId), email))
    })()
  }

const turningOn =
  (needs: Needs, { find, prove }: SessionAccess): OwnSecondFactor['turnOn'] =>
  (token, { sealedFactor, password, code }, origin) =>
  async () => {
    const { storage, clock, totp, keyRing } = needs
    const found = await find(token)()
    if (E.isLeft(found)) return found
    const caller = found.right
    const { userId, email, emailKey } = caller.facts.user
    const drawn = openDrawn(needs, sealedFactor, drawnPlace(userId))
    if (drawn === undefined) return E.left(invalidRequest([foreignFactor]))
    if (E.isLeft(drawn)) return E.left(unreadable(drawn.left))
    const proved = await prove({ email, password }, origin)()
    if (E.isLeft(proved)) return proved
    const keys = throttleKeys(needs, 'second-factor', emailKey, origin)
    const counted = await reserveAttempt(needs)(keys)()
    if (E.isLeft(counted)) return counted
    const codes = totp.recoveryCodes()
    return storage.units.transact<Refusal, readonly string[]>('exclusive', async (unit) => {
      const nowMs = clock.nowMs()
      const [user, present] = await Promise.all([
        unit.users.lock(userId),
        lockFactor(unit, userId, 'everybody'),
      ])
      if (user?.status !== 'active' || user.passwordHash !== proved.right.user.passwordHash)
        return E.left(refusal('InvalidCredentials'))
      if (present !== undefined) return conflict
      const step = totp.stepOf(drawn.right, bareCode(code), nowMs)
      if (step === undefined) return E.left(refusal('InvalidCredentials'))
      const sessions = await goOnAlone(unit, caller, nowMs, nowMs)
      if (sessions === undefined) return E.left(refusal('Unauthenticated'))
      unit.secondFactors.add({
        userId,
        sealedTotpSecret: keyRing.seal(drawn.right, ownTotpContext(userId), unit.sealingKey),
        lastTotpStep: step,
        recoveryVerifiers: codes.map(({ verifier }) => verifier),
        createdAtMs: nowMs,
      })
      await clearAttempts(unit, proved.right.keys, nowMs)
      await clearAttempts(unit, keys, nowMs)
      await addMail(needs, unit, factorChanged(caller.facts.user, true, nowMs), nowMs)
      await recordAct(needs, unit, actOf(caller, 'second_factor.turn_on', origin, { sessions }), nowMs)
      return E.right(codes.map((each) => each.code))
    })()
  }

const renewing = (needs: Needs, { find }: SessionAccess): OwnSecondFactor['renewCodes'] => {
  const confirm = confirmSecondFactor(needs, 'everybody')
  return (token, code, origin) => async () => {
    const found = await find(token)()
    if (E.isLeft(found)) return found
    const { facts } = found.right
    const holder = { user: facts.user, credentialId: facts.session.sessionId }
    return confirm(holder, code, origin, async (unit, { factor, isOfSuperAdmin }) => {
      if (isOfSuperAdmin) return conflict
      const codes = needs.totp.recoveryCodes()
      unit.secondFactors.replace({ ...factor, recoveryVerifiers: codes.map(({ verifier }) => verifier) })
      const details = { recoveryCodesLeft: codes.length }
      const acts = [actOf(found.right, 'second_factor.renew_codes', origin, details)]
      return E.right({ result: codes.map((each) => each.code), acts })
    })()
  }
}

const turningOff = (needs: Needs, { find, prove }: SessionAccess): OwnSecondFactor['turnOff'] => {
  const confirm = confirmSecondFactor(needs, 'everybody', 'exclusive')
  return (token, { password, code }, origin) =>
    async () => {
      const found = await find(token)()
      if (E.isLeft(found)) return found
      const caller = found.right
      const { email, userId } = caller.facts.user
      const proved = await prove({ email, password }, origin)()
      if (E.isLeft(proved)) return proved
      const holder = { ...proved.right, credentialId: caller.facts.session.sessionId }
      return confirm<void>(holder, code, origin, async (unit, { isOfSuperAdmin }, nowMs) => {
        if (isOfSuperAdmin) return conflict
        const sessions = await goOnAlone(unit, caller, undefined, nowMs)
        if (sessions === undefined) return E.left(refusal('Unauthenticated'))
        unit.secondFactors.remove(userId)
        await addMail(needs, unit, factorChanged(caller.facts.user, false, nowMs), nowMs)
        return E.right({
          result: undefined,
          acts: [actOf(caller, 'second_factor.turn_off', origin, { sessions })],
        })
      })()
    }
}

/** The second factors of people at the website, managed through their sessions. */
export const ownSecondFactor = (needs: Needs, access: SessionAccess): OwnSecondFactor => ({
  show: showing(needs, access),
  begin: beginning(needs, access),
  turnOn: turningOn(needs, access),
  renewCodes: renewing(needs, access),
  turnOff: turningOff(needs, access),
})
