import type { Command } from 'commander'
import type { DatabaseShell } from './database-shell.js'
import { auditVerify } from './commands/audit-verify.js'
import { backup } from './commands/backup.js'
import { checkAgainst, ledgerHeads, ledgerKeyCommand } from './commands/ledger-heads.js'
import { ledgerVerify } from './commands/ledger-verify.js'

/** Adds the commands that verify the ledger and the audit log. */
export const addLedgerCommands = (program: Command, { terminal, run, end }: DatabaseShell): void => {
  program
    .command('backup')
    .description('back up an embedded database while it is in use; for other databases, print the commands')
    .argument('[file]', 'target file, which must not exist yet')
    .action(async (file?: string) => end(await run(backup(terminal, file))))
  const ledger = program.command('ledger').description('verify the ledger')
  ledger
    .command('verify')
    .description('recalculate every account from its first entry')
    .option('--against <file>', 'compare with signed heads: lines of the log, or output of `ledger heads`')
    .option('--key <file>', 'key that signed the heads, if you do not trust the key in the database')
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
    .description('sign the heads of all accounts now, one per line, to store them elsewhere')
    .action(async () => end(await run(ledgerHeads(terminal))))
  ledger
    .command('key')
    .description('print the public key to verify signed heads')
    .action(async () => end(await run(ledgerKeyCommand(terminal))))
  program
    .command('audit')
    .description('verify the audit log')
    .command('verify')
    .description('recalculate every chain from its first entry')
    .action(async () => end(await run(auditVerify(terminal))))
}
