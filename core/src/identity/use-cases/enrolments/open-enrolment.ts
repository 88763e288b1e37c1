import type { LinkDelivery, OpenedEnrolment } from '../../domain/first-set-up.js'
import { type Enrolment, ENROLMENT_MS } from '../../domain/people/enrolment.js'
import type { User } from '../../domain/people/user.js'
import type { Refusal } from '../../../kernel/refusals/refusal.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import { E } from '../../../fp.js'
import type { Ports } from '../../../assembly/ports.js'
import type { UnitOfWork } from '../../../assembly/unit-of-work.js'
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
  { userId, emailKey }: Pick<User, 'userId' | 'emailKey'>,
  { inviterName, organizationName, isReset }: EnrolmentTerms,
  nowMs: EpochMs,
): Promise<E.Either<Refusal, undefined>> => {
  const order = { userId, orderedAtMs: nowMs, inviterName, organizationName }
  const mail = { kind: 'super_admin_enrolment', ...order } as const
  const content = isReset === undefined ? mail : { ...mail, isReset }
  return addMail(needs, unit, { content, emailKey }, nowMs)
}

/**
 * Lets a user enrol as a super admin, in the caller's unit, where nobody is there to hand a link over: it goes to the user's
 * own address; where no mail server is set there is none until an operator orders one. TooManyRequests where the address
 * has had as many emails as it may have (docs/contract#quotas).
 */
export const mailEnrolment = async (
  needs: MailNeeds & Pick<Ports, 'mailer'>,
  unit: UnitOfWork,
  user: Pick<User, 'userId' | 'emailKey'>,
  terms: EnrolmentTerms,
  nowMs: EpochMs,
): Promise<E.Either<Refusal, undefined>> => {
  const { permissions } = terms
  const { userId } = user
  const expiresAtMs = nowMs + ENROLMENT_MS
  await keep(unit, { userId, permissions, verifier: undefined, createdAtMs: nowMs, expiresAtMs })
  return needs.mailer.isConfigured ? mailLink(needs, unit, user, terms, nowMs) : E.right(undefined)
}

/**
 * Lets a user enrol as a super admin, in the caller's unit. The link goes to the user's own address, and its token is
 * made when the mail is; where no mail server is set the token is made now, to be handed over by the person who is there. A link
 * that was there before works no more. TooManyRequests where the address has had as many emails as it may have
 * (docs/contract#quotas).
 */
export const openEnrolment = async (
  needs: OpeningNeeds,
  links: Links,
  unit: UnitOfWork,
  user: Pick<User, 'userId' | 'email' | 'emailKey'>,
  terms: EnrolmentTerms,
  nowMs: EpochMs,
): Promise<E.Either<Refusal, OpenedEnrolment>> => {
  const { permissions } = terms
  const { userId, email } = user
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
  const mailed = made === undefined ? await mailLink(needs, unit, user, terms, nowMs) : E.right(undefined)
  if (E.isLeft(mailed)) return mailed
  const link: LinkDelivery =
    made === undefined
      ? { by: 'mail' }
      : { by: 'hand', token: made.token, link: enrolmentLink(links, made.token) }
  return E.right({ userId, email, expiresAtMs, link })
}
