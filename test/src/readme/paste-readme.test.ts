import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { expect } from 'chai'
import ts from 'typescript'
import { eventually } from '@postrider/conformance/eventually'
import { binary } from '../servers/binaries.js'
import { freePort } from '../servers/free-port.js'
import { freshDirectory } from '../servers/run-directory.js'
import { rabbitmqctlOf } from '../servers/rabbitmq.js'
import { endPasted, paste, type Pasted, type Place } from './paste.js'
import { copyTree, writeStandIns } from './pasted-clone.js'
import { type Block, isCommands, readBlocks, type Step, stepsOf } from './read-blocks.js'
import { hasShape } from './shape.js'

/*
 * Pastes every block of commands in README.md, docs/quick-start and docs/tutorial-one-machine into a new shell,
 * in order, each of them twice. The shell starts in the folder that the first block made. The test also runs
 * the programs of docs/quick-start. Only `substitutes` are changed in the pasted text. pasted-clone.ts has the stand-ins for
 * programs. POSTRIDER_SHOW_PASTE=1 shows the first line of each block and its seconds.
 */
const blocksOf = (page: string): readonly Block[] =>
  readBlocks(readFileSync(fileURLToPath(new URL(`../../../${page}`, import.meta.url)), 'utf8'), page)

/** The page whose installation runs while the program of "Send from your program" is tested. */
const INSTALLATION = 'docs/tutorial-one-machine.md'

/** The heading of quick starts that comes after the tutorial. */
const ON_SERVERS = 'Run it on MariaDB and RabbitMQ'

const quickStarts = blocksOf('docs/quick-start.md')
const afterInstallation = quickStarts.findIndex(({ heading }) => heading === ON_SERVERS)

const blocks = [
  ...blocksOf('README.md'),
  ...quickStarts.slice(0, afterInstallation),
  ...blocksOf(INSTALLATION),
  ...quickStarts.slice(afterInstallation),
]

const serverUrl = (name: string): URL => {
  const url = process.env[name]
  if (url === undefined) throw new Error(`${name} names no server: run this by npm test`)
  return new URL(url)
}

/** Blocks whose last command serves until Ctrl-C. */
const serves = ({ text }: Block): boolean =>
  /^(.* )?(npm run demo|npx postrider (start|http|dispatcher))$/.test(text.trimEnd().split('\n').at(-1) ?? '')

/** The log entry of a host that is ready. */
const SERVING = '"msg":"serving"'

/** Under these headings the page says to stop what runs, or to use a clone without a `.env`. */
const BEGINNINGS: Readonly<Record<string, (folder: string) => void>> = {
  '1. Build it': () => undefined,
  [ON_SERVERS]: (folder) => rmSync(join(folder, '.env')),
}

const programUnder = (heading: string): Block => {
  const found = blocks.filter((block) => block.language === 'ts' && block.heading === heading)
  const [program] = found
  if (program === undefined || found.length > 1)
    throw new Error(`there is no single program under "${heading}"`)
  return program
}

/** A program as Node of any version runs it. */
const compiled = (program: string): string =>
  ts.transpileModule(program, {
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
  }).outputText

interface SetUp {
  readonly baseUrl: string
  readonly credential: string
  readonly templates: Readonly<Record<string, { readonly templateId: string }>>
}

/** The text that a person types when a block asks for it. */
const typedInto = ({ text }: Block): string => (text.includes('npx postrider setup') ? SET_UP : '')

const PASSWORD = 'seventeen green lanterns'

/** The answers to setup's questions. An empty question has its own. */
const PEOPLE = `olu@example.com\nOlu\n${PASSWORD}\n${PASSWORD}\nmina@example.com\nMina\n`
const SET_UP = `${PEOPLE}Acme\n\nOrder service\n${'\n'.repeat(10)}yes\n`

/** The text of a block that can be pasted only once. Every other block can be repeated. */
const ONCE: ReadonlyArray<readonly [RegExp, RegExp]> = [
  [/^git clone/, /^fatal: destination path 'postrider' already exists and is not an empty directory\.$/],
  [/^npx postrider init$/, /^\.env already exists and was not changed\. /],
  [/^npx postrider backup/, /^backup\.db already exists\. A backup never overwrites a file\.$/],
  [/^npx postrider setup --save/, /^setup\.json already exists and is not overwritten\. /],
  [/postrider (start|http|dispatcher)$/, /^POSTRIDER_METRICS_PORT: .* is already in use$/],
  [/^npx postrider init --storage/, /^This installation is already set up\. /],
]

/** The output on standard error or at the terminal, without npm's own messages. */
const complaints = ({ out, err }: Pasted): string[] =>
  stripVTControlCharacters(err() === '' ? out() : err())
    .split(/\r?\n/)
    .filter((line) => line !== '' && !line.startsWith('npm '))

const titleOf = ({ page, line, text }: Block): string => `${page}:${line}  ${text.split('\n')[0] ?? ''}`

describe('README.md, docs/quick-start.md and docs/tutorial-one-machine.md, pasted', function () {
  this.timeout(300_000)
  let substitutes: Readonly<Record<string, string>>
  let home: Place
  let clone: Place
  let heading = ''
  const serving: Pasted[] = []

  before(async () => {
    const folder = await freshDirectory('readme')
    const own = `readme_${randomBytes(4).toString('hex')}`
    const mysqlPort = serverUrl('POSTRIDER_TEST_MYSQL_URL').port
    const amqpPort = serverUrl('POSTRIDER_TEST_AMQP_URL').port
    const [http, metrics, moreMetrics] = [await freePort(), await freePort(), await freePort()].map(String)
    substitutes = {
      '<this repository>': join(folder, 'repository'),
      '8080': http ?? '',
      '9090': metrics ?? '',
      '9091': moreMetrics ?? '',
      // Others use the same servers.
      '127.0.0.1:3306/postrider': `${own}@127.0.0.1:${mysqlPort}/${own}`,
      '127.0.0.1:5672/postrider': `${own}@127.0.0.1:${amqpPort}/${own}`,
    }
    // The line of git for the second time, if the folder already exists.
    execFileSync('git', ['init', '--quiet', '--bare', join(folder, 'repository')])
    copyTree(join(folder, 'copy'))
    const ours = rabbitmqctlOf(amqpPort)
    const rabbitmqctl = existsSync(ours) ? ours : binary('rabbitmqctl')
    const standIns = { clone: join(folder, 'copy'), mysqlPort, rabbitmqctl }
    writeStandIns(join(folder, 'bin'), standIns)
    const environment = {
      PATH: [join(folder, 'bin'), dirname(process.execPath), process.env['PATH'] ?? ''].join(':'),
      HOME: folder,
      // Ports that the pages don't show: they are the defaults.
      POSTRIDER_HTTP_PORT: http ?? '',
      POSTRIDER_METRICS_PORT: metrics ?? '',
      POSTRIDER_CONSOLE_PORT: '0',
      POSTRIDER_WEBSITE_PORT: '0',
      npm_config_offline: 'true',
      npm_config_update_notifier: 'false',
      npm_config_progress: 'false',
    }
    home = { folder, environment, notes: folder }
    clone = { ...home, folder: join(folder, 'postrider') }
  })

  const endServing = async (): Promise<void> => {
    for (const one of serving.splice(0)) await one.end()
  }

  after(async () => {
    await endServing()
    endPasted()
  })

  const literally = ({ text }: Block): string =>
    Object.entries(substitutes).reduce((changed, [from, to]) => changed.replaceAll(from, to), text)

  /** Prepares the clone if a new heading starts. */
  const beginPart = async (commands: Block): Promise<void> => {
    const begin = commands.heading === heading ? undefined : BEGINNINGS[commands.heading]
    heading = commands.heading
    if (begin === undefined) return
    await endServing()
    begin(clone.folder)
  }

  const pasteStep = (commands: Block): Pasted =>
    paste(literally(commands), commands === blocks[0] ? home : clone, typedInto(commands))

  const outputOf = (pasted: Pasted): string =>
    `it said: ${pasted.out()}${pasted.err()}\nand failed: ${pasted.failed().join(' | ')}`

  const isAnswered = (pasted: Pasted, answer: Block | undefined): boolean =>
    answer === undefined || hasShape(pasted.out(), answer.text)

  const begins = async ({ commands, answer }: Step): Promise<void> => {
    const pasted = pasteStep(commands)
    serving.push(pasted)
    const isReady = (): boolean =>
      pasted.isOver() || (answer === undefined ? pasted.out().includes(SERVING) : isAnswered(pasted, answer))
    await eventually(`the output that the page shows; ${outputOf(pasted)}`, isReady)
    expect(pasted.isOver(), outputOf(pasted)).to.equal(false)
  }

  const ends = async ({ commands, answer }: Step): Promise<void> => {
    const pasted = pasteStep(commands)
    const exitCode = await pasted.ended
    expect([exitCode, ...pasted.failed()], outputOf(pasted)).to.deep.equal([0])
    expect(isAnswered(pasted, answer), outputOf(pasted)).to.equal(true)
  }

  /** A repeat does no harm: it does the same again, or reports in one sentence why not. */
  const again = async ({ commands }: Step): Promise<void> => {
    const pasted = pasteStep(commands)
    await pasted.ended
    expect(pasted.out() + pasted.err()).to.not.match(/^ +at /m)
    const sentence = ONCE.find(([first]) => first.test(commands.text.trim()))?.[1]
    if (sentence === undefined) expect(pasted.failed(), outputOf(pasted)).to.deep.equal([])
    else
      expect(
        complaints(pasted).filter((line) => sentence.test(line)),
        outputOf(pasted),
      ).to.have.length(1)
  }

  /** Runs a program of a page twice, in a folder of its own in the clone. */
  const runProgram = async (program: string, variables: Readonly<Record<string, string>>): Promise<void> => {
    const folder = join(clone.folder, 'program')
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'program.mjs'), compiled(program))
    const place = { ...clone, folder, environment: { ...clone.environment, ...variables } }
    for (let run = 0; run < 2; run += 1) {
      const pasted = paste('node program.mjs', place)
      await pasted.ended
      expect(pasted.failed(), outputOf(pasted)).to.deep.equal([])
      expect(pasted.out().trim().split('\n').at(-1), outputOf(pasted)).to.equal('DELIVERED')
    }
  }

  it('has only known languages, and commands without placeholders', () => {
    for (const block of blocks)
      expect(block.language, titleOf(block)).to.match(
        block.page === 'README.md' ? /^(bash|text|json)$/ : /^(bash|text|json|sh|ts)$/,
      )
    for (const block of blocks.filter(isCommands)) {
      expect(block.text.replace('<this repository>', ''), titleOf(block)).to.not.match(/…|<\w+[^>]*>| #/)
    }
  })

  const steps = stepsOf(blocks)
  const lastOfInstallation = steps.findLast(({ commands }) => commands.page === INSTALLATION)

  for (const step of steps) {
    it(`works unchanged, and twice: ${titleOf(step.commands)}`, async () => {
      await beginPart(step.commands)
      const beginMs = performance.now()
      await (serves(step.commands) ? begins(step) : ends(step))
      if ((process.env['POSTRIDER_SHOW_PASTE'] ?? '') !== '') {
        const seconds = ((performance.now() - beginMs) / 1000).toFixed(1)
        process.stderr.write(`${seconds.padStart(7)} s  ${titleOf(step.commands)}\n`)
      }
      await again(step)
    })
    if (step === lastOfInstallation)
      it('runs the program of "Send from your program"', async () => {
        const made = JSON.parse(readFileSync(join(clone.folder, 'setup.json'), 'utf8')) as SetUp
        const { text } = programUnder('Send from your program')
        await runProgram(text.replace('tpl_…', made.templates['sms']?.templateId ?? ''), {
          POSTRIDER_URL: made.baseUrl,
          POSTRIDER_CREDENTIAL: made.credential,
        })
      })
  }

  it('runs the program of "Build it into your program"', async () => {
    await endServing()
    await runProgram(programUnder('Build it into your program').text, {})
  })
})
