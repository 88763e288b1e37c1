import { emailKeyOf, type User } from '../../domain/people/user.js'
import type { Outage } from '../../../kernel/refusals/outage.js'
import { type Refusal, refusal } from '../../../kernel/refusals/refusal.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import { E, type TE } from '../../../fp.js'
import type { UnitOfWork } from '../../../assembly/unit-of-work.js'
import { addMail, type MailNeeds } from '../mails/add-mail.js'
import { executeCommand, type CommandNeeds } from '../../../audit/use-cases/execute-command.js'
import { endSessions } from './end-sessions.js'
import type { UserStatusCommand } from './switch-user.js'

/**
 * Ends all sessions of a user by command of a super admin, and notifies the user by email; returns how many
 * ended. In an exclusive unit.
 */
export const endSessionsOfUser = async (
  needs: MailNeeds,
  unit: UnitOfWork,
  { userId, email, emailKey }: User,
  nowMs: EpochMs,
): Promise<number> => {
  const ended = await endSessions(unit, userId, 'ended_by_operator', nowMs)
  const content = { kind: 'sessions_ended', email, atMs: nowMs, why: 'ended_by_operator' } as const
  await addMail(needs, unit, { content, emailKey }, nowMs)
  return ended
}

/** The same at the command line; right: how many sessions ended. NotFound if no user has the address. */
export const endSessionsByCommand =
  (needs: CommandNeeds & MailNeeds) =>
  ({ email, ...command }: UserStatusCommand): TE.TaskEither<Refusal | Outage, number> =>
    executeCommand(needs)<number>(command, {
      action: 'user.end_sessions',
      work: async (unit, nowMs) => {
        const user = await unit.users.lockByEmail(emailKeyOf(email))
        if (user === undefined) return E.left(refusal('NotFound'))
        const ended = await endSessionsOfUser(needs, unit, user, nowMs)
        const about = { target: user.userId, organizationId: undefined, details: { sessions: ended } }
        return E.right({ about, result: ended })
      },
    })
