import { customerInvitationMail, hasAccountMail, signUpMail } from '../../domain/mail/sign-up-mail.js'
import { isSignUpOpen, SIGN_UP_MS, type SignUp } from '../../domain/people/sign-up.js'
import { emailKeyOf } from '../../domain/people/user.js'
import type { Outage } from '../../../kernel/refusals/outage.js'
import { DAY_MS, type EpochMs, HOUR_MS } from '../../../kernel/time/epoch-ms.js'
import { E, type TE } from '../../../fp.js'
import type { UnitOfWork } from '../../../assembly/unit-of-work.js'
import type { MailContent } from './add-mail.js'
import { type Composed, type ComposeNeeds, isBeyondMails } from './composed.js'
import { type Links, signUpLink } from './links.js'

/** A new link for the address; the previous one stops working. */
const linkFor = (
  { sessionTokens }: ComposeNeeds,
  links: Links,
  unit: UnitOfWork,
  { held, next }: { readonly held: SignUp | undefined; readonly next: Omit<SignUp, 'verifier'> },
): string => {
  const { token, verifier } = sessionTokens.create('link')
  if (held === undefined) unit.signUps.add({ ...next, verifier })
  else unit.signUps.replace({ ...next, verifier })
  return signUpLink(links, token)
}

const daysLeft = (expiresAtMs: EpochMs, nowMs: EpochMs): number =>
  Math.max(1, Math.round((expiresAtMs - nowMs) / DAY_MS))

/**
 * The email to an address that an account was requested for. It has a link, or the notice that the account
 * already exists; if an invitation is required and there is none, no email is sent. An invited person gets
 * their link again, for as long as it lasts.
 */
export const composeSignUp = (
  needs: ComposeNeeds,
  links: Links,
  email: string,
  isFirst: boolean,
): TE.TaskEither<Outage, Composed> =>
  needs.storage.units.transact<never, Composed>('shared', async (unit) => {
    const nowMs = needs.clock.nowMs()
    const emailKey = emailKeyOf(email)
    const user = await unit.users.lockByEmail(emailKey)
    const held = await unit.signUps.lock(emailKey)
    if (user !== undefined && user.status !== 'active') return E.right(undefined)
    const isBeyond = () => isBeyondMails(needs, unit, { emailKey, isFirst }, nowMs)
    if (user !== undefined) {
      if (await isBeyond()) return E.right(undefined)
      const { websiteUrl } = links
      const facts = { signInLink: `${websiteUrl}/sign-in`, recoverLink: `${websiteUrl}/recover` }
      return E.right({ ...hasAccountMail(links.product, facts), to: user.email })
    }
    const isInvited = held?.invitedBy !== undefined && nowMs < held.expiresAtMs
    const newSignUp = {
      emailKey,
      email,
      invitedBy: undefined,
      createdAtMs: nowMs,
      expiresAtMs: nowMs + SIGN_UP_MS,
    }
    const next = isInvited ? held : newSignUp
    if (!isSignUpOpen({ ...next, verifier: undefined }, links.signUp, nowMs) || (await isBeyond()))
      return E.right(undefined)
    const link = linkFor(needs, links, unit, { held, next })
    const validHours = Math.max(1, Math.round((next.expiresAtMs - nowMs) / HOUR_MS))
    // To the address as first stored: a later request may spell it differently.
    return E.right({ ...signUpMail(links.product, { link, validHours }), to: next.email })
  })

/**
 * The email to a person whom a super admin has invited; none if there is a newer request, or once there is an
 * account.
 */
export const composeCustomerInvitation = (
  needs: ComposeNeeds,
  links: Links,
  { email, orderedAtMs }: Extract<MailContent, { kind: 'customer_invitation' }>,
): TE.TaskEither<Outage, Composed> =>
  needs.storage.units.transact<never, Composed>('shared', async (unit) => {
    const nowMs = needs.clock.nowMs()
    const emailKey = emailKeyOf(email)
    const held = await unit.signUps.lock(emailKey)
    if (held?.invitedBy === undefined || held.createdAtMs !== orderedAtMs || nowMs >= held.expiresAtMs)
      return E.right(undefined)
    const user = await unit.users.lockByEmail(emailKey)
    const inviter = await unit.users.lock(held.invitedBy)
    if (user !== undefined || inviter === undefined) return E.right(undefined)
    const facts = {
      inviterName: inviter.displayName,
      link: linkFor(needs, links, unit, { held, next: held }),
      validDays: daysLeft(held.expiresAtMs, nowMs),
    }
    return E.right({ ...customerInvitationMail(links.product, facts), to: held.email })
  })
