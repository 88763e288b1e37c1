import { agentKeyMadeMail } from '../../domain/mail/agent-key-made-mail.js'
import { enrolmentMail } from '../../domain/mail/enrolment-mail.js'
import { invitationMail } from '../../domain/mail/invitation-mail.js'
import { lowBalanceMail } from '../../domain/mail/low-balance-mail.js'
import { newDeviceMail } from '../../domain/mail/new-device-mail.js'
import { passwordChangedMail } from '../../domain/mail/password-changed-mail.js'
import { recoveryMail } from '../../domain/mail/recovery-mail.js'
import { signInBlockedMail } from '../../domain/mail/sign-in-blocked-mail.js'
import { secondFactorChangedMail } from '../../domain/mail/second-factor-changed-mail.js'
import { sessionsEndedMail } from '../../domain/mail/sessions-ended-mail.js'
import { webhookDisabledMail, webhookFailingMail } from '../../domain/mail/webhook-mails.js'
import { isEnrolmentOpen } from '../../domain/people/enrolment.js'
import { isOpenInvitation } from '../../domain/people/member.js'
import { RECOVERY_MS } from '../../domain/people/recovery.js'
import { emailKeyOf } from '../../domain/people/user.js'
import type { Outage } from '../../../kernel/refusals/outage.js'
import { DAY_MS, MINUTE_MS } from '../../../kernel/time/epoch-ms.js'
import { E, TE } from '../../../fp.js'
import type { MailContent } from './add-mail.js'
import { composeCustomerInvitation, composeSignUp } from './compose-sign-up.js'
import { type Composed, type ComposeNeeds, isBeyondMails } from './composed.js'
import { accountLink, agentKeyLink, appLink, billingLink, enrolmentLink, type Links } from './links.js'

const composeRecovery = (
  needs: ComposeNeeds,
  { websiteUrl, product }: Links,
  email: string,
  isFirst: boolean,
): TE.TaskEither<Outage, Composed> =>
  needs.storage.units.transact<never, Composed>('shared', async (unit) => {
    const nowMs = needs.clock.nowMs()
    const emailKey = emailKeyOf(email)
    const user = await unit.users.lockByEmail(emailKey)
    if (user?.status !== 'active') return E.right(undefined)
    if (await isBeyondMails(needs, unit, { emailKey, isFirst }, nowMs)) return E.right(undefined)
    const { token, verifier } = needs.sessionTokens.create('link')
    const recovery = { userId: user.userId, verifier, createdAtMs: nowMs, expiresAtMs: nowMs + RECOVERY_MS }
    if ((await unit.recoveries.lock(user.userId)) === undefined) unit.recoveries.add(recovery)
    else unit.recoveries.replace(recovery)
    const link = `${websiteUrl}/recover?token=${token}`
    // To the stored address: the requested one may differ in insignificant ways.
    return E.right({
      ...recoveryMail(product, { link, validMinutes: RECOVERY_MS / MINUTE_MS }),
      to: user.email,
    })
  })

const composeInvitation = (
  { storage, clock, sessionTokens }: ComposeNeeds,
  { websiteUrl, product }: Links,
  invitationId: Extract<MailContent, { kind: 'invitation' }>['invitationId'],
): TE.TaskEither<Outage, Composed> =>
  storage.units.transact<never, Composed>('shared', async (unit) => {
    const nowMs = clock.nowMs()
    const invitation = await unit.invitations.lock(invitationId)
    if (invitation === undefined || !isOpenInvitation(invitation, nowMs)) return E.right(undefined)
    const organization = await unit.organizations.lock(invitation.organizationId)
    const inviter = await unit.users.lock(invitation.invitedBy)
    if (organization === undefined || inviter === undefined) return E.right(undefined)
    const { token, verifier } = sessionTokens.create('link')
    unit.invitations.replace({ ...invitation, verifier })
    const facts = {
      organizationName: organization.displayName,
      inviterName: inviter.displayName,
      role: invitation.role,
      link: `${websiteUrl}/invitation?token=${token}`,
      validDays: Math.max(1, Math.round((invitation.expiresAtMs - nowMs) / DAY_MS)),
    }
    return E.right({ ...invitationMail(product, facts), to: invitation.email })
  })

const composeEnrolment = (
  { storage, clock, sessionTokens }: ComposeNeeds,
  links: Links,
  {
    userId,
    orderedAtMs,
    inviterName,
    organizationName,
    isReset,
  }: Extract<MailContent, { kind: 'super_admin_enrolment' }>,
): TE.TaskEither<Outage, Composed> =>
  storage.units.transact<never, Composed>('shared', async (unit) => {
    const nowMs = clock.nowMs()
    const enrolment = await unit.enrolments.lock(userId)
    const user = await unit.users.lock(userId)
    const isNewest = enrolment?.createdAtMs === orderedAtMs && isEnrolmentOpen(enrolment, nowMs)
    if (!isNewest || user?.status !== 'active') return E.right(undefined)
    const { token, verifier } = sessionTokens.create('link')
    unit.enrolments.replace({ ...enrolment, verifier })
    const facts = {
      inviterName,
      organizationName,
      isReset: isReset === true,
      publicUrl: links.publicUrl,
      link: enrolmentLink(links, token),
      validDays: Math.max(1, Math.round((enrolment.expiresAtMs - nowMs) / DAY_MS)),
    }
    return E.right({ ...enrolmentMail(links.product, facts), to: user.email })
  })

/**
 * Composes an email from its content. A link's token is created here, and only its verifier is stored: of
 * several emails for the same thing, only the last link is valid.
 */
export const composeMail =
  (needs: ComposeNeeds, links: Links) =>
  (content: MailContent, isFirst: boolean): TE.TaskEither<Outage, Composed> => {
    const { product } = links
    switch (content.kind) {
      case 'recovery':
        return composeRecovery(needs, links, content.email, isFirst)
      case 'invitation':
        return composeInvitation(needs, links, content.invitationId)
      case 'sign_up':
        return composeSignUp(needs, links, content.email, isFirst)
      case 'customer_invitation':
        return composeCustomerInvitation(needs, links, content)
      case 'super_admin_enrolment':
        return composeEnrolment(needs, links, content)
      case 'password_changed':
        return TE.right({ ...passwordChangedMail(product, content), to: content.email })
      case 'sign_in_blocked':
        return TE.right({ ...signInBlockedMail(product, content), to: content.email })
      case 'second_factor_changed':
        return TE.right({ ...secondFactorChangedMail(product, content), to: content.email })
      case 'new_device':
        return TE.right({
          ...newDeviceMail(product, { ...content, link: accountLink(links, content) }),
          to: content.email,
        })
      case 'agent_key_made':
        return TE.right({
          ...agentKeyMadeMail(product, { ...content, link: agentKeyLink(links, content) }),
          to: content.email,
        })
      case 'low_balance':
        return TE.right({
          ...lowBalanceMail(product, { ...content, link: billingLink(links, content) }),
          to: content.email,
        })
      case 'webhook_failing':
        return TE.right({
          ...webhookFailingMail(product, { ...content, link: appLink(links, content) }),
          to: content.email,
        })
      case 'webhook_disabled':
        return TE.right({
          ...webhookDisabledMail(product, { ...content, link: appLink(links, content) }),
          to: content.email,
        })
      case 'sessions_ended':
        return TE.right({
          ...sessionsEndedMail(product, { atMs: content.atMs, why: content.why ?? 'refresh_token_reused' }),
          to: content.email,
        })
    }
  }
