import type { InvitationId, UserId } from '../../domain/ids/id.js'
import { newMailJob } from '../../domain/mail/mail-job.js'
import type { EpochMs } from '../../domain/time/epoch-ms.js'
import type { Ports } from '../../ports/ports.js'
import type { UnitOfWork } from '../../ports/storage/unit-of-work.js'

/** What a mail of the service's own will say; links are made when it is sent, and are kept nowhere. */
export type MailContent =
  | { readonly kind: 'recovery'; readonly email: string }
  | { readonly kind: 'sign_up'; readonly email: string }
  | {
      readonly kind: 'customer_invitation'
      readonly email: string
      /** When it was ordered: the mail of an order before another one is not sent. */
      readonly orderedAtMs: EpochMs
    }
  | { readonly kind: 'invitation'; readonly invitationId: InvitationId }
  | { readonly kind: 'password_changed'; readonly email: string; readonly atMs: EpochMs }
  | { readonly kind: 'sessions_ended'; readonly email: string; readonly atMs: EpochMs }
  | {
      readonly kind: 'super_admin_enrolment'
      readonly userId: UserId
      /** When the link was ordered: the mail of an order before another one is not sent. */
      readonly orderedAtMs: EpochMs
      readonly inviterName: string
      readonly organizationName?: string | undefined
      readonly isReset?: true
    }

export type MailNeeds = Pick<Ports, 'ids' | 'digests' | 'keyRing'>

const ID_DIGITS = 32

/** Where a mail's content is sealed to. */
export const mailContext = (mailJobId: string): string => `mail_jobs|${mailJobId}|sealed`

/** Lets a mail be sent once the unit is committed; of its content nothing is kept in clear. */
export const addMail = (
  { ids, digests, keyRing }: MailNeeds,
  unit: UnitOfWork,
  content: MailContent,
  nowMs: EpochMs,
): void => {
  const mailJobId = digests.sha256(ids.next('req')).slice(0, ID_DIGITS)
  const sealed = keyRing.seal(JSON.stringify(content), mailContext(mailJobId), unit.sealingKey)
  unit.mailJobs.add(newMailJob({ mailJobId, kind: content.kind, sealed }, nowMs))
}
