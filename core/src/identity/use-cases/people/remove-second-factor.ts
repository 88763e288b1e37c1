import { emailKeyOf, type User } from '../../domain/people/user.js'
import type { Outage } from '../../../kernel/refusals/outage.js'
import { type Refusal, refusal } from '../../../kernel/refusals/refusal.js'
import { E, type TE } from '../../../fp.js'
import { addMail, type MailNeeds } from '../mails/add-mail.js'
import { executeCommand, type CommandNeeds } from '../../../audit/use-cases/execute-command.js'
import { endSessions } from './end-sessions.js'
import { factorChanged } from './factor-changed.js'
import type { UserStatusCommand } from './switch-user.js'

/**
 * Removes the second factor of a person who has lost it (docs/api/sign-in#second-factors): all their sessions
 * end, an email notifies them, and they can sign in again with only the password. NotFound if no user has the
 * address; Conflict for people without a second factor, and for super admins, whose second factor only two
 * other people can reset.
 */
export const removeSecondFactorByCommand =
  (needs: CommandNeeds & MailNeeds) =>
  ({ email, ...command }: UserStatusCommand): TE.TaskEither<Refusal | Outage, User> =>
    executeCommand(needs)<User>(command, {
      action: 'second_factor.remove',
      work: async (unit, nowMs) => {
        const user = await unit.users.lockByEmail(emailKeyOf(email))
        if (user === undefined) return E.left(refusal('NotFound'))
        const { userId } = user
        const [admin, factor] = await Promise.all([
          unit.superAdmins.lock(userId),
          unit.secondFactors.lock(userId),
        ])
        if (admin !== undefined || factor === undefined) return E.left(refusal('Conflict'))
        unit.secondFactors.remove(userId)
        const sessions = await endSessions(unit, userId, 'second_factor_changed', nowMs)
        await addMail(needs, unit, factorChanged(user, false, nowMs), nowMs)
        return E.right({
          about: { target: userId, organizationId: undefined, details: { sessions } },
          result: user,
        })
      },
    })
