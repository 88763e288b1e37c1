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

/** The commands of operators who have no console yet: each asks for a reason and for a yes. */
export const addAdminCommands = (program: Command, shell: DatabaseShell): void => {
  const withCommandIo = withQuestions(shell)
  const asking = (make: (io: CommandIo, options: AdminOptions) => DatabaseWork) => (options: AdminOptions) =>
    withCommandIo((io) => make(io, options))
  const withOptions = (command: Command): Command =>
    command
      .option('--email <address>', 'whom it is about')
      .option('--reason <text>', 'why; it is kept in the audit log')
  const admin = program.command('admin').description('people and their access; each command asks for a yes')
  withOptions(admin.command('create').description('make a super admin, with a second factor'))
    .option('--name <name>', 'what people call them')
    .action(asking(createSuperAdminCommand))
  withOptions(
    admin.command('recovery-codes').description('give a super admin new recovery codes, for the old ones'),
  ).action(asking(renewRecoveryCodesCommand))
  const user = admin.command('user').description('users who can sign in')
  withOptions(user.command('create').description('make a user'))
    .option('--name <name>', 'what people call them')
    .action(asking(createUserCommand))
  withOptions(
    user.command('disable').description('end all sessions of a user and let nobody in by it'),
  ).action(asking((io, options) => switchUserCommand(io, options, 'disabled')))
  withOptions(
    user.command('end-sessions').description('end all sessions of a user, who can sign in again'),
  ).action(asking(endSessionsCommand))
  withOptions(user.command('enable').description('let a disabled user in again')).action(
    asking((io, options) => switchUserCommand(io, options, 'active')),
  )
  withOptions(
    user.command('remove-second-factor').description('remove the second factor of a user who has lost it'),
  ).action(asking(removeSecondFactorCommand))
  admin
    .command('enrol')
    .description('become a super admin by the link that was sent to you: a password and a second factor')
    .option('--link-file <path>', 'the file that holds the link; without it, it is asked for')
    .action((options: EnrolOptions) => withCommandIo((io) => enrolCommand(io, options)))
  withOptions(
    admin.command('enrolment-link').description('give somebody who has yet to enrol another link'),
  ).action(asking(renewLink))
  program
    .command('feed')
    .description('the change feed, which consoles follow')
    .command('reset')
    .description('begin a new epoch: every console reads everything anew')
    .option('--reason <text>', 'why; it is kept in the audit log')
    .action((options: AdminOptions) => withCommandIo((io) => resetFeedCommand(io, options)))
  addAgentKeyCommands(admin, withCommandIo)
  addTemplateCommands(admin, withCommandIo)
  addRestoreCommands(program, withCommandIo)
  addProviderCommands(program, withCommandIo)
  admin
    .command('run')
    .description('run an operation as a super admin; without a name, one after the other, a line each')
    .argument('[operation]', 'its name')
    .option('--body <json>', 'its body')
    .option('--as <address>', 'who you are')
    .action((name: string | undefined, options: RunOptions) =>
      withCommandIo((io) => runOperations(io, name, options)),
    )
}
