import type { Origin } from '../../../audit/domain/audit-event.js'
import { checkPassword } from '../../domain/people/password.js'
import { newThrottle } from '../../../limits/domain/throttle.js'
import type { Outage } from '../../../kernel/refusals/outage.js'
import { invalidRequest, type Refusal, refusal } from '../../../kernel/refusals/refusal.js'
import { E, type TE } from '../../../fp.js'
import type { PeopleStorage } from '../../ports/people-storage.js'
import type { UnitStorage } from '../../../assembly/unit-of-work.js'
import type { Clock } from '../../../kernel/ports/clock.js'
import type { IpAddresses } from '../../../limits/ports/ip-addresses.js'
import type { Passwords } from '../../ports/passwords.js'
import type { SessionTokens } from '../../ports/session-tokens.js'
import { type AuditNeeds, recordAct } from '../../../audit/use-cases/record-act.js'
import { addMail, type MailNeeds } from '../mails/add-mail.js'
import { endSessions } from './end-sessions.js'
import { throttleKeys } from './throttled-attempts.js'

type Needs = AuditNeeds &
  MailNeeds & {
    readonly storage: { readonly people: PeopleStorage; readonly units: UnitStorage }
    readonly clock: Clock
    readonly ipAddresses: IpAddresses
    readonly passwords: Passwords
    readonly sessionTokens: SessionTokens
  }

interface CheckRecoveryNeeds {
  readonly storage: { readonly people: PeopleStorage }
  readonly clock: Clock
  readonly sessionTokens: SessionTokens
}

/**
 * Whether the link of a recovery email is valid at this moment; NotFound if it is malformed, used or expired.
 */
export const checkRecovery =
  ({ storage, clock, sessionTokens }: CheckRecoveryNeeds) =>
  (token: string): TE.TaskEither<Refusal | Outage, void> =>
  async () => {
    const verifier = sessionTokens.verifierOf('link', token)
    if (verifier === undefined) return E.left(refusal('NotFound'))
    const has = await storage.people.hasRecovery(verifier, clock.nowMs())()
    if (E.isLeft(has)) return has
    return has.right ? E.right(undefined) : E.left(refusal('NotFound'))
  }

/**
 * Sets a new password through the link of a recovery email, once, and ends all sessions of the user
 * (docs/api/sign-in#password-recovery). It doesn't sign the user in or replace a second factor. NotFound if
 * the link isn't valid; InvalidRequest for a bad password, and the link stays valid.
 */
export const resetPassword =
  (needs: Needs) =>
  (token: string, password: string, origin: Origin): TE.TaskEither<Refusal | Outage, void> =>
  async () => {
    const { storage, clock, sessionTokens, passwords } = needs
    // Checked before the expensive work: nothing is hashed without a valid link.
    const works = await checkRecovery(needs)(token)()
    if (E.isLeft(works)) return works
    const broken = checkPassword(password, '/password', [], passwords.isCommon)
    if (broken.length > 0) return E.left(invalidRequest(broken))
    const passwordHash = await passwords.hash(password)()
    if (E.isLeft(passwordHash)) return passwordHash
    return storage.units.transact<Refusal, void>('exclusive', async (unit) => {
      const nowMs = clock.nowMs()
      const recovery = await unit.recoveries.lockByVerifier(sessionTokens.verifierOf('link', token) ?? '')
      const user = recovery === undefined ? undefined : await unit.users.lock(recovery.userId)
      if (recovery === undefined || nowMs >= recovery.expiresAtMs || user?.status !== 'active')
        return E.left(refusal('NotFound'))
      const guessable = checkPassword(
        password,
        '/password',
        [user.email, user.displayName],
        passwords.isCommon,
      )
      if (guessable.length > 0) return E.left(invalidRequest(guessable))
      unit.users.replace({ ...user, passwordHash: passwordHash.right, version: user.version + 1 })
      unit.recoveries.remove(user.userId)
      const sessions = await endSessions(unit, user.userId, 'password_changed', nowMs)
      // Failed guesses of other people no longer block the owner of this address.
      const { address } = throttleKeys(needs, 'sign-in', user.emailKey, origin)
      if ((await unit.throttles.lock(address)) !== undefined)
        unit.throttles.replace(newThrottle(address, nowMs))
      const content = { kind: 'password_changed', email: user.email, atMs: nowMs } as const
      await addMail(needs, unit, { content, emailKey: user.emailKey }, nowMs)
      const actor = { kind: 'user', id: user.userId } as const
      const what = { action: 'password.reset', target: user.userId, organizationId: undefined }
      await recordAct(needs, unit, { actor, origin, ...what, details: { sessions } }, nowMs)
      return E.right(undefined)
    })()
  }
