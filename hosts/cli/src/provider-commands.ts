import { type Command, Option } from 'commander'
import { CHANNEL_NAMES } from '@postrider/core/channels/channels'
import { type ProviderTestOptions, testProviderCommand } from './commands/provider-test.js'
import type { WithCommandIo } from './database-shell.js'

/** Adds the commands for provider accounts. */
export const addProviderCommands = (program: Command, withCommandIo: WithCommandIo): void => {
  program
    .command('provider')
    .description('test provider accounts')
    .command('test')
    .description(
      'send one fixed text through a provider account, using a running dispatcher, and show the traffic',
    )
    .argument('<account>', 'ID of the provider account (pac_…)')
    .requiredOption('--to <recipient>', 'phone number, for example +4915123456789, or email address')
    .requiredOption('--from <sender>', 'sender ID of the channel')
    .addOption(
      new Option('--channel <channel>', 'channel, if the account has several').choices(CHANNEL_NAMES),
    )
    .option(
      '--template <identifiers>',
      'identifiers of the text that is registered with DLT or WhatsApp, separated by commas',
    )
    .option('--reason <text>', 'reason, kept in the audit log')
    .option('--as <address>', 'your email address')
    .action((accountId: string, options: ProviderTestOptions) =>
      withCommandIo((io) => testProviderCommand(io, accountId, options)),
    )
}
