import type { FactorProposal } from '../domain/approval.js'
import type { UserId } from '../../kernel/ids/id.js'
import { type Refusal, refusal } from '../../kernel/refusals/refusal.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import { E } from '../../fp.js'
import type { Mailer } from '../../identity/ports/mailer.js'
import type { UnitOfWork } from '../../assembly/unit-of-work.js'
import { mailEnrolment } from '../../identity/use-cases/enrolments/open-enrolment.js'
import type { MailNeeds } from '../../identity/use-cases/mails/add-mail.js'
import { endSessions } from '../../identity/use-cases/people/end-sessions.js'

export type ResettingNeeds = MailNeeds & {
  readonly mailer: Mailer
}

/** The user whose second factor was reset. */
interface ResetFactor {
  readonly executedId: UserId
  /** The number of their sessions that ended. */
  readonly sessions: number
}

/**
 * Removes a super admin's second factor, permissions and sessions, and emails them a link to enroll again
 * with the same permissions. Conflict if they are disabled or no longer a super admin; TooManyRequests if the
 * address has reached its email quota (docs/api/limits#quotas).
 */
export const resetFactor = async (
  needs: ResettingNeeds,
  unit: UnitOfWork,
  { userId }: FactorProposal,
  inviterName: string,
  nowMs: EpochMs,
): Promise<E.Either<Refusal, ResetFactor>> => {
  const [user, admin] = await Promise.all([unit.users.lock(userId), unit.superAdmins.lock(userId)])
  if (user?.status !== 'active' || admin === undefined) return E.left(refusal('Conflict'))
  unit.superAdmins.remove(userId)
  const sessions = await endSessions(unit, userId, 'second_factor_reset', nowMs)
  const { permissions } = admin
  const terms = { permissions, inviterName, organizationName: undefined, isReset: true } as const
  const mailed = await mailEnrolment(needs, unit, user, terms, nowMs)
  if (E.isLeft(mailed)) return mailed
  return E.right({ executedId: userId, sessions })
}
