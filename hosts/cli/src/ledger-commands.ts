import type { Command } from 'commander'
import type { DatabaseShell } from './database-shell.js'
import { auditVerify } from './commands/audit-verify.js'
import { backup } from './commands/backup.js'
import { checkAgainst, ledgerHeads, ledgerKeyCommand } from './commands/ledger-heads.js'
import { ledgerVerify } from './commands/ledger-verify.js'

/** The commands that prove what the books and the audit log say. */
export const addLedgerCommands = (program: Command, { terminal, run, end }: DatabaseShell): void => {
  program
    .command('backup')
    .description('copy an embedded database while it is in use; of another, show the commands that do')
    .argument('[file]', 'where to; one that is not there yet')
    .action(async (file?: string) => end(await run(backup(terminal, file))))
  const ledger = program.command('ledger').description('the books')
  ledger
    .command('verify')
    .description('recompute every account from its first event')
    .option('--against <file>', 'compare with signed heads: lines of the log, or of `ledger heads`')
    .option('--key <file>', 'the key that signed them, where the one in the database is not to be believed')
    .action(async ({ against, key }: { against?: string; key?: string }) =>
      end(
        await run(async (composition) => {
          const verified = await ledgerVerify(terminal)(composition)
          if (against === undefined) return verified
          const compared = await checkAgainst(terminal, against, key)(composition)
          return verified === 0 ? compared : verified
        }),
      ),
    )
  ledger
    .command('heads')
    .description('sign the heads of all accounts now, a line each, to be kept elsewhere')
    .action(async () => end(await run(ledgerHeads(terminal))))
  ledger
    .command('key')
    .description('the key by which anybody can check signed heads')
    .action(async () => end(await run(ledgerKeyCommand(terminal))))
  program
    .command('audit')
    .description('the audit log')
    .command('verify')
    .description('recompute every chain from its first entry')
    .action(async () => end(await run(auditVerify(terminal))))
}
