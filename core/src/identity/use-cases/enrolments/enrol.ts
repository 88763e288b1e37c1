import type { Origin } from '../../../audit/domain/audit-event.js'
import { isEnrolmentOpen } from '../../domain/people/enrolment.js'
import { checkPassword } from '../../domain/people/password.js'
import type { User } from '../../domain/people/user.js'
import { bodyProblem } from '../../../kernel/refusals/body-problem.js'
import type { Outage } from '../../../kernel/refusals/outage.js'
import { invalidRequest, type Refusal, refusal } from '../../../kernel/refusals/refusal.js'
import { E, type TE } from '../../../fp.js'
import type { Clock } from '../../../kernel/ports/clock.js'
import type { KeyRing } from '../../../kernel/ports/key-ring.js'
import type { IpAddresses } from '../../../limits/ports/ip-addresses.js'
import type { Passwords } from '../../ports/passwords.js'
import type { SessionTokens } from '../../ports/session-tokens.js'
import type { Totp } from '../../ports/totp.js'
import type { EnrolmentDetails, PeopleStorage } from '../../ports/people-storage.js'
import type { UnitOfWork, UnitStorage } from '../../../assembly/unit-of-work.js'
import { type AuditNeeds, recordAct } from '../../../audit/use-cases/record-act.js'
import { superAdminOf } from '../people/create-user.js'
import { bareCode, type DrawnFactor, drawFactor, openDrawn } from '../people/drawn-factor.js'
import { endSessions } from '../people/end-sessions.js'
import { reserveAttempt, clearAttempts, throttleKeys } from '../people/throttled-attempts.js'
import { unreadable } from '../people/unreadable-factor.js'

type Needs = AuditNeeds & {
  readonly storage: { readonly people: PeopleStorage; readonly units: UnitStorage }
  readonly clock: Clock
  readonly keyRing: KeyRing
  readonly ipAddresses: IpAddresses
  readonly passwords: Passwords
  readonly sessionTokens: SessionTokens
  readonly totp: Totp
}

const notFound = E.left(refusal('NotFound'))

interface ShowEnrolmentNeeds {
  readonly storage: { readonly people: PeopleStorage }
  readonly clock: Clock
  readonly sessionTokens: SessionTokens
}

/**
 * The owner of the link; NotFound if it is malformed, unknown, used, replaced or expired, or belongs to a
 * disabled user, without distinction.
 */
export const showEnrolment =
  ({ storage, clock, sessionTokens }: ShowEnrolmentNeeds) =>
  (token: string): TE.TaskEither<Refusal | Outage, EnrolmentDetails> =>
  async () => {
    const verifier = sessionTokens.verifierOf('link', token)
    if (verifier === undefined) return notFound
    const found = await storage.people.enrolmentBy(verifier)()
    if (E.isLeft(found)) return found
    const shown = found.right
    const isOpen = shown?.user.status === 'active' && isEnrolmentOpen(shown.enrolment, clock.nowMs())
    return isOpen ? E.right(shown) : notFound
  }

/** The start of an enrollment: the link, and the chosen password. */
export interface EnrolmentClaim {
  readonly token: string
  readonly password: string
}

/** The data to continue: for the authenticator app, and to be sent back unchanged. */
export interface BegunEnrolment extends DrawnFactor {
  readonly user: Pick<User, 'userId' | 'email' | 'displayName'>
}

/** The place that the secret of an enrolling user is sealed for. */
const factorPlace = (userId: User['userId']): string => `enrolments|${userId}|totp_secret`

const passwordProblems = (
  { passwords }: { readonly passwords: Passwords },
  password: string,
  { email, displayName }: User,
) => checkPassword(password, '/password', [email, displayName], passwords.isCommon)

/**
 * Starts an enrollment: checks the password, and generates the secret of a second factor. It writes nothing
 * and can be repeated. NotFound as in {@link showEnrolment}; InvalidRequest for a bad password.
 */
export const beginEnrolment =
  (needs: Needs) =>
  ({ token, password }: EnrolmentClaim): TE.TaskEither<Refusal | Outage, BegunEnrolment> =>
  async () => {
    const shown = await showEnrolment(needs)(token)()
    if (E.isLeft(shown)) return shown
    const { user } = shown.right
    const broken = passwordProblems(needs, password, user)
    if (broken.length > 0) return E.left(invalidRequest(broken))
    return needs.storage.units.transact<never, BegunEnrolment>('shared', async (unit) => {
      const { userId, email, displayName } = user
      const drawn = drawFactor(needs, unit, factorPlace(userId), email)
      return E.right({ user: { userId, email, displayName }, ...drawn })
    })()
  }

/** The completion of an enrollment. */
export interface EnrolmentProof extends EnrolmentClaim {
  /** As returned by the start. */
  readonly sealedFactor: string
  /** The code that the authenticator shows. */
  readonly code: string
}

/** A new super admin, with recovery codes that are shown only once. */
export interface EnrolledAdmin {
  readonly user: User
  readonly recoveryCodes: readonly string[]
}

const foreignFactor = bodyProblem(
  '/sealedFactor',
  'format',
  'The secret is not the one from the first step. Start again.',
)

/** The present owner of the link and their permissions, locked. */
const holder = async (unit: UnitOfWork, verifier: string, nowMs: number) => {
  const enrolment = await unit.enrolments.lockByVerifier(verifier)
  const user = enrolment === undefined ? undefined : await unit.users.lock(enrolment.userId)
  const isOpen = enrolment !== undefined && isEnrolmentOpen(enrolment, nowMs) && user?.status === 'active'
  return isOpen ? { enrolment, user } : undefined
}

/**
 * Makes the holder of a link a super admin, with the chosen password, the second factor that the code proves,
 * and ten recovery codes. This succeeds once, even with concurrent calls, and ends their sessions. NotFound
 * as in {@link showEnrolment}; InvalidRequest for a bad password, or a secret of another enrollment.
 * InvalidCredentials for a wrong code; the link stays valid. TooManyRequests after too many wrong codes,
 * which are counted before they are checked, like those of a second factor.
 */
export const enrol =
  (needs: Needs) =>
  (proof: EnrolmentProof, origin: Origin): TE.TaskEither<Refusal | Outage, EnrolledAdmin> =>
  async () => {
    const { storage, clock, sessionTokens, passwords, totp } = needs
    const shown = await showEnrolment(needs)(proof.token)()
    if (E.isLeft(shown)) return shown
    const known = shown.right.user
    const broken = passwordProblems(needs, proof.password, known)
    if (broken.length > 0) return E.left(invalidRequest(broken))
    const opened = openDrawn(needs, proof.sealedFactor, factorPlace(known.userId))
    if (opened === undefined) return E.left(invalidRequest([foreignFactor]))
    if (E.isLeft(opened)) return E.left(unreadable(opened.left))
    const keys = throttleKeys(needs, 'second-factor', known.emailKey, origin)
    const counted = await reserveAttempt(needs)(keys)()
    if (E.isLeft(counted)) return counted
    const hashed = await passwords.hash(proof.password)()
    if (E.isLeft(hashed)) return hashed
    const codes = totp.recoveryCodes()
    return storage.units.transact<Refusal, EnrolledAdmin>('exclusive', async (unit) => {
      const nowMs = clock.nowMs()
      const held = await holder(unit, sessionTokens.verifierOf('link', proof.token) ?? '', nowMs)
      if (held === undefined) return notFound
      const step = totp.stepOf(opened.right, bareCode(proof.code), nowMs)
      if (step === undefined) return E.left(refusal('InvalidCredentials'))
      const { userId, version } = held.user
      const user: User = { ...held.user, passwordHash: hashed.right, version: version + 1 }
      const { permissions } = held.enrolment
      const powers = { permissions, totpSecret: opened.right, codes, lastTotpStep: step }
      unit.users.replace(user)
      unit.superAdmins.add(superAdminOf(needs, unit, userId, powers, nowMs))
      unit.enrolments.remove(userId)
      // From now on, the super admin's second factor is used at every sign-in.
      unit.secondFactors.remove(userId)
      const sessions = await endSessions(unit, userId, 'password_changed', nowMs)
      await clearAttempts(unit, keys, nowMs)
      const actor = { kind: 'user', id: userId } as const
      const what = { action: 'super_admin.enrol', target: userId, organizationId: undefined }
      await recordAct(needs, unit, { actor, origin, ...what, details: { sessions } }, nowMs)
      return E.right({ user, recoveryCodes: codes.map(({ code }) => code) })
    })()
  }
