import type { Command } from 'commander'
import type { DatabaseShell } from './database-shell.js'
import { keysRotate, type RotateOptions } from './commands/keys-rotate.js'

/** Adds the commands for the master key. */
export const addKeyCommands = (program: Command, { terminal, run, end }: DatabaseShell): void => {
  program
    .command('keys')
    .description('manage the master key')
    .command('rotate')
    .description('encrypt everything with POSTRIDER_MASTER_KEY and nothing with previous keys')
    .option('--reason <text>', 'reason, kept in the audit log')
    .action(async (options: RotateOptions) => end(await run(keysRotate(terminal, options))))
}
