import type { Command } from 'commander'
import { CHANNEL_NAMES } from '@postrider/core/channels/channels'
import type { E } from '@postrider/core/fp'
import type { Composition } from '@postrider/wiring/compose'
import { setUp } from './commands/setup.js'
import type { CommandFailure } from '@postrider/command/exit-code'
import type { SetUpOptions } from './setup/answers-from-options.js'
import { PROMPTED_CHANNELS, senderOption } from './setup/sender-options.js'
import type { Terminal } from '@postrider/command/terminal/terminal'

const HELP = `
In a terminal, the command asks for missing options. Without a terminal, every option without a default is required,
and --yes. Secrets are read from files or, with "-", from standard input, never from arguments:

  postrider setup --admin-email olu@example.com --admin-name Olu --admin-password-file password.txt \\
    --second-admin-email mina@example.com --second-admin-name Mina --organization Acme --save first-app.json --yes

The test environment sends to the sandbox. Production sends email through a mail server (--provider smtp).`

interface Shell {
  readonly terminal: Terminal
  readonly run: (
    work: (composition: Composition) => Promise<number>,
  ) => Promise<E.Either<CommandFailure, number>>
  readonly end: (outcome: E.Either<CommandFailure, number>) => void
}

const collect = (value: string, before: readonly string[] = []): readonly string[] => [...before, value]

/** The command that sets up an empty installation so that it can send. */
export const addSetUpCommand = (program: Command, { terminal, run, end }: Shell): void => {
  const place = { terminal, input: process.stdin, output: process.stderr }
  const command = program
    .command('setup')
    .description('set up an empty installation: super admins, first app, provider and prices')
    .option('--admin-email <address>', 'email address of the first super admin')
    .option('--admin-name <name>', 'display name')
    .option('--admin-password-file <path>', 'file with the password, or - for standard input')
    .option('--second-admin-email <address>', 'email address of the second super admin, who gets a link')
    .option('--second-admin-name <name>', 'display name')
    .option('--organization <name>', 'name of the first Organization')
    .option('--project <name>', 'name of its first Project (default: Main)')
    .option('--app <name>', 'name of its first app (default: Server)')
    .option('--environment <environment>', 'test (the default) or production')
    .option('--provider <kind>', 'sandbox (the default) or smtp, for production')
    .option(
      '--smtp-url <address>',
      'mail server, without a password, for example smtp://mail.example.org:587',
    )
    .option('--smtp-url-file <path>', 'file with the mail server URL including the password, or -')
    .option(
      '--channels <channels>',
      `channels to send, for example ${CHANNEL_NAMES.join(',')} (default: all channels of the provider)`,
    )
  for (const channel of PROMPTED_CHANNELS) command.addOption(senderOption(channel))
  command
    .option('--currency <code>', 'currency of the account (default: the first of POSTRIDER_CURRENCIES)')
    .option(
      '--price <channel=minor>',
      'price in minor units; repeat for each channel (test has defaults)',
      collect,
    )
    .option('--credit <minor>', 'initial credit in minor units (default in test: 100000)')
    .option('--save <file>', 'write everything that was created, including secrets, to a new JSON file')
    .option('--yes', 'skip the confirmation')
    .addHelpText('after', HELP)
    .action(async (options: SetUpOptions) => end(await setUp(place, options, run)))
}
