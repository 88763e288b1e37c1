import { type Command, Option } from 'commander'
import { CHANNEL_NAMES } from '@postrider/core/channels/channels'
import { type ProviderTestOptions, testProviderCommand } from './commands/provider-test.js'
import type { WithCommandIo } from './database-shell.js'

/** The commands about provider accounts. */
export const addProviderCommands = (program: Command, withCommandIo: WithCommandIo): void => {
  program
    .command('provider')
    .description('provider accounts')
    .command('test')
    .description('send one fixed text through an account by the running dispatcher, and show the wire')
    .argument('<account>', 'the provider account, as pac_…')
    .requiredOption('--to <recipient>', 'a telephone number as +4915123456789, or an address')
    .requiredOption('--from <sender>', 'whom it is from, as the channel has it')
    .addOption(new Option('--channel <channel>', 'where the account carries several').choices(CHANNEL_NAMES))
    .option(
      '--template <identifiers>',
      'what the vendor of the channel registered a text under, with commas between',
    )
    .option('--reason <text>', 'why; it is kept in the audit log')
    .option('--as <address>', 'who you are')
    .action((accountId: string, options: ProviderTestOptions) =>
      withCommandIo((io) => testProviderCommand(io, accountId, options)),
    )
}
