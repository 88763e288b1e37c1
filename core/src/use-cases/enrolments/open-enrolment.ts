import type { LinkDelivery, OpenedEnrolment } from '../../domain/first-set-up/first-set-up.js'
import { type Enrolment, ENROLMENT_MS } from '../../domain/people/enrolment.js'
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
  /** That they were a super admin before, whose second factor was reset. */
  readonly isReset?: true
  /** With which the installation was set up; undefined: another link was ordered. */
  readonly organizationName: string | undefined
}

/** How the audit log calls the way that a link takes. */
export const handOverOf = ({ link }: OpenedEnrolment): 'by mail' | 'printed' =>
  link.by === 'mail' ? 'by mail' : 'printed'

/** On whose word, and what they will be allowed to do. */
type EnrolmentTerms = EnrolmentOrigin & Pick<Enrolment, 'permissions'>

/** Writes the enrolment over one that was there before. */
const keep = async (unit: UnitOfWork, enrolment: Enrolment): Promise<void> => {
  if ((await unit.enrolments.lock(enrolment.userId)) === undefined) unit.enrolments.add(enrolment)
  else unit.enrolments.replace(enrolment)
}

const mailLink = (
  needs: MailNeeds,
  unit: UnitOfWork,
  userId: User['userId'],
  { inviterName, organizationName, isReset }: EnrolmentTerms,
  nowMs: EpochMs,
): void => {
  const order = { userId, orderedAtMs: nowMs, inviterName, organizationName }
  const mail = { kind: 'super_admin_enrolment', ...order } as const
  addMail(needs, unit, isReset === undefined ? mail : { ...mail, isReset }, nowMs)
}

/**
 * Lets a user enrol as a super admin, in the caller's unit, where nobody is there to hand a link over: it goes to the user's
 * own address; where no mail server is set there is none until an operator orders one.
 */
export const mailEnrolment = async (
  needs: MailNeeds & Pick<Ports, 'mailer'>,
  unit: UnitOfWork,
  { userId }: Pick<User, 'userId'>,
  terms: EnrolmentTerms,
  nowMs: EpochMs,
): Promise<void> => {
  const { permissions } = terms
  const expiresAtMs = nowMs + ENROLMENT_MS
  await keep(unit, { userId, permissions, verifier: undefined, createdAtMs: nowMs, expiresAtMs })
  if (needs.mailer.isConfigured) mailLink(needs, unit, userId, terms, nowMs)
}

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
  terms: EnrolmentTerms,
  nowMs: EpochMs,
): Promise<OpenedEnrolment> => {
  const { permissions } = terms
  const made = needs.mailer.isConfigured ? undefined : needs.sessionTokens.create('link')
  const expiresAtMs = nowMs + ENROLMENT_MS
  const enrolment: Enrolment = {
    userId,
    permissions,
    verifier: made?.verifier,
    createdAtMs: nowMs,
    expiresAtMs,
  }
  await keep(unit, enrolment)
  if (made === undefined) mailLink(needs, unit, userId, terms, nowMs)
  const link: LinkDelivery =
    made === undefined
      ? { by: 'mail' }
      : { by: 'hand', token: made.token, link: enrolmentLink(links, made.token) }
  return { userId, email, expiresAtMs, link }
}
