import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { expect } from 'chai'
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
 * Pastes every block of README.md into a new shell, one after the other, in the folder that the first one made, and each of
 * them twice. Nothing is changed in what is pasted but what stands in `substitutes`; what is not real is in pasted-clone.ts.
 * POSTRIDER_SHOW_PASTE=1 shows the first line of each block and its seconds.
 */
const README = fileURLToPath(new URL('../../../README.md', import.meta.url))

const blocks = readBlocks(readFileSync(README, 'utf8'))

const serverUrl = (name: string): URL => {
  const url = process.env[name]
  if (url === undefined) throw new Error(`${name} names no server: run this by npm test`)
  return new URL(url)
}

/** Blocks whose last command serves until Ctrl-C. */
const serves = ({ text }: Block): boolean =>
  /^(.* )?(npm run demo|npx postrider (start|http|dispatcher))$/.test(text.trimEnd().split('\n').at(-1) ?? '')

/** What a host logs when it is ready. */
const SERVING = '"msg":"serving"'

/** Under these headings README asks for the end of what serves, or for a clone without a `.env`. */
const BEGINNINGS: Readonly<Record<string, (folder: string) => void>> = {
  'An installation of your own': () => undefined,
  'Run it on MySQL and RabbitMQ': (folder) => rmSync(join(folder, '.env')),
}

/** What a person types where a block asks. */
const typedInto = ({ text }: Block): string => (text.includes('npx postrider setup') ? SET_UP : '')

const PASSWORD = 'seventeen green lanterns'

/** The answers to setup's questions; what is empty has an answer of its own. */
const PEOPLE = `olu@example.com\nOlu\n${PASSWORD}\n${PASSWORD}\nmina@example.com\nMina\n`
const SET_UP = `${PEOPLE}Acme\n\nOrder service\n${'\n'.repeat(10)}yes\n`

/** What a block says that may be pasted once only; every other one can be repeated. */
const ONCE: ReadonlyArray<readonly [RegExp, RegExp]> = [
  [/^git clone/, /^fatal: destination path 'postrider' already exists and is not an empty directory\.$/],
  [/^npm run build/, /^setup\.json is there already, and is never written over: /],
  [/postrider (start|http|dispatcher)$/, /^POSTRIDER_METRICS_PORT: .* is already in use$/],
  [/^npx postrider init --storage/, /^This installation has a super admin already, and is set up once: /],
]

/** What was said on the error output, or at the terminal, without npm's own remarks. */
const complaints = ({ out, err }: Pasted): string[] =>
  stripVTControlCharacters(err() === '' ? out() : err())
    .split(/\r?\n/)
    .filter((line) => line !== '' && !line.startsWith('npm '))

const titleOf = ({ line, text }: Block): string => `README.md:${line}  ${text.split('\n')[0] ?? ''}`

describe('README.md, pasted', function () {
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
    // What git is asked for the second time, when it says that the folder is there.
    execFileSync('git', ['init', '--quiet', '--bare', join(folder, 'repository')])
    copyTree(join(folder, 'copy'))
    const ours = rabbitmqctlOf(amqpPort)
    const rabbitmqctl = existsSync(ours) ? ours : binary('rabbitmqctl')
    const standIns = { clone: join(folder, 'copy'), mysqlPort, rabbitmqctl }
    writeStandIns(join(folder, 'bin'), standIns)
    const environment = {
      PATH: [join(folder, 'bin'), dirname(process.execPath), process.env['PATH'] ?? ''].join(':'),
      HOME: folder,
      // Ports that README does not write: they are the defaults.
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

  /** Begins a part of README where a heading does. */
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
    await eventually(`what README says of it; ${outputOf(pasted)}`, isReady, 120_000)
    expect(pasted.isOver(), outputOf(pasted)).to.equal(false)
  }

  const ends = async ({ commands, answer }: Step): Promise<void> => {
    const pasted = pasteStep(commands)
    const exitCode = await pasted.ended
    expect([exitCode, ...pasted.failed()], outputOf(pasted)).to.deep.equal([0])
    expect(isAnswered(pasted, answer), outputOf(pasted)).to.equal(true)
  }

  /** Nothing is harmed: it does the same again, or says in one sentence why not. */
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

  it('has commands in blocks of bash alone, and nothing in them that has to be filled in', () => {
    for (const block of blocks) expect(block.language, titleOf(block)).to.match(/^(bash|text|json)$/)
    for (const { text, line } of blocks.filter(isCommands)) {
      expect(text.replace('<this repository>', ''), `README.md:${line}`).to.not.match(/…|<\w+[^>]*>| #/)
    }
  })

  for (const step of stepsOf(blocks))
    it(`works as it stands, and twice: ${titleOf(step.commands)}`, async () => {
      await beginPart(step.commands)
      const beginMs = performance.now()
      await (serves(step.commands) ? begins(step) : ends(step))
      if ((process.env['POSTRIDER_SHOW_PASTE'] ?? '') !== '') {
        const seconds = ((performance.now() - beginMs) / 1000).toFixed(1)
        process.stderr.write(`${seconds.padStart(7)} s  ${titleOf(step.commands)}\n`)
      }
      await again(step)
    })
})
