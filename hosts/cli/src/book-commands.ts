import type { Command } from 'commander'
import type { DatabaseShell } from './admin-commands.js'
import { auditVerify } from './commands/audit-verify.js'
import { ledgerVerify } from './commands/ledger-verify.js'

/** The commands that prove what the books and the audit log say. */
export const addBookCommands = (program: Command, { terminal, run, end }: DatabaseShell): void => {
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
