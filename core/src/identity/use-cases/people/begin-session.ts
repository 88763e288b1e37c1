import type { AuditEvent, Origin } from '../../../audit/domain/audit-event.js'
import type { SessionId } from '../../../kernel/ids/id.js'
import type { SignInPlace } from '../../domain/mail/new-device-mail.js'
import type { User } from '../../domain/people/user.js'
import type { Outage } from '../../../kernel/refusals/outage.js'
import { type Refusal, refusal, secondFactorRequired } from '../../../kernel/refusals/refusal.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import { E, type TE } from '../../../fp.js'
import type { MailNeeds } from '../mails/add-mail.js'
import type { UnitOfWork } from '../../../assembly/unit-of-work.js'
import { recordActs } from '../../../audit/use-cases/record-act.js'
import { queued } from '../../../kernel/batching/queued.js'
import { type ConfirmedResult, confirmSecondFactor, type ConfirmingNeeds } from './confirm-second-factor.js'
import { lockFactor } from './held-factor.js'
import { noticeDevice } from './notice-device.js'
import { openPendingSignIn, sealPendingSignIn } from './pending-sign-in.js'
import { passwordDigestOf } from './operator-authentication.js'
import type { Claim, ProvenIdentity, ProveIdentity, ProvingNeeds } from './prove-identity.js'
import { isCrowded, makeRoom, type UserSessions } from './user-sessions.js'
import { clearAttempts, keysOf, throttleKeys } from './throttled-attempts.js'

export type SigningInNeeds = ProvingNeeds & ConfirmingNeeds & MailNeeds

/** An address with its password, and the code for people who have a second factor. */
export interface SignInClaim extends Claim {
  /** From the authenticator, or a recovery code; ignored for people without a second factor. */
  readonly code?: string | undefined
}

/** Signs people in, in one step or in two. */
export interface SignInFlow<R> {
  /**
   * Signs a person in by address, password and, if they have a second factor, a code. InvalidCredentials for
   * an unknown address, a wrong password, a wrong code and an inactive user, without distinction.
   * SecondFactorRequired if only the code is missing, with the value that `conclude` takes. TooManyRequests
   * after too many failures (docs/api/sign-in#throttling). If there are more than ten sessions, the oldest
   * one ends. `browser` is the value of the browser's device cookie; people get an email about a new device.
   */
  begin(claim: SignInClaim, origin: Origin, browser?: string): TE.TaskEither<Refusal | Outage, R>
  /**
   * Completes a sign-in that returned SecondFactorRequired, with the code, within five minutes.
   * InvalidCredentials for a wrong code, Unauthenticated if the sign-in has to start again; TooManyRequests
   * as for `begin`.
   */
  conclude(
    pending: string,
    code: string,
    origin: Origin,
    browser?: string,
  ): TE.TaskEither<Refusal | Outage, R>
}

/** A session that was added to a unit. */
interface AddedSession<R> {
  readonly sessionId: SessionId
  /** The response to the person, returned after the commit. */
  readonly answer: R
}

/**
 * How a session starts: its origin, and when a code of the second factor was accepted; undefined: the user
 * has none.
 */
export interface SessionStart {
  readonly origin: Origin
  /** The value of the browser's device cookie; undefined: it isn't a browser. */
  readonly browser: string | undefined
  readonly confirmedAtMs: EpochMs | undefined
}

/** The origin of a sign-in, and the browser. */
type SignInOrigin = Pick<SessionStart, 'origin' | 'browser'>

/** How sessions of one kind start, after a proof by address, password and second factor, if any. */
export interface SignInSessions<R, S> extends UserSessions<S> {
  /** The action in the audit log. */
  readonly action: AuditEvent['action']
  /** Where these sessions are used. */
  readonly place: SignInPlace
  /** Adds one to the unit, for the user with the verified password. */
  add(unit: UnitOfWork, user: User, start: SessionStart, nowMs: EpochMs): AddedSession<R>
}

/** The hash to store: a hash with outdated parameters is replaced, because the password is known now. */
const freshHash = async ({ passwords }: SigningInNeeds, { passwordHash }: User, password: string) => {
  if (passwordHash === undefined || !passwords.isOutdated(passwordHash)) return passwordHash
  const hashed = await passwords.hash(password)()
  return E.isRight(hashed) ? hashed.right : passwordHash
}

/** How many sessions start at once, and how many wait, after the proof of identity. */
const QUEUE_BOUNDS = { atOnce: 4, waiting: 256 }

interface Begun<R> {
  readonly answer: R
  readonly isCrowded: boolean
}

/** Adds the session in a unit, with its audit event. */
const adding = async <R, S>(
  needs: SigningInNeeds,
  { add, action, lockLive, place }: SignInSessions<R, S>,
  unit: UnitOfWork,
  user: User,
  start: SessionStart,
  nowMs: EpochMs,
): Promise<ConfirmedResult<Begun<R>>> => {
  const live = await lockLive(unit, user.userId, nowMs)
  const { sessionId, answer } = add(unit, user, start, nowMs)
  const { origin, browser } = start
  await noticeDevice(needs, unit, user, { browser, clientAddress: origin.clientAddress, place }, nowMs)
  const actor = { kind: 'user', id: user.userId } as const
  const what = { action, target: sessionId, organizationId: undefined, details: {} }
  return {
    result: { answer, isCrowded: isCrowded(live) },
    acts: [{ actor, credentialId: sessionId, origin, ...what }],
  }
}

/** Starts a session for a user without a second factor; SecondFactorRequired for other users. */
const begin =
  <R, S>(needs: SigningInNeeds, kind: SignInSessions<R, S>) =>
  (
    { user: known, keys }: ProvenIdentity,
    passwordHash: string | undefined,
    { origin, browser }: SignInOrigin,
  ): TE.TaskEither<Refusal | Outage, Begun<R>> =>
    needs.storage.units.transact<Refusal, Begun<R>>('shared', async (unit) => {
      const nowMs = needs.clock.nowMs()
      const [held, factor] = await Promise.all([
        unit.users.lock(known.userId),
        lockFactor(unit, known.userId, 'everybody'),
      ])
      // The password may have changed since it was verified, or the user may have been disabled.
      if (held?.status !== 'active' || held.passwordHash !== known.passwordHash)
        return E.left(refusal('InvalidCredentials'))
      if (factor !== undefined)
        return E.left(secondFactorRequired(sealPendingSignIn(needs, unit, held, nowMs)))
      const user = { ...held, passwordHash }
      if (passwordHash !== held.passwordHash) unit.users.rehash(user)
      await clearAttempts(unit, keys, nowMs)
      const { result, acts } = await adding(
        needs,
        kind,
        unit,
        user,
        { origin, browser, confirmedAtMs: undefined },
        nowMs,
      )
      await recordActs(needs, unit, acts, nowMs)
      return E.right(result)
    })

/** Starts a session for a user whose code is accepted. */
const beginConfirmed = <R, S>(needs: SigningInNeeds, kind: SignInSessions<R, S>) => {
  const confirm = confirmSecondFactor(needs, 'everybody')
  return (
    { user, keys }: ProvenIdentity,
    code: string,
    { origin, browser }: SignInOrigin,
  ): TE.TaskEither<Refusal | Outage, Begun<R>> =>
    confirm({ user, keys }, code, origin, async (unit, _factor, nowMs) =>
      E.right(await adding(needs, kind, unit, user, { origin, browser, confirmedAtMs: nowMs }, nowMs)),
    )
}

/**
 * The user of a sign-in that waits for a code; Unauthenticated if it was altered, is too old, or the user has
 * changed since.
 */
const pendingIdentity =
  (needs: SigningInNeeds) =>
  async (sealed: string, origin: Origin): Promise<E.Either<Refusal | Outage, ProvenIdentity>> => {
    const unauthenticated = E.left(refusal('Unauthenticated'))
    const pending = openPendingSignIn(needs, sealed, needs.clock.nowMs())
    if (pending === undefined) return unauthenticated
    const keys = throttleKeys(needs, 'sign-in', pending.emailKey, origin)
    const claimant = await needs.storage.people.claimant(pending.emailKey, keysOf(keys))()
    if (E.isLeft(claimant)) return claimant
    const { user } = claimant.right
    const isStill =
      user?.status === 'active' && passwordDigestOf(needs.digests, user) === pending.passwordDigest
    return isStill ? E.right({ user, keys }) : unauthenticated
  }

/** Creates the sign-in flow of one kind of session. */
export const signInFlow = <R, S>(
  needs: SigningInNeeds,
  prove: ProveIdentity,
  kind: SignInSessions<R, S>,
): SignInFlow<R> => {
  const beginInTurn = queued(QUEUE_BOUNDS, begin(needs, kind))
  const confirmInTurn = queued(QUEUE_BOUNDS, beginConfirmed(needs, kind))
  const pendingOf = pendingIdentity(needs)

  const admit = async ({ userId }: User, begun: E.Either<Refusal | Outage, Begun<R>>) => {
    if (E.isLeft(begun)) return begun
    const room = begun.right.isCrowded ? await makeRoom(needs, kind, userId)() : E.right(undefined)
    return E.isLeft(room) ? room : E.right(begun.right.answer)
  }

  return {
    begin: (claim, origin, browser) => async () => {
      const proved = await prove(claim, origin)()
      if (E.isLeft(proved)) return proved
      const { user } = proved.right
      const passwordHash = await freshHash(needs, user, claim.password)
      const begun = await beginInTurn(proved.right, passwordHash, { origin, browser })()
      const isCodeWanted = E.isLeft(begun) && begun.left._tag === 'SecondFactorRequired'
      return isCodeWanted && claim.code !== undefined
        ? admit(user, await confirmInTurn(proved.right, claim.code, { origin, browser })())
        : admit(user, begun)
    },
    conclude: (pending, code, origin, browser) => async () => {
      const proved = await pendingOf(pending, origin)
      if (E.isLeft(proved)) return proved
      return admit(proved.right.user, await confirmInTurn(proved.right, code, { origin, browser })())
    },
  }
}
