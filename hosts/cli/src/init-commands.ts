import type { Command } from 'commander'
import type { E } from '@postrider/core/fp'
import type { ProcessEnvironment } from '@postrider/wiring/setting-sources'
import { init, sayFor } from './commands/init.js'
import type { CommandFailure } from '@postrider/command/exit-code'
import { brokerCommands } from '@postrider/wiring/installation/broker-commands'
import { databaseSql } from '@postrider/wiring/installation/database-sql'
import type { InitOptions } from '@postrider/wiring/installation/plan-installation'
import type { Terminal } from '@postrider/command/terminal/terminal'

const HELP = `
The file is for its owner alone and never written over. Passwords for the servers are drawn and stand in it;
"postrider init sql" and "postrider init rabbitmq" say what makes the database and the users, as often as you like:

  postrider init --storage mysql://127.0.0.1:3306/postrider --queue amqp://127.0.0.1:5672
  postrider init sql | sudo mysql                    # PostgreSQL: | sudo -u postgres psql
  postrider init rabbitmq | sudo sh`

interface Shell {
  readonly environment: ProcessEnvironment
  readonly terminal: Terminal
  readonly end: (outcome: E.Either<CommandFailure, number>) => void
}

/** The commands that begin an installation. */
export const addInitCommands = (program: Command, { environment, terminal, end }: Shell): void => {
  const beginning = program
    .command('init')
    .description('write a .env with a master key and the settings of a new installation into this folder')
    .option(
      '--storage <address>',
      'sqlite (the default), mysql, postgres, or mysql:// or postgres:// and host:port/database; commas between several host:port',
    )
    .option(
      '--queue <address>',
      'embedded (the default), rabbitmq, or amqp://host:port/vhost; commas between several host:port',
    )
    .addHelpText('after', HELP)
    .action((options: InitOptions) => end(init(process.cwd(), terminal, options)))
  beginning
    .command('sql')
    .description('the SQL that makes the database and its user, for somebody who may')
    .action(() => end(sayFor(environment, terminal, ({ storageUrl }) => databaseSql(storageUrl))))
  beginning
    .command('rabbitmq')
    .description("the commands that make RabbitMQ's user, for somebody who may")
    .action(() => end(sayFor(environment, terminal, ({ queueUrl }) => brokerCommands(queueUrl))))
}
