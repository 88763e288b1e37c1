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
Only the owner can read the file, and it is never overwritten. It contains generated passwords for the servers.
"postrider init sql" and "postrider init rabbitmq" print the commands that create the database and the users:

  postrider init --storage mysql://127.0.0.1:3306/postrider --queue amqp://127.0.0.1:5672
  postrider init sql | sudo mysql                    # PostgreSQL: | sudo -u postgres psql
  postrider init rabbitmq | sudo sh`

interface Shell {
  readonly environment: ProcessEnvironment
  readonly terminal: Terminal
  readonly end: (outcome: E.Either<CommandFailure, number>) => void
}

/** The commands that create an installation. */
export const addInitCommands = (program: Command, { environment, terminal, end }: Shell): void => {
  const beginning = program
    .command('init')
    .description('write a .env file with a master key and the settings of a new installation to this folder')
    .option(
      '--storage <address>',
      'sqlite (the default), mysql, postgres, or mysql:// or postgres:// and host:port/database; separate several host:port with commas',
    )
    .option(
      '--queue <address>',
      'embedded (the default), rabbitmq, or amqp://host:port/vhost; separate several host:port with commas',
    )
    .addHelpText('after', HELP)
    .action((options: InitOptions) => end(init(process.cwd(), terminal, options)))
  beginning
    .command('sql')
    .description('print the SQL that creates the database and its user, to run as a database administrator')
    .action(() => end(sayFor(environment, terminal, ({ storageUrl }) => databaseSql(storageUrl))))
  beginning
    .command('rabbitmq')
    .description('print the commands that create the RabbitMQ user, to run as a RabbitMQ administrator')
    .action(() => end(sayFor(environment, terminal, ({ queueUrl }) => brokerCommands(queueUrl))))
}
