import { type Command, Option } from 'commander'
import { CHANNEL_NAMES } from '@postrider/core/channels/channels'
import { RELEASE_DECISIONS } from '@postrider/core/platform/domain/installation/release-decision'
import type { WithCommandIo } from './database-shell.js'
import {
  beginRestorationCommand,
  endRestorationCommand,
  releaseMessages,
  type ReleaseOptions,
  showRestorationCommand,
} from './commands/restore.js'
import type { AdminSessionOptions } from './commands/admin-session.js'

type WithReason = AdminSessionOptions & { readonly reason?: string }

/** The commands for a restored database. */
export const addRestoreCommands = (program: Command, withCommandIo: WithCommandIo): void => {
  const as = ['--as <address>', 'your email address'] as const
  const reason = ['--reason <text>', 'reason, kept in the audit log'] as const
  const restore = program.command('restore').description('manage a restored database and its messages')
  restore
    .command('begin')
    .description('put the database on hold: nothing is accepted or sent until it is released')
    .option(...reason)
    .action((options: WithReason) => withCommandIo((io) => beginRestorationCommand(io, options)))
  restore
    .command('show')
    .description(
      'show whether the database is on hold, messages without a decision, and the access that was restored',
    )
    .option(...as)
    .action((options: AdminSessionOptions) => withCommandIo((io) => showRestorationCommand(io, options)))
  restore
    .command('release')
    .description('decide about messages that may have been sent since the backup')
    .addOption(
      new Option('--decision <decision>', 'decision about the messages')
        .choices(RELEASE_DECISIONS)
        .default('send'),
    )
    .option('--message <id...>', 'message IDs; if omitted, all matching messages')
    .option('--organization <id>', 'only messages of this Organization')
    .addOption(new Option('--channel <channel>', 'only messages of this channel').choices(CHANNEL_NAMES))
    .addOption(
      new Option('--state <state>', 'only messages in this state').choices(['ACCEPTED', 'UNCONFIRMED']),
    )
    .option('--from <moment>', 'only messages accepted at this time or later')
    .option('--to <moment>', 'only messages accepted before this time')
    .option(...reason)
    .option(...as)
    .action((options: ReleaseOptions) => withCommandIo((io) => releaseMessages(io, options)))
  restore
    .command('end')
    .description('confirm the restored access, end all sessions and links, and start sending again')
    .option(...reason)
    .option(...as)
    .action((options: WithReason) => withCommandIo((io) => endRestorationCommand(io, options)))
}
