import type { Command } from 'commander'
import type { DatabaseShell } from './admin-commands.js'
import { auditVerify } from './commands/audit-verify.js'
import { backup } from './commands/backup.js'
import { ledgerVerify } from './commands/ledger-verify.js'

/** The commands that prove what the books and the audit log say. */
export const addBookCommands = (program: Command, { terminal, run, end }: DatabaseShell): void => {
  program
    .command('backup')
    .description('copy an embedded database while it is in use; of another, show the commands that do')
    .argument('[file]', 'where to; one that is not there yet')
    .action(async (file?: string) => end(await run(backup(terminal, file))))
  program
    .command('ledger')
    .description('the books')
    .command('verify')
    .description('recompute every account from its first event')
    .action(async () => end(await run(ledgerVerify(terminal))))
  program
    .command('audit')
    .description('the audit log')
    .command('verify')
    .description('recompute every chain from its first entry')
    .action(async () => end(await run(auditVerify(terminal))))
}
