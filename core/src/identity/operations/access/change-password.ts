import { type Id, isId } from '../../../kernel/ids/id.js'
import type { CookieSession } from '../../domain/people/cookie-session.js'
import { checkPassword } from '../../domain/people/password.js'
import type { User } from '../../domain/people/user.js'
import { bodyProblem } from '../../../kernel/refusals/body-problem.js'
import type { Outage } from '../../../kernel/refusals/outage.js'
import { type FieldProblem, invalidRequest, type Refusal, refusal } from '../../../kernel/refusals/refusal.js'
import { organizationNamesOf } from '../../../tenancy/domain/records.js'
import { E } from '../../../fp.js'
import type { CookieSessionRepository } from '../../ports/cookie-session-storage.js'
import type { UnitOfWork } from '../../../assembly/unit-of-work.js'
import { addMail } from '../../use-cases/mails/add-mail.js'
import { endSessions } from '../../use-cases/people/end-sessions.js'
import { passwordDigestOf } from '../../use-cases/people/operator-authentication.js'
import type { ProvenIdentity } from '../../use-cases/people/prove-identity.js'
import { clearAttempts } from '../../use-cases/people/throttled-attempts.js'
import { postponed } from '../../../kernel/units/until-done.js'
import { type CallOf, mutation, type OperationNeeds } from '../../../runner/use-cases/implementation.js'
import { entryOf } from '../../domain/access/operation.js'
import { ACCESS_OF_ANYBODY } from './entry-parts.js'
import { NO_STEP_UP } from '../../../runner/domain/entries/no-step-up.js'
import { mutationRequest, mutationResult } from '../../../runner/domain/entries/request.js'
import { currentPassword as currentPasswordField, newPassword as newPasswordField } from './shapes.js'

/**
 * Changes the caller's password and notifies them by email. InvalidCredentials if the present one is wrong,
 * and TooManyRequests after too many failures, both counted like sign-ins (docs/api/sign-in#throttling).
 * InvalidRequest for a new password that isn't allowed. Earlier links to set a password become invalid.
 */
export const changePasswordEntry = entryOf('Access', 'changePassword', {
  ...ACCESS_OF_ANYBODY,
  summary: 'Change the password',
  description: 'Needs the current password. Ends every other session of the caller.',
  mutation: true,
  effect: 'changes',
  noStepUp: NO_STEP_UP.PROVED,
  controls: [],
  refusals: ['InvalidCredentials', 'TooManyRequests'],
  request: mutationRequest({ currentPassword: currentPasswordField, newPassword: newPasswordField }, {}),
  result: mutationResult({}, {}),
})

type Call = CallOf<typeof changePasswordEntry>

/** The results of slow work outside the unit. */
interface ProvenChange {
  readonly identity: ProvenIdentity
  readonly passwordHash: string
}

const same = bodyProblem('/newPassword', 'not_allowed', 'The new password must differ from the current one.')

const problemsOf = (
  { passwords }: OperationNeeds,
  { request: { currentPassword, newPassword }, facts: { user, memberships } }: Call,
): readonly FieldProblem[] => {
  if (newPassword === currentPassword) return [same]
  const organizations = memberships.flatMap(({ organization }) => organizationNamesOf(organization))
  const known = [user.email, user.displayName, ...organizations]
  return checkPassword(newPassword, '/newPassword', known, passwords.isCommon)
}

/** Verifies the present password, counted like a sign-in, and hashes the new one. */
const prove = async (
  { prove: proveIdentity, passwords }: OperationNeeds,
  { request, facts: { user }, origin }: Call,
): Promise<E.Either<Outage, E.Either<Refusal, ProvenChange>>> => {
  const proved = await proveIdentity({ email: user.email, password: request.currentPassword }, origin)()
  if (E.isLeft(proved)) return 'cause' in proved.left ? E.left(proved.left) : E.right(E.left(proved.left))
  const hashed = await passwords.hash(request.newPassword)()
  if (E.isLeft(hashed)) return hashed
  return E.right(E.right({ identity: proved.right, passwordHash: hashed.right }))
}

/**
 * Ends every session except the one of this request, which continues with the new password. Returns how many
 * ended.
 */
const endOthers = async (
  { digests }: OperationNeeds,
  unit: UnitOfWork,
  user: User,
  own: Id<'ses'> | undefined,
  nowMs: number,
): Promise<number> => {
  const ended = await endSessions(unit, user.userId, 'password_changed', nowMs, own)
  if (own === undefined) return ended
  const passwordDigest = passwordDigestOf(digests, user)
  const keep = async <S extends CookieSession>(sessions: CookieSessionRepository<S>): Promise<void> => {
    const held = await sessions.lock(own)
    if (held !== undefined) sessions.replace({ ...held, passwordDigest })
  }
  await keep(unit.operatorSessions)
  await keep(unit.personSessions)
  return ended
}

export const changePassword = mutation(changePasswordEntry, {
  lock: 'exclusive',
  inspect: ({ newPassword }, _circumstances, { passwords }) =>
    newPassword === undefined ? [] : checkPassword(newPassword, '/newPassword', [], passwords.isCommon),
  begin: (needs) => {
    let known: E.Either<Refusal, ProvenChange> | undefined
    return async (unit, call) => {
      const { facts, signature, nowMs } = call
      const broken = problemsOf(needs, call)
      if (broken.length > 0) return E.left(invalidRequest(broken))
      if (known === undefined)
        return postponed(
          () => prove(needs, call),
          (found) => {
            known = found
          },
        )
      if (E.isLeft(known)) return known
      const { identity, passwordHash } = known.right
      const held = await unit.users.lock(facts.user.userId)
      // The password may have changed since it was verified.
      if (held === undefined || held.passwordHash !== identity.user.passwordHash)
        return E.left(refusal('InvalidCredentials'))
      const user: User = { ...held, passwordHash, version: held.version + 1 }
      unit.users.replace(user)
      unit.recoveries.remove(user.userId)
      const { credentialId = '' } = signature
      const own = isId('ses', credentialId) ? credentialId : undefined
      const sessions = await endOthers(needs, unit, user, own, nowMs)
      await clearAttempts(unit, identity.keys, nowMs)
      const content = { kind: 'password_changed', email: user.email, atMs: nowMs } as const
      await addMail(needs, unit, { content, emailKey: user.emailKey }, nowMs)
      return E.right({ result: {}, about: { target: user.userId, details: { sessions } } })
    }
  },
})
