import type { AgentKeyId, InvitationId, OrganizationId, UserId } from '../../../kernel/ids/id.js'
import type { LowBalanceFacts } from '../../domain/mail/low-balance-mail.js'
import type { FailingWebhookFacts } from '../../domain/mail/webhook-mails.js'
import type { NewDeviceFacts } from '../../domain/mail/new-device-mail.js'
import type { MadeKeyFacts } from '../../domain/mail/agent-key-made-mail.js'
import type { SessionsEndReason } from '../../domain/mail/sessions-ended-mail.js'
import { MAIL_COUNTING, newMailJob } from '../../domain/mail/mail-job.js'
import type { Refusal } from '../../../kernel/refusals/refusal.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import { E } from '../../../fp.js'
import type { Ids } from '../../../kernel/ports/ids.js'
import type { Digests } from '../../../kernel/ports/digests.js'
import type { KeyRing } from '../../../kernel/ports/key-ring.js'
import type { KeyedDigests } from '../../../kernel/ports/keyed-digests.js'
import type { UnitOfWork } from '../../../assembly/unit-of-work.js'
import { countUses, type Use } from '../../../limits/use-cases/count-uses.js'

/** The content of one of the service's own emails; links are created when it is sent, and aren't stored. */
export type MailContent =
  | { readonly kind: 'recovery'; readonly email: string }
  | { readonly kind: 'sign_up'; readonly email: string }
  | {
      readonly kind: 'customer_invitation'
      readonly email: string
      /** When it was requested: only the email of the latest request is sent. */
      readonly orderedAtMs: EpochMs
    }
  | { readonly kind: 'invitation'; readonly invitationId: InvitationId }
  | { readonly kind: 'password_changed'; readonly email: string; readonly atMs: EpochMs }
  | {
      readonly kind: 'second_factor_changed'
      readonly email: string
      readonly atMs: EpochMs
      readonly isOn: boolean
    }
  | ({
      readonly kind: 'agent_key_made'
      readonly email: string
      readonly agentKeyId: AgentKeyId
    } & MadeKeyFacts)
  | {
      readonly kind: 'sessions_ended'
      readonly email: string
      readonly atMs: EpochMs
      readonly why?: SessionsEndReason
    }
  | ({ readonly kind: 'low_balance'; readonly email: string } & LowBalanceFacts)
  | ({ readonly kind: 'webhook_failing' | 'webhook_disabled'; readonly email: string } & FailingWebhookFacts)
  | ({ readonly kind: 'new_device'; readonly email: string } & NewDeviceFacts)
  | { readonly kind: 'sign_in_blocked'; readonly email: string; readonly atMs: EpochMs }
  | {
      readonly kind: 'super_admin_enrolment'
      readonly userId: UserId
      /** When the link was requested: only the email of the latest request is sent. */
      readonly orderedAtMs: EpochMs
      readonly inviterName: string
      readonly organizationName?: string | undefined
      readonly isReset?: true
    }

export interface MailNeeds {
  readonly ids: Ids
  readonly digests: Digests
  readonly keyRing: KeyRing
  readonly keyedDigests: KeyedDigests
}

/** An email to send, its recipient, and its requester. */
export interface MailCommand {
  readonly content: MailContent
  /** The recipient's normalized address. */
  readonly emailKey: string
  /** The signed-in person who invites; undefined: it isn't an invitation. */
  readonly inviterId?: UserId
  /** The Organization that invites. */
  readonly organizationId?: OrganizationId
}

const ID_DIGITS = 32

/** The place that an email's content is sealed for. */
export const mailContext = (mailJobId: string): string => `mail_jobs|${mailJobId}|sealed`

/** The quotas that each requested email counts against: those of its address, over all kinds. */
export const usesOfAddress = (emailKey: string): readonly Use[] => [
  { quota: 'emailsToAddressHourly', of: emailKey },
  { quota: 'emailsToAddressDaily', of: emailKey },
]

const usesOf = ({ content, emailKey, inviterId, organizationId }: MailCommand): readonly Use[] => {
  switch (MAIL_COUNTING[content.kind]) {
    case 'when sent':
      return []
    case 'as notice':
      return [
        { quota: 'noticesToAddressHourly', of: emailKey },
        { quota: 'noticesToAddressDaily', of: emailKey },
      ]
    case 'as notice of a balance':
      return [{ quota: 'balanceNoticesDaily', of: emailKey }]
    case 'as notice of a webhook':
      return [{ quota: 'webhookNoticesDaily', of: emailKey }]
    case 'as notice of a device':
      return [{ quota: 'deviceNoticesDaily', of: emailKey }]
    case 'as notice of a block':
      return [{ quota: 'blockNoticesDaily', of: emailKey }]
    case 'when ordered':
      return [
        ...usesOfAddress(emailKey),
        ...(inviterId === undefined ? [] : [{ quota: 'emailsOfPerson' as const, of: inviterId }]),
        ...(organizationId === undefined
          ? []
          : [{ quota: 'emailsOfOrganization' as const, of: organizationId }]),
      ]
  }
}

/**
 * Queues an email of the service itself; it is sent after the unit commits, and its content is stored sealed.
 * TooManyRequests if the quotas of the address, the inviter or the Organization are used up. A security
 * notice over its quota is dropped without a refusal, so that the action that it reports still succeeds
 * (docs/api/limits#quotas).
 */
export const addMail = async (
  needs: MailNeeds,
  unit: UnitOfWork,
  order: MailCommand,
  nowMs: EpochMs,
): Promise<E.Either<Refusal, undefined>> => {
  const { content } = order
  const counted = await countUses(needs, unit, usesOf(order), nowMs)
  if (E.isLeft(counted)) return MAIL_COUNTING[content.kind] === 'when ordered' ? counted : E.right(undefined)
  const { ids, digests, keyRing } = needs
  const mailJobId = digests.sha256(ids.next('req')).slice(0, ID_DIGITS)
  const sealed = keyRing.seal(JSON.stringify(content), mailContext(mailJobId), unit.sealingKey)
  unit.mailJobs.add(newMailJob({ mailJobId, kind: content.kind, sealed }, nowMs))
  return E.right(undefined)
}
