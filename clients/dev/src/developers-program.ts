import { Argument, Command, Option, type OptionValues } from 'commander'
import type { CommandTerminal } from './command-terminal.js'
import type { ExitCode } from './errors/exit-code.js'
import { painter } from './output/paint.js'
import { type Format, FORMATS, recordWriter } from './output/records.js'
import { SANDBOX_OUTCOMES } from './sandbox-outcomes.js'
import type { Verb, VerbRun } from './verb.js'
import { VERSION } from './version.js'

type Load = () => Promise<VerbRun>

/** Adds a verb: its words, what it does, and where it is carried out, which is loaded when somebody calls it. */
type AddVerb = (words: string, description: string, load: Load, parent?: Command) => Command

const HELP = `
Which service and by which credential: --url and --credential-file, else POSTRIDER_URL, POSTRIDER_CREDENTIAL and
POSTRIDER_AGENT_KEY, else the profile (--profile, POSTRIDER_PROFILE, or "default") that postrider-dev login made.
Exit codes: 0 well, 1 refused or failed, 2 malformed, 3 credential, 4 not found, 5 conflict, 6 may succeed later.`

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
    .option('--var <name=value>', 'a variable of the template; once for each', several)
    .option('--reference <text>', 'your own reference, by which the message is found')
    .option('--key <key>', 'names the send: under one key nothing is sent twice')

const addWaitOptions = (command: Command): Command =>
  command
    .option('--wait [state]', 'wait until the message has come to its end, or to this state')
    .option(`--timeout ${seconds}`, 'how long to wait at most', '60')

const addProfileVerbs = (add: AddVerb): void => {
  add(
    'login',
    'keeps a credential, an Agent key or a session in a profile',
    async () => (await import('./verbs/login.js')).login,
  ).option('--email <address>', 'sign in as a person, by a password')
  add(
    'profiles',
    'lists the profiles, without their secrets',
    async () => (await import('./verbs/profiles.js')).profiles,
  )
  add(
    'logout',
    'ends the session of a profile and forgets the profile',
    async () => (await import('./verbs/logout.js')).logout,
  )
}

const addSendingVerbs = (add: AddVerb): void => {
  const sent = add('send', 'sends one message', async () => (await import('./verbs/send.js')).send)
    .requiredOption('--channel <channel>', 'sms, whatsapp or email')
    .requiredOption('--to <recipient>', 'a number like +447400123456, or an address')
    .requiredOption('--template <id>', 'an approved template')
    .option('--recipient-name <name>', 'as an email shows its recipient')
    .option('--dry-run', 'say what it would come to, and send nothing')
  addWaitOptions(addMessageOptions(sent))

  const otp = add('otp', 'one-time passcodes', async () => (await import('./verbs/otp.js')).otpHelp)
  const code = add('send', 'sends a new code', async () => (await import('./verbs/otp.js')).sendOtp, otp)
    .requiredOption('--channel <channel>', 'sms or whatsapp')
    .requiredOption('--to <number>', 'a number like +447400123456')
    .requiredOption('--template <id>', 'an approved template')
    .requiredOption('--otp-variable <name>', 'the variable of the template that is the code')
    .option('--length <digits>', 'digits of the code')
    .option(`--ttl ${seconds}`, 'for how long the code is good')
    .option('--var <name=value>', 'another variable of the template; once for each', several)
    .option('--key <key>', 'names the send: under one key nothing is sent twice')
  addWaitOptions(code)
  add('verify', 'says whether a code is right', async () => (await import('./verbs/otp.js')).verifyOtp, otp)
    .argument('<challenge-id>')
    .argument('[code]', 'asked for where it is left out')
    .option('--key <key>', 'under one key a right code is right again, for ten minutes')

  add(
    'batch',
    'sends a file of messages: a JSON object in each line, or CSV with a header row',
    async () => (await import('./verbs/batch.js')).batch,
  )
    .argument('<file>', 'x.jsonl, x.csv, or - for what is piped in')
    .option('--key <key>', 'names the batch: the same command under it sends what is missing')
    .addOption(
      new Option('--format <format>', 'how the file is written; else csv for .csv, jsonl for others').choices(
        ['jsonl', 'csv'],
      ),
    )
    .option('--dry-run', 'say what each would come to, and send nothing')

  const trigger = add(
    'trigger',
    'sends to where the sandbox lets it come out so; by test credentials alone',
    async () => (await import('./verbs/trigger.js')).trigger,
  )
    .addArgument(new Argument('<outcome>').choices(Object.keys(SANDBOX_OUTCOMES)))
    .requiredOption('--template <id>', 'an approved template')
    .option('--channel <channel>', 'sms, whatsapp or email', 'sms')
    .option(
      '--to <recipient>',
      'a number whose last four digits, or an address whose +tag, become those of the outcome',
    )
    .option('--dry-run', 'say what it would come to, and send nothing')
  addWaitOptions(addMessageOptions(trigger))
}

const addReadingVerbs = (add: AddVerb): void => {
  const get = add(
    'get',
    'shows a message as it stands',
    async () => (await import('./verbs/messages.js')).getMessage,
  )
  addWaitOptions(get.argument('<message-id>'))
  add(
    'find',
    'finds messages by key or reference',
    async () => (await import('./verbs/messages.js')).findMessages,
  )
    .option('--key <key>', 'the key that they were sent under')
    .option('--reference <text>', 'the reference that they were sent with')
  add(
    'balance',
    'shows what the Organization has',
    async () => (await import('./verbs/money.js')).balance,
  ).argument('<currency>', 'like INR')
  add(
    'usage',
    'lists what was reserved, charged and given back',
    async () => (await import('./verbs/money.js')).usage,
  )
    .argument('<currency>', 'like INR')
    .option('--from <moment>', 'the first moment; else the first of this month (UTC)')
    .option('--to <moment>', 'the first moment after; else now')
    .option('--limit <count>', 'at most so many entries')
  add(
    'inbox',
    'shows what the sandbox delivered, with passcodes; only with test credentials',
    async () => (await import('./verbs/inbox.js')).inbox,
  )
    .option('--recipient <to>', 'only messages to this number or address')
    .option('--follow', 'keep showing messages as they are delivered')
    .option('-n, --last <count>', 'start with so many that are there already', '20')
  const why = add(
    'why',
    'says why a send would fail, and what to do',
    async () => (await import('./verbs/why.js')).why,
  )
    .option('--channel <channel>', 'sms, whatsapp or email; else the first of the credential')
    .option('--to <recipient>', 'to whom')
    .option('--template <id>', 'which template')
    .option('--recipient-name <name>', 'as an email shows its recipient')
  why.option('--var <name=value>', 'a variable of the template; once for each', several)
}

const addListVerbs = (add: AddVerb): void => {
  add(
    'messages',
    'lists messages of the app, newest first',
    async () => (await import('./verbs/messages.js')).listAppMessages,
  )
    .option('--state <state>', 'only messages that are in this state now')
    .option('--channel <channel>', 'only messages of this channel')
    .option('--since <moment>', 'only messages accepted since this moment, or since 15m, 2h or 7d ago')
    .option('-n, --limit <count>', 'how many messages at most', '20')
    .option('--cursor <cursor>', 'continue an earlier list that had the same filters')
  add(
    'tail',
    'shows new messages and changes of their state until Ctrl-C',
    async () => (await import('./verbs/tail.js')).tail,
  )
    .option('--organization <id>', 'of this Organization, with a session or an Agent key')
    .option('--app <id>', 'only of this app, with a session or an Agent key')
    .option('--channel <channel>', 'only messages of this channel')
    .option('--state <state>', 'only messages in this state')
    .option('-n, --last <count>', 'start with this number of recent messages', '10')
}

const addOperationVerbs = (add: AddVerb): void => {
  add(
    'call',
    'calls an operation of people or Agents; lists them where none is named',
    async () => (await import('./verbs/call.js')).call,
  )
    .argument('[operation]')
    .option('-d, --data <name=value>', 'a field of its body, or @file; once for each', several)
    .addOption(new Option('--as <kind>', 'for whom').choices(['person', 'agent']))
    .option('--key <key>', 'its requestId: under one key it is done once')
    .option('--fields', 'say what it takes, and call nothing')
}

/** The `postrider-dev` command. `finish` gets the exit code; a quiet one leaves usage errors to its caller. */
export const developersProgram = (
  terminal: CommandTerminal,
  finish: (exitCode: ExitCode) => void,
  isQuiet = false,
): Command => {
  const program = new Command('postrider-dev')
    .description('Sends, follows and explains messages of Postrider.')
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
      .addOption(new Option('-o, --output <format>', 'how to write it').choices(FORMATS).default('table'))
      .option('--profile <name>', 'which profile')
      .option('--url <address>', 'which service')
      .option('--credential-file <file>', 'a file that holds the credential or Agent key')
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
    'prints what completes the command in a shell',
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
