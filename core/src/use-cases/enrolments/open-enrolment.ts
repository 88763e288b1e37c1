import type { LinkDelivery, OpenedEnrolment } from '../../domain/first-set-up/first-set-up.js'
import { type Enrolment, ENROLMENT_MS } from '../../domain/people/enrolment.js'
import type { AdminPermission } from '../../domain/people/roles.js'
import type { User } from '../../domain/people/user.js'
import type { EpochMs } from '../../domain/time/epoch-ms.js'
import type { Ports } from '../../ports/ports.js'
import type { UnitOfWork } from '../../ports/storage/unit-of-work.js'
import { addMail, type MailNeeds } from '../mails/add-mail.js'
import { enrolmentLink, type Links } from '../mails/links.js'

export type OpeningNeeds = MailNeeds & Pick<Ports, 'mailer' | 'sessionTokens'>

/** On whose word somebody is to become a super admin, as the mail says it. */
export interface EnrolmentOrigin {
  readonly inviterName: string
  /** With which the installation was set up; undefined: another link was ordered. */
  readonly organizationName: string | undefined
}

/** How the audit log calls the way that a link takes. */
export const handOverOf = ({ link }: OpenedEnrolment): 'by mail' | 'printed' =>
  link.by === 'mail' ? 'by mail' : 'printed'

/**
 * Lets a user enrol as a super admin, in the caller's unit. The link goes to the user's own address, and its token is
 * made when the mail is; where no mail server is set the token is made now, to be handed over by the person who is there. A link
 * that was there before works no more.
 */
export const openEnrolment = async (
  needs: OpeningNeeds,
  links: Links,
  unit: UnitOfWork,
  { userId, email }: Pick<User, 'userId' | 'email'>,
  naming: EnrolmentOrigin & { readonly permissions: readonly AdminPermission[] },
  nowMs: EpochMs,
): Promise<OpenedEnrolment> => {
  const { permissions, inviterName, organizationName } = naming
  const made = needs.mailer.isConfigured ? undefined : needs.sessionTokens.create('link')
  const expiresAtMs = nowMs + ENROLMENT_MS
  const enrolment: Enrolment = {
    userId,
    permissions,
    verifier: made?.verifier,
    createdAtMs: nowMs,
    expiresAtMs,
  }
  if ((await unit.enrolments.lock(userId)) === undefined) unit.enrolments.add(enrolment)
  else unit.enrolments.replace(enrolment)
  const mail = {
    kind: 'super_admin_enrolment',
    userId,
    orderedAtMs: nowMs,
    inviterName,
    organizationName,
  } as const
  if (made === undefined) addMail(needs, unit, mail, nowMs)
  const link: LinkDelivery =
    made === undefined
      ? { by: 'mail' }
      : { by: 'hand', token: made.token, link: enrolmentLink(links, made.token) }
  return { userId, email, expiresAtMs, link }
}
