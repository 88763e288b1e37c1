import { type Command, Option } from 'commander'
import {
  createAgentKeyCommand,
  type KeyEndOptions,
  type KeyOptions,
  revokeAgentKeyCommand,
  rotateAgentKeyCommand,
} from './commands/agent-keys.js'
import type { WithCommandIo } from './database-shell.js'

/** The commands about Agent keys. */
export const addAgentKeyCommands = (admin: Command, withCommandIo: WithCommandIo): void => {
  const keys = admin
    .command('agent-key')
    .description('keys by which Agents act for people who answer for them')
  keys
    .command('create')
    .description('make a key, and show it once')
    .addOption(
      new Option('--kind <kind>', 'what it is for')
        .choices(['customer', 'bootstrap', 'admin'])
        .default('customer'),
    )
    .option('--organization <id>', 'the Organization that a customer key works for')
    .option('--sponsor <address>', 'who answers for it; for an admin key, who makes it')
    .option('--label <text>', 'what it is for')
    .requiredOption(
      '--operations <names>',
      'what it may call, with commas between; all: whatever its kind can',
    )
    .option('--until <date>', 'its last day; without one it lasts a year, and a bootstrap key a day')
    .option('--time-zone <zone>', "the time zone of that day; without one, this machine's")
    .option('--acknowledge-never-expires', 'let it last until it is revoked')
    .option('--reason <text>', 'why; it is kept in the audit log')
    .option('--as <address>', 'who you are')
    .action((options: KeyOptions) => withCommandIo((io) => createAgentKeyCommand(io, options)))
  keys
    .command('rotate')
    .description('put a new key in the place of another of your own')
    .argument('<id>', 'the key, as agk_…')
    .option('--overlap-seconds <seconds>', 'for how long both are taken', '3600')
    .option('--reason <text>', 'why; it is kept in the audit log')
    .option('--as <address>', 'who you are')
    .action((id: string, options: KeyEndOptions) =>
      withCommandIo((io) => rotateAgentKeyCommand(io, id, options)),
    )
  keys
    .command('revoke')
    .description('end a key for good, and list the credentials that were created with it')
    .argument('<id>', 'the key, as agk_…')
    .option('--credentials', 'also revoke the credentials that were created with it')
    .option('--reason <text>', 'why; it is kept in the audit log')
    .option('--as <address>', 'who you are')
    .action((id: string, options: KeyEndOptions) =>
      withCommandIo((io) => revokeAgentKeyCommand(io, id, options)),
    )
}
