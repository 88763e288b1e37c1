import { Argument, Command, Option, type OptionValues } from 'commander'
import type { CommandTerminal } from './command-terminal.js'
import type { ExitCode } from './errors/exit-code.js'
import { painter } from './output/paint.js'
import { type Format, FORMATS, recordWriter } from './output/records.js'
import { TRIGGERED, TRIGGERS_HELP } from './triggers.js'
import type { Verb, VerbRun } from './verb.js'
import { VERSION } from './version.js'

type Load = () => Promise<VerbRun>

/** Adds a command: its words, its description, and its implementation, which is loaded when it is called. */
type AddVerb = (words: string, description: string, load: Load, parent?: Command) => Command

const HELP = `
The service and the credential come from --url and --credential-file, else from POSTRIDER_URL, POSTRIDER_CREDENTIAL and
POSTRIDER_AGENT_KEY, else from the profile (--profile, POSTRIDER_PROFILE, or "default") that postrider-dev login saved.
Exit codes: 0 success, 1 refused or failed, 2 invalid input, 3 credential, 4 not found, 5 conflict, 6 may succeed later.`

const verbOf = (terminal: CommandTerminal, options: OptionValues): Verb => {
  const { profile, url, credentialFile } = options as Verb['access']
  const paintData = painter(terminal, terminal.output)
  const format = options['output'] as Format
  const bold = (text: string): string => paintData('bold', text)
  return {
    terminal,
    access: {
      ...(profile === undefined ? {} : { profile }),
      ...(url === undefined ? {} : { url }),
      ...(credentialFile === undefined ? {} : { credentialFile }),
    },
    format,
    say: (line) => void terminal.words.write(`${line}\n`),
    paintData,
    writer: (columns) =>
      recordWriter(terminal.output, format, { ...(columns === undefined ? {} : { columns }), bold }),
    followingWriter: (columns) =>
      recordWriter(terminal.output, format === 'json' ? 'jsonl' : format, { columns, bold }),
  }
}

const several = (value: string, before: readonly string[] = []): readonly string[] => [...before, value]

const seconds = '<seconds>'

const addMessageOptions = (command: Command): Command =>
  command
    .option('--var <name=value>', 'a variable of the template; repeat for each', several)
    .option('--reference <text>', 'your own reference, to find the message with')
    .option('--key <key>', 'idempotency key: the same key never sends twice')

const addWaitOptions = (command: Command): Command =>
  command
    .option('--wait [state]', 'wait until the message is final or in this state')
    .option(`--timeout ${seconds}`, 'maximum time to wait', '60')

const addProfileVerbs = (add: AddVerb): void => {
  add(
    'login',
    'save a credential, an Agent key or a session in a profile',
    async () => (await import('./verbs/login.js')).login,
  ).option('--email <address>', 'sign in as a person, with a password')
  add(
    'profiles',
    'list profiles, without their secrets',
    async () => (await import('./verbs/profiles.js')).profiles,
  )
  add(
    'logout',
    'end the session of a profile and delete the profile',
    async () => (await import('./verbs/logout.js')).logout,
  )
}

const addBatchVerb = (add: AddVerb): void => {
  add(
    'batch',
    'send a file of messages: one JSON object per line, or CSV with a header row',
    async () => (await import('./verbs/batch.js')).batch,
  )
    .argument('<file>', 'x.jsonl, x.csv, or - for standard input')
    .option(
      '--key <key>',
      'idempotency key of the batch: the same command with it sends only missing messages',
    )
    .addOption(
      new Option('--format <format>', 'format of the file (default: csv for .csv, otherwise jsonl)').choices([
        'jsonl',
        'csv',
      ]),
    )
    .option('--dry-run', 'check each message without sending it')
}

const addTriggerVerb = (add: AddVerb): void => {
  const trigger = add(
    'trigger',
    'send a message with a chosen sandbox outcome, or make an event happen (test credentials only)',
    async () => (await import('./verbs/trigger.js')).trigger,
  )
    .addHelpText('after', `\n${TRIGGERS_HELP}`)
    .addArgument(new Argument('<outcome>', 'an outcome, or the type of an event').choices(TRIGGERED))
    .option('--template <id>', 'an approved template')
    .option('--channel <channel>', 'sms, whatsapp or email', 'sms')
    .option(
      '--to <recipient>',
      'a number or address; its last four digits or its +tag are replaced to get the outcome',
    )
    .option('--dry-run', 'check the message without sending it')
    .option('--otp-variable <name>', 'for otp.verified: the template variable for the code', 'code')
    .option('--endpoint <id>', 'for webhook.test: the webhook endpoint that gets it')
    .option('--organization <id>', 'for events of an operation: the Organization, if you have several')
    .option('--app <id>', 'for credential.expiring: the test app, if you have several')
  addWaitOptions(addMessageOptions(trigger))
}

const addSendingVerbs = (add: AddVerb): void => {
  const sent = add('send', 'send one message', async () => (await import('./verbs/send.js')).send)
    .requiredOption('--channel <channel>', 'sms, whatsapp or email')
    .requiredOption('--to <recipient>', 'a number such as +447400123456, or an email address')
    .requiredOption('--template <id>', 'an approved template')
    .option('--recipient-name <name>', 'display name of an email recipient')
    .option('--dry-run', 'check the message without sending it')
  addWaitOptions(addMessageOptions(sent))

  const otp = add(
    'otp',
    'send and verify one-time passcodes',
    async () => (await import('./verbs/otp.js')).otpHelp,
  )
  const code = add('send', 'send a new code', async () => (await import('./verbs/otp.js')).sendOtp, otp)
    .requiredOption('--channel <channel>', 'sms or whatsapp')
    .requiredOption('--to <number>', 'a number such as +447400123456')
    .requiredOption('--template <id>', 'an approved template')
    .requiredOption('--otp-variable <name>', 'the template variable for the code')
    .option('--length <digits>', 'number of digits')
    .option(`--ttl ${seconds}`, 'how long the code is valid')
    .option('--var <name=value>', 'another variable of the template; repeat for each', several)
    .option('--key <key>', 'idempotency key: the same key never sends twice')
  addWaitOptions(code)
  add('verify', 'check whether a code is right', async () => (await import('./verbs/otp.js')).verifyOtp, otp)
    .argument('<challenge-id>')
    .argument('[code]', 'if omitted, the command asks for it')
    .option(
      '--key <key>',
      'idempotency key: with the same key, a correct code can be verified again for ten minutes',
    )

  addBatchVerb(add)
  addTriggerVerb(add)
}

const addReadingVerbs = (add: AddVerb): void => {
  const get = add(
    'get',
    'show a message and its current state',
    async () => (await import('./verbs/messages.js')).getMessage,
  )
  addWaitOptions(get.argument('<message-id>'))
  add(
    'find',
    'find messages by key or reference',
    async () => (await import('./verbs/messages.js')).findMessages,
  )
    .option('--key <key>', 'idempotency key of the messages')
    .option('--reference <text>', 'reference of the messages')
  add(
    'balance',
    'show the balance of the Organization',
    async () => (await import('./verbs/money.js')).balance,
  ).argument('<currency>', 'for example INR')
  add(
    'usage',
    'list reservations, charges and releases',
    async () => (await import('./verbs/money.js')).usage,
  )
    .argument('<currency>', 'for example INR')
    .option('--from <moment>', 'start time (default: first day of this month, UTC)')
    .option('--to <moment>', 'end time, exclusive (default: now)')
    .option('--limit <count>', 'maximum number of entries')
  add(
    'inbox',
    'show messages that the sandbox delivered, including passcodes (test credentials only)',
    async () => (await import('./verbs/inbox.js')).inbox,
  )
    .option('--recipient <to>', 'only messages to this number or address')
    .option('--follow', 'keep showing messages as they are delivered')
    .option('-n, --last <count>', 'start with this number of recent messages', '20')
  const why = add(
    'why',
    'find out why a send would fail and how to fix it, or explain an error code',
    async () => (await import('./verbs/why.js')).why,
  )
    .argument(
      '[code]',
      'explain this error code, field code or failure code, for example insufficient_balance',
    )
    .option('--channel <channel>', 'sms, whatsapp or email (default: first channel of the credential)')
    .option('--to <recipient>', 'the recipient')
    .option('--template <id>', 'ID of the template')
    .option('--recipient-name <name>', 'display name of an email recipient')
  why.option('--var <name=value>', 'a variable of the template; repeat for each', several)
}

const addListVerbs = (add: AddVerb): void => {
  add(
    'messages',
    'list messages of the app, newest first',
    async () => (await import('./verbs/messages.js')).listAppMessages,
  )
    .option('--state <state>', 'only messages that are in this state now')
    .option('--channel <channel>', 'only messages of this channel')
    .option('--since <moment>', 'only messages accepted since this moment, or since 15m, 2h or 7d ago')
    .option('-n, --limit <count>', 'maximum number of messages', '20')
    .option('--cursor <cursor>', 'continue an earlier list that had the same filters')
  add(
    'tail',
    'follow new messages and state changes until Ctrl-C',
    async () => (await import('./verbs/tail.js')).tail,
  )
    .option('--organization <id>', 'only this Organization (with a session or an Agent key)')
    .option('--app <id>', 'only this app (with a session or an Agent key)')
    .option('--channel <channel>', 'only messages of this channel')
    .option('--state <state>', 'only messages in this state')
    .option('-n, --last <count>', 'start with this number of recent messages', '10')
  add(
    'listen',
    'follow events until Ctrl-C, and forward them to a URL as signed webhooks',
    async () => (await import('./verbs/listen.js')).listen,
  )
    .option(
      '--forward-to <url>',
      'for example http://localhost:3000/hooks; signed with POSTRIDER_WEBHOOK_SECRET, otherwise with a new secret',
    )
    .option('--types <types>', 'only these types, separated by commas')
    .option('--after <sequence>', 'only events after this one (default: after the newest)')
}

const addOperationVerbs = (add: AddVerb): void => {
  add(
    'call',
    'call an operation for people or Agents; without a name, list them',
    async () => (await import('./verbs/call.js')).call,
  )
    .argument('[operation]')
    .option('-d, --data <name=value>', 'a field of the body, or @file; repeat for each', several)
    .addOption(new Option('--as <kind>', 'call as a person or an Agent').choices(['person', 'agent']))
    .option('--key <key>', 'requestId: the same key runs the operation once')
    .option('--fields', 'show its fields without calling it')
}

/**
 * The `postrider-dev` command. `finish` gets the exit code. A quiet program leaves usage errors to its
 * caller.
 */
export const developersProgram = (
  terminal: CommandTerminal,
  finish: (exitCode: ExitCode) => void,
  isQuiet = false,
): Command => {
  const program = new Command('postrider-dev')
    .description('Send, follow and explain Postrider messages.')
    .version(VERSION)
    .addHelpText('after', HELP)
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void terminal.output.write(text),
      writeErr: (text) => {
        if (!isQuiet) terminal.words.write(text)
      },
    })
  const add: AddVerb = (words, description, load, parent = program) =>
    parent
      .command(words)
      .description(description)
      .addOption(new Option('-o, --output <format>', 'output format').choices(FORMATS).default('table'))
      .option('--profile <name>', 'profile to use')
      .option('--url <address>', 'URL of the service')
      .option('--credential-file <file>', 'file with the credential or Agent key')
      .action(async (...given: readonly unknown[]) => {
        const options = given.at(-2) as OptionValues
        const run = (await load()) as (...all: readonly unknown[]) => Promise<ExitCode>
        finish(await run(verbOf(terminal, options), options, ...given.slice(0, -2)))
      })
  addProfileVerbs(add)
  addSendingVerbs(add)
  addReadingVerbs(add)
  addListVerbs(add)
  addOperationVerbs(add)
  add(
    'completion',
    'print a shell completion script',
    async () => (await import('./completion/shell-scripts.js')).completion,
  ).addArgument(new Argument('<shell>').choices(['bash', 'zsh', 'fish']))
  program
    .command('__complete', { hidden: true })
    .argument('[words...]')
    .action(async (words: readonly string[]) => {
      const { candidates } = await import('./completion/candidates.js')
      for (const each of await candidates(program, terminal, words)) terminal.output.write(`${each}\n`)
    })
  return program
}
