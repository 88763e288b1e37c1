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
In a terminal it asks for whatever the options do not say. Where nobody can be asked, everything without a default has
to be said, and --yes. Secrets come from files or, by "-", from the standard input, never from arguments:

  postrider setup --admin-email olu@example.com --admin-name Olu --admin-password-file password.txt \\
    --second-admin-email mina@example.com --second-admin-name Mina --organization Acme --save first-app.json --yes

The test environment sends by the sandbox; production sends mails by a mail server (--provider smtp).`

interface Shell {
  readonly terminal: Terminal
  readonly run: (
    work: (composition: Composition) => Promise<number>,
  ) => Promise<E.Either<CommandFailure, number>>
  readonly end: (outcome: E.Either<CommandFailure, number>) => void
}

const collect = (value: string, before: readonly string[] = []): readonly string[] => [...before, value]

/** The command that makes an empty installation one that can send. */
export const addSetUpCommand = (program: Command, { terminal, run, end }: Shell): void => {
  const place = { terminal, input: process.stdin, output: process.stderr }
  const command = program
    .command('setup')
    .description('set up an empty installation: its people, its first app, what it sends by and for how much')
    .option('--admin-email <address>', 'the first super admin')
    .option('--admin-name <name>', 'what people call them')
    .option('--admin-password-file <path>', 'the file that holds their password, or - for the standard input')
    .option('--second-admin-email <address>', 'the second super admin, who gets a link')
    .option('--second-admin-name <name>', 'what people call them')
    .option('--organization <name>', 'the Organization that sends')
    .option('--project <name>', 'its first Project (default: Main)')
    .option('--app <name>', 'its first app (default: Server)')
    .option('--environment <environment>', 'test (the default) or production')
    .option('--provider <kind>', 'sandbox (the default) or smtp, for production')
    .option('--smtp-url <address>', 'the mail server, without a password, as smtp://mail.example.org:587')
    .option('--smtp-url-file <path>', 'the file that holds its address with a password, or -')
    .option(
      '--channels <channels>',
      `what it sends, as ${CHANNEL_NAMES.join(',')} (default: all that the provider can)`,
    )
  for (const channel of PROMPTED_CHANNELS) command.addOption(senderOption(channel))
  command
    .option('--currency <code>', 'the currency of its account (default: the first of POSTRIDER_CURRENCIES)')
    .option(
      '--price <channel=minor>',
      'a price in minor units, once a channel (have defaults in test)',
      collect,
    )
    .option('--credit <minor>', 'what it begins with, in minor units (default in test: 100000)')
    .option('--save <file>', 'write all that was made, secrets too, into a new file as JSON')
    .option('--yes', 'do not ask whether it is meant')
    .addHelpText('after', HELP)
    .action(async (options: SetUpOptions) => end(await setUp(place, options, run)))
}
