import type { Command } from 'commander'
import {
  type AdminOptions,
  createSuperAdminCommand,
  createUserCommand,
  endSessionsCommand,
  removeSecondFactorCommand,
  renewRecoveryCodesCommand,
  switchUserCommand,
} from './commands/admin.js'
import { resetFeedCommand } from './commands/feed-reset.js'
import { enrolCommand, type EnrolOptions, renewLink } from './commands/enrolment.js'
import { type RunOptions, runOperations } from './commands/run-operations.js'
import { addAgentKeyCommands } from './agent-key-commands.js'
import type { WithCommandIo, DatabaseShell, DatabaseWork } from './database-shell.js'
import { addProviderCommands } from './provider-commands.js'
import { addRestoreCommands } from './restore-commands.js'
import { addTemplateCommands } from './template-commands.js'
import { createQuestions } from '@postrider/command/terminal/questions'
import type { CommandIo } from '@postrider/command/terminal/command-io'

const withQuestions =
  ({ terminal, run, end }: DatabaseShell): WithCommandIo =>
  async (make) => {
    const questions = createQuestions(process.stdin, process.stderr)
    try {
      end(await run(make({ terminal, questions })))
    } finally {
      questions.close()
    }
  }

type Asking = (
  make: (io: CommandIo, options: AdminOptions) => DatabaseWork,
) => (options: AdminOptions) => Promise<void>

const withOptions = (command: Command): Command =>
  command
    .option('--email <address>', 'email address of the person')
    .option('--reason <text>', 'reason, kept in the audit log')

const addUserCommands = (admin: Command, asking: Asking): void => {
  const user = admin.command('user').description('manage users')
  withOptions(user.command('create').description('create a user'))
    .option('--name <name>', 'display name')
    .action(asking(createUserCommand))
  withOptions(user.command('disable').description('sign a user out everywhere and block sign-in')).action(
    asking((io, options) => switchUserCommand(io, options, 'disabled')),
  )
  withOptions(
    user.command('end-sessions').description('sign a user out everywhere; the user can sign in again'),
  ).action(asking(endSessionsCommand))
  withOptions(user.command('enable').description('enable a disabled user')).action(
    asking((io, options) => switchUserCommand(io, options, 'active')),
  )
  withOptions(
    user.command('remove-second-factor').description('remove the second factor of a user who lost it'),
  ).action(asking(removeSecondFactorCommand))
}

/** Adds the commands for administrators without a console: each asks for a reason and a confirmation. */
export const addAdminCommands = (program: Command, shell: DatabaseShell): void => {
  const withCommandIo = withQuestions(shell)
  const asking = (make: (io: CommandIo, options: AdminOptions) => DatabaseWork) => (options: AdminOptions) =>
    withCommandIo((io) => make(io, options))
  const admin = program
    .command('admin')
    .description('manage people and their access; each command asks for confirmation')
  withOptions(admin.command('create').description('create a super admin with a second factor'))
    .option('--name <name>', 'display name')
    .action(asking(createSuperAdminCommand))
  withOptions(
    admin.command('recovery-codes').description('replace the recovery codes of a super admin'),
  ).action(asking(renewRecoveryCodesCommand))
  addUserCommands(admin, asking)
  admin
    .command('enrol')
    .description('become a super admin with the link that you got: set a password and a second factor')
    .option('--link-file <path>', 'file with the link; if omitted, the command asks for it')
    .action((options: EnrolOptions) => withCommandIo((io) => enrolCommand(io, options)))
  withOptions(
    admin
      .command('enrolment-link')
      .description('create a new enrollment link for a person who has not enrolled yet'),
  ).action(asking(renewLink))
  program
    .command('feed')
    .description('manage the change feed that consoles follow')
    .command('reset')
    .description('start a new epoch: every console reloads all data')
    .option('--reason <text>', 'reason, kept in the audit log')
    .action((options: AdminOptions) => withCommandIo((io) => resetFeedCommand(io, options)))
  addAgentKeyCommands(admin, withCommandIo)
  addTemplateCommands(admin, withCommandIo)
  addRestoreCommands(program, withCommandIo)
  addProviderCommands(program, shell, withCommandIo)
  admin
    .command('run')
    .description(
      'run an operation as a super admin; without a name, read operations from standard input, one per line',
    )
    .argument('[operation]', 'name of the operation')
    .option('--body <json>', 'request body')
    .option('--as <address>', 'your email address')
    .action((name: string | undefined, options: RunOptions) =>
      withCommandIo((io) => runOperations(io, name, options)),
    )
}
