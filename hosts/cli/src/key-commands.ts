import type { Command } from 'commander'
import type { DatabaseShell } from './database-shell.js'
import { keysRotate, type RotateOptions } from './commands/keys-rotate.js'

/** The commands about the master key. */
export const addKeyCommands = (program: Command, { terminal, run, end }: DatabaseShell): void => {
  program
    .command('keys')
    .description('the master key')
    .command('rotate')
    .description('seal everything under POSTRIDER_MASTER_KEY, and nothing more under former keys')
    .option('--reason <text>', 'why; it is kept in the audit log')
    .action(async (options: RotateOptions) => end(await run(keysRotate(terminal, options))))
}
