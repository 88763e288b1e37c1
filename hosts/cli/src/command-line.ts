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
import { addHostCommands } from './host-commands.js'
import { addInitCommands } from './init-commands.js'
import { addSetUpCommand } from './setup-commands.js'
import { tell, type Terminal } from '@postrider/command/terminal/terminal'

/** Tools keep standard output for what was asked for, and wait longer: operators run them when things are slow. */
const TOOL = { log: { fd: 2 }, storageTimeoutMs: 10 * SECOND_MS } as const

/** What looks into a database needs one. */
const onDatabase =
  (environment: ProcessEnvironment, seals: boolean) =>
  (work: (composition: Composition) => Promise<number>) =>
    withComposition(environment, { ...TOOL, readsDatabase: true, seals }, work)

const HELP = `
Settings are environment variables, or stand in .env of the working folder; .env.example lists them.
A first look: postrider demo`

/** The `postrider` command. `finish` gets what the shell is told. */
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
    .description('brings the database up to date')
    .action(async () => end(await withComposition(environment, TOOL, migrate(terminal))))
  program
    .command('demo')
    .description('sets a tenant up, sends messages through all hosts and shows what becomes of them')
    .option('--once', 'end when the last message is final')
    .option('--quiet', 'go on serving without traffic and work at the console')
    .action(async ({ once = false, quiet = false }: { once?: boolean; quiet?: boolean }) => {
      const { demo } = await import('@postrider/demo/demo')
      end(await demo(environment, terminal, { once, quiet }))
    })
  program
    .command('doctor')
    .description('says what is wrong with settings, storage, queue and accounts, and what to do')
    .option('--deep', 'check every account and message against the invariants as well')
    .option(
      '--open',
      'open a session of its own with each provider that keeps any, beside those of dispatchers',
    )
    .action(async (options: DoctorOptions) => finish(await doctor(environment, terminal, options)))
  addSetUpCommand(program, {
    terminal,
    end,
    run: (work) => withComposition(environment, TOOL, work),
  })
  addLedgerCommands(program, { terminal, end, run: onDatabase(environment, false) })
  addAdminCommands(program, { terminal, end, run: onDatabase(environment, true) })
  addKeyCommands(program, { terminal, end, run: onDatabase(environment, true) })
  return program
}
