import { Command } from 'commander'
import { SECOND_MS } from '@postrider/core/kernel/time/epoch-ms'
import { E } from '@postrider/core/fp'
import type { Composition } from '@postrider/wiring/compose'
import { readRelease } from '@postrider/wiring/release'
import type { ProcessEnvironment } from '@postrider/wiring/setting-sources'
import { addAdminCommands } from './admin-commands.js'
import { addLedgerCommands } from './ledger-commands.js'
import { doctor, type DoctorOptions } from './commands/doctor.js'
import { migrate } from './commands/migrate.js'
import { addKeyCommands } from './key-commands.js'
import type { CommandFailure } from '@postrider/command/exit-code'
import { withComposition } from '@postrider/command/hosts/open-composition'
import { addHelpPages, topicsHelp } from './help-pages.js'
import { addHostCommands } from './host-commands.js'
import { addInitCommands } from './init-commands.js'
import { addSetUpCommand } from './setup-commands.js'
import { tell, type Terminal } from '@postrider/command/terminal/terminal'

/**
 * Tools write only their result to standard output. They wait longer, because administrators run them when
 * the service is slow.
 */
const TOOL = { log: { fd: 2 }, storageTimeoutMs: 10 * SECOND_MS } as const

/** Commands that read a database need an existing one. */
const onDatabase =
  (environment: ProcessEnvironment, seals: boolean) =>
  (work: (composition: Composition) => Promise<number>) =>
    withComposition(environment, { ...TOOL, readsDatabase: true, seals }, work)

const HELP = `
Settings are environment variables, or lines of .env in the working folder. .env.example lists them.
To try Postrider, run: postrider demo
${topicsHelp()}`

/** The `postrider` command. `finish` gets the exit code. */
export const commandLine = (
  environment: ProcessEnvironment,
  terminal: Terminal,
  finish: (exitCode: number) => void,
): Command => {
  const end = (outcome: E.Either<CommandFailure, number>): void =>
    finish(E.isRight(outcome) ? outcome.right : tell(terminal, outcome.left))
  const program = new Command('postrider')
    .description('A multi-tenant messaging platform that you host yourself.')
    .version(readRelease(environment).version)
    .addHelpText('after', HELP)

  addInitCommands(program, { environment, terminal, end })
  addHostCommands(program, { environment, end })
  program
    .command('migrate')
    .description('migrate the database to this version')
    .action(async () => end(await withComposition(environment, TOOL, migrate(terminal))))
  program
    .command('demo')
    .description('set up a sample Organization, send messages through all hosts and show their states')
    .option('--once', 'exit when the last message is final')
    .option('--quiet', 'keep serving without generating traffic and console activity')
    .action(async ({ once = false, quiet = false }: { once?: boolean; quiet?: boolean }) => {
      const { demo } = await import('@postrider/demo/demo')
      end(await demo(environment, terminal, { once, quiet }))
    })
  program
    .command('doctor')
    .description('check settings, storage, queue and accounts, and advise how to fix problems')
    .option('--deep', 'also check every account and message against the invariants')
    .option('--open', 'also open a test session with each provider that uses sessions')
    .action(async (options: DoctorOptions) => finish(await doctor(environment, terminal, options)))
  addSetUpCommand(program, {
    terminal,
    end,
    run: (work) => withComposition(environment, TOOL, work),
  })
  addLedgerCommands(program, { terminal, end, run: onDatabase(environment, false) })
  addAdminCommands(program, { terminal, end, run: onDatabase(environment, true) })
  addKeyCommands(program, { terminal, end, run: onDatabase(environment, true) })
  addHelpPages(program)
  return program
}
