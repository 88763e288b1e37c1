import type { Origin } from '../../../audit/domain/audit-event.js'
import { isSignUpOpen, type SignUp, type SignUpPolicy } from '../../domain/people/sign-up.js'
import type { User } from '../../domain/people/user.js'
import type { Outage } from '../../../kernel/refusals/outage.js'
import { type Refusal, refusal } from '../../../kernel/refusals/refusal.js'
import { E, type TE } from '../../../fp.js'
import type { PeopleStorage } from '../../ports/people-storage.js'
import type { UnitStorage } from '../../../assembly/unit-of-work.js'
import type { Clock } from '../../../kernel/ports/clock.js'
import type { Passwords } from '../../ports/passwords.js'
import type { SessionTokens } from '../../ports/session-tokens.js'
import { type AuditNeeds, recordAct } from '../../../audit/use-cases/record-act.js'
import { type ChosenIdentity, newUser } from './new-user.js'

type Needs = AuditNeeds & {
  readonly storage: { readonly people: PeopleStorage; readonly units: UnitStorage }
  readonly clock: Clock
  readonly passwords: Passwords
  readonly sessionTokens: SessionTokens
}

/** The request of a person who creates an account through a sign-up link. */
export interface SigningUp extends ChosenIdentity {
  /** The token in the link. */
  readonly token: string
}

interface ShowSignUpNeeds {
  readonly storage: { readonly people: PeopleStorage }
  readonly clock: Clock
  readonly sessionTokens: SessionTokens
}

/**
 * The sign-up of a link, without using it up. NotFound if the link is malformed, used or expired, or if
 * sign-ups need an invitation and it has none, without distinction.
 */
export const showSignUp =
  ({ storage, clock, sessionTokens }: ShowSignUpNeeds, policy: SignUpPolicy) =>
  (token: string): TE.TaskEither<Refusal | Outage, SignUp> =>
  async () => {
    const verifier = sessionTokens.verifierOf('link', token)
    if (verifier === undefined) return E.left(refusal('NotFound'))
    const found = await storage.people.signUpBy(verifier)()
    if (E.isLeft(found)) return found
    const shown = found.right
    return shown !== undefined && isSignUpOpen(shown, policy, clock.nowMs())
      ? E.right(shown)
      : E.left(refusal('NotFound'))
  }

/**
 * Creates a user through a sign-up link, which has proved their address, and nothing else
 * (docs/api/sign-in#signing-up). Of several concurrent uses of a link, one succeeds. NotFound if the link
 * isn't valid; InvalidRequest for a bad name or password, and the link stays valid.
 */
export const signUp =
  (needs: Needs, policy: SignUpPolicy) =>
  ({ token, ...chosen }: SigningUp, origin: Origin): TE.TaskEither<Refusal | Outage, User> =>
  async () => {
    const { storage, clock, sessionTokens } = needs
    // Checked before the expensive work: nothing is hashed without a valid link.
    const shown = await showSignUp(needs, policy)(token)()
    if (E.isLeft(shown)) return shown
    const made = await newUser(needs)(shown.right, chosen)()
    if (E.isLeft(made)) return made
    return storage.units.transact<Refusal, User>('exclusive', async (unit) => {
      const nowMs = clock.nowMs()
      const held = await unit.signUps.lockByVerifier(sessionTokens.verifierOf('link', token) ?? '')
      // An invitation may have created an account for the address meanwhile.
      const present = await unit.users.lockByEmail(shown.right.emailKey)
      if (held === undefined || !isSignUpOpen(held, policy, nowMs) || present !== undefined)
        return E.left(refusal('NotFound'))
      const user: User = { ...made.right, createdAtMs: nowMs }
      unit.users.add(user)
      unit.signUps.remove(held.emailKey)
      const actor = { kind: 'user', id: user.userId } as const
      const details = held.invitedBy === undefined ? {} : { invitedBy: held.invitedBy }
      const what = { action: 'user.sign_up', target: user.userId, organizationId: undefined, details }
      await recordAct(needs, unit, { actor, origin, ...what }, nowMs)
      return E.right(user)
    })()
  }
