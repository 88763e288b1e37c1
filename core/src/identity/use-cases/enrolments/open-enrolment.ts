import type { LinkDelivery, OpenedEnrolment } from '../../domain/first-set-up.js'
import { type Enrolment, ENROLMENT_MS } from '../../domain/people/enrolment.js'
import type { User } from '../../domain/people/user.js'
import type { Refusal } from '../../../kernel/refusals/refusal.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import { E } from '../../../fp.js'
import type { SessionTokens } from '../../ports/session-tokens.js'
import type { Mailer } from '../../ports/mailer.js'
import type { UnitOfWork } from '../../../assembly/unit-of-work.js'
import { addMail, type MailNeeds } from '../mails/add-mail.js'
import { enrolmentLink, type Links } from '../mails/links.js'

export type OpeningNeeds = MailNeeds & {
  readonly sessionTokens: SessionTokens
  readonly mailer: Mailer
}

/** The origin of an enrollment, for the email. */
export interface EnrolmentOrigin {
  readonly inviterName: string
  /** Set if they were already a super admin, and their second factor was reset. */
  readonly isReset?: true
  /** The Organization that was set up with it; undefined: another link was requested. */
  readonly organizationName: string | undefined
}

/** The delivery of a link, as the audit log names it. */
export const handOverOf = ({ link }: OpenedEnrolment): 'by mail' | 'printed' =>
  link.by === 'mail' ? 'by mail' : 'printed'

/** The origin of an enrollment, and its permissions. */
type EnrolmentTerms = EnrolmentOrigin & Pick<Enrolment, 'permissions'>

/** Writes the enrollment, replacing an earlier one. */
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
 * Lets a user enroll as a super admin, in the caller's unit, if nobody is present to pass the link on. It is
 * sent to the user's own address; without a mail server, there is no link until a super admin requests one.
 * TooManyRequests if the address has received too many emails (docs/api/limits#quotas).
 */
export const mailEnrolment = async (
  needs: MailNeeds & { readonly mailer: Mailer },
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
 * Lets a user enroll as a super admin, in the caller's unit. The link is sent to the user's own address, and
 * its token is created with the email. Without a mail server the token is created now, for the person at the
 * console to pass on. An earlier link stops working. TooManyRequests if the address has received too many
 * emails (docs/api/limits#quotas).
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
