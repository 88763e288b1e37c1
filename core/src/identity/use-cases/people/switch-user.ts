import type { Outage } from '../../../kernel/refusals/outage.js'
import type { Refusal } from '../../../kernel/refusals/refusal.js'
import { emailKeyOf, type User } from '../../domain/people/user.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import { E, type TE } from '../../../fp.js'
import type { UnitOfWork } from '../../../assembly/unit-of-work.js'
import {
  executeCommand,
  type CommandResult,
  type CommandNeeds,
} from '../../../audit/use-cases/execute-command.js'
import type { OperatorCommand } from '../../../audit/use-cases/operator-command.js'
import { withStatus } from '../../../audit/use-cases/with-status.js'
import { endSessions } from './end-sessions.js'

/** A command about the user with this address. */
export interface UserStatusCommand extends OperatorCommand {
  readonly email: string
}

/**
 * Changes the status of a locked user, in an exclusive unit; the sessions of a disabled user end. NotFound if
 * undefined; Conflict if the user already has the status, or for an outdated version.
 */
export const switchUser = async (
  unit: UnitOfWork,
  held: User | undefined,
  status: User['status'],
  nowMs: EpochMs,
  version?: number,
): Promise<E.Either<Refusal, CommandResult<User>>> => {
  const changed = withStatus(held, status, version)
  if (E.isLeft(changed)) return changed
  const user = { ...changed.right, version: changed.right.version + 1 }
  unit.users.replace(user)
  const ended = status === 'disabled' ? await endSessions(unit, user.userId, 'disabled', nowMs) : 0
  const details = { status, sessions: ended }
  return E.right({ about: { target: user.userId, organizationId: undefined, details }, result: user })
}

const setStatus =
  (action: string, status: User['status']) =>
  (needs: CommandNeeds) =>
  ({ email, ...command }: UserStatusCommand): TE.TaskEither<Refusal | Outage, User> =>
    executeCommand(needs)(command, {
      action,
      work: async (unit, nowMs) =>
        switchUser(unit, await unit.users.lockByEmail(emailKeyOf(email)), status, nowMs),
    })

/**
 * Disables a user's sign-in: all sessions end immediately, in every process. NotFound; Conflict if already
 * disabled.
 */
export const disableUserByCommand = setStatus('user.disable', 'disabled')

/** Lets a disabled user sign in again. NotFound; Conflict if they aren't disabled. */
export const enableUserByCommand = setStatus('user.enable', 'active')
