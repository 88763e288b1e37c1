import { type Command, Option } from 'commander'
import {
  createAgentKeyCommand,
  type KeyEndOptions,
  type KeyOptions,
  revokeAgentKeyCommand,
  rotateAgentKeyCommand,
} from './commands/agent-keys.js'
import type { WithCommandIo } from './database-shell.js'

/** Adds the commands for Agent keys. */
export const addAgentKeyCommands = (admin: Command, withCommandIo: WithCommandIo): void => {
  const keys = admin
    .command('agent-key')
    .description('manage Agent keys, with which programs act for a person')
  keys
    .command('create')
    .description('create a key and show it once')
    .addOption(
      new Option('--kind <kind>', 'kind of the key')
        .choices(['customer', 'bootstrap', 'admin'])
        .default('customer'),
    )
    .option('--organization <id>', 'Organization of a customer key')
    .option('--sponsor <address>', 'email address of the sponsor; for an admin key, of its creator')
    .option('--label <text>', 'purpose of the key')
    .requiredOption(
      '--operations <names>',
      'operations that it may call, separated by commas, or all for every operation of its kind',
    )
    .option('--until <date>', 'last day; by default one year, for a bootstrap key one day')
    .option('--time-zone <zone>', "time zone of the last day; by default this machine's")
    .option('--acknowledge-never-expires', 'create a key that works until it is revoked')
    .option('--reason <text>', 'reason, kept in the audit log')
    .option('--as <address>', 'your email address')
    .action((options: KeyOptions) => withCommandIo((io) => createAgentKeyCommand(io, options)))
  keys
    .command('rotate')
    .description('replace a key of your own with a new one')
    .argument('<id>', 'ID of the key (agk_…)')
    .option('--overlap-seconds <seconds>', 'how long both keys work', '3600')
    .option('--reason <text>', 'reason, kept in the audit log')
    .option('--as <address>', 'your email address')
    .action((id: string, options: KeyEndOptions) =>
      withCommandIo((io) => rotateAgentKeyCommand(io, id, options)),
    )
  keys
    .command('revoke')
    .description('revoke a key permanently and list the credentials that were created with it')
    .argument('<id>', 'ID of the key (agk_…)')
    .option('--credentials', 'also revoke the credentials that were created with it')
    .option('--reason <text>', 'reason, kept in the audit log')
    .option('--as <address>', 'your email address')
    .action((id: string, options: KeyEndOptions) =>
      withCommandIo((io) => revokeAgentKeyCommand(io, id, options)),
    )
}
