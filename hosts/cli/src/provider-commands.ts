import { type Command, Option } from 'commander'
import { CHANNEL_NAMES } from '@postrider/core/channels/channels'
import { type ProviderTestOptions, testProviderCommand } from './commands/provider-test.js'
import { providerTemplates, type ProviderTemplatesOptions } from './commands/provider-templates.js'
import type { DatabaseShell, WithCommandIo } from './database-shell.js'

/** Adds the commands for provider accounts. */
export const addProviderCommands = (
  program: Command,
  { terminal, run, end }: DatabaseShell,
  withCommandIo: WithCommandIo,
): void => {
  const provider = program
    .command('provider')
    .description('test provider accounts, and compare templates with those of their vendor')
  provider
    .command('templates')
    .description("list an account's templates at WhatsApp next to those registered here, with differences")
    .argument('<account>', 'ID of the provider account (pac_…)')
    .option('--sync', 'apply the differences in status and category')
    .action(async (accountId: string, options: ProviderTemplatesOptions) =>
      end(await run(providerTemplates(terminal, accountId, options))),
    )
  provider
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
