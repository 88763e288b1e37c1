import type { FactorProposal } from '../domain/approval.js'
import type { UserId } from '../../kernel/ids/id.js'
import { type Refusal, refusal } from '../../kernel/refusals/refusal.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import { E } from '../../fp.js'
import type { Ports } from '../../assembly/ports.js'
import type { UnitOfWork } from '../../assembly/unit-of-work.js'
import { mailEnrolment } from '../../identity/use-cases/enrolments/open-enrolment.js'
import type { MailNeeds } from '../../identity/use-cases/mails/add-mail.js'
import { endSessions } from '../../identity/use-cases/people/end-sessions.js'

export type ResettingNeeds = MailNeeds & Pick<Ports, 'mailer'>

/** Whose second factor was reset. */
interface ResetFactor {
  readonly executedId: UserId
  /** How many of their sessions ended. */
  readonly sessions: number
}

/**
 * Takes somebody's second factor away, and with it all that they may do and every session, and lets them enrol for the same
 * anew: by a link to their own address. Conflict where they are no super admin any more, or disabled; TooManyRequests
 * where the address has had as many emails as it may have (docs/contract#quotas).
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
