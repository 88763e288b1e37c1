import type { Command } from 'commander'

/** The address of the documentation if no setting changes it. */
const DOCS = 'http://127.0.0.1:8080/docs'

/** The page of the documentation about each command. */
const PAGES: Readonly<Record<string, string>> = {
  init: 'tutorial-one-machine',
  setup: 'tutorial-one-machine#3-set-it-up',
  start: 'deploying',
  http: 'deploying',
  dispatcher: 'deploying',
  console: 'console',
  website: 'website',
  migrate: 'upgrading',
  demo: 'quick-start#explore-the-demo',
  doctor: 'troubleshooting#the-installation',
  backup: 'backup-and-restore#back-up',
  restore: 'backup-and-restore#restore',
  feed: 'api/sockets#change-feed',
  ledger: 'api/money#ledger-proof',
  audit: 'alerts#audit-log-and-keys',
  keys: 'keys',
  provider: 'providers',
  admin: 'everyday-tasks',
}

/** The topics that the help of the whole command lists. */
const TOPICS: ReadonlyArray<readonly [page: string, topic: string]> = [
  ['tutorial-one-machine', 'install it on one machine'],
  ['commands', 'all commands'],
  ['settings', 'all settings'],
  ['production-checklist', 'before real messages are sent'],
  ['providers', 'connect providers'],
  ['backup-and-restore', 'back up and restore'],
  ['upgrading', 'upgrade'],
  ['troubleshooting', 'find the cause of a problem'],
]

/** The end of the help of `postrider`: where the documentation is, and its topics. */
export const topicsHelp = (): string =>
  [
    `The API serves the documentation at /docs, by default ${DOCS}:`,
    ...TOPICS.map(([page, topic]) => `  /docs/${page.padEnd(22)}${topic}`),
  ].join('\n')

/** Adds the address of its page to the help of each command. */
export const addHelpPages = (program: Command): void => {
  for (const command of program.commands)
    command.addHelpText('after', `\nDocumentation: ${DOCS}/${PAGES[command.name()] ?? 'commands'}`)
}
