import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { eventually } from '@postrider/conformance/eventually'
import { runDirectory } from '../../servers/run-directory.js'
import { endWithUs } from '../../servers/server-process.js'
import { ON_LOOPBACK } from '../../builders/loopback-networks.js'

const main = fileURLToPath(new URL('../../../../hosts/cli/bin/postrider.mjs', import.meta.url))

/** A `postrider` command under way. */
export interface RunningCommand {
  readonly process: ChildProcess
  readonly out: () => string
  readonly err: () => string
  /** Its log lines so far. */
  readonly log: () => Array<Record<string, unknown>>
  /** Waits for a log line with this message. */
  readonly logged: (msg: string) => Promise<Record<string, unknown>>
  readonly exitCode: Promise<number | null>
}

/** How long a process may take to begin and to say so, while others have the processors. */
const START_WITHIN_MS = 30_000

const running = new Set<ChildProcess>()

/** Ends what a failed test has left behind. */
export const endCommands = (): void => {
  for (const child of running) child.kill('SIGKILL')
}

const parse = (text: string): Array<Record<string, unknown>> =>
  text
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>)

let started = 0

/**
 * A data directory that no other command has: what one remembers of a database would otherwise be held against the next
 * test's, which is at the same address.
 */
const ownDataDirectory = (): string => {
  started += 1
  return join(runDirectory(), `data-${process.pid}-${started}`)
}

/** Where the command is run, and which program that is. */
export interface Place {
  /**
   * The working folder, with the data directory of whoever is run there; default: the run's own, in which nobody has put a
   * `.env`, and a data directory of the command's own.
   */
  readonly cwd?: string
  /** Default: this build's. */
  readonly program?: string
  /** Whether more may be typed after the input. */
  readonly isOpen?: boolean
  /** The number of the user that it runs as; default: who runs the tests. */
  readonly user?: number | undefined
}

/**
 * Starts the command in a process of its own, with these settings alone, on any free ports; `input` is piped in.
 */
export const startPostrider = (
  args: readonly string[],
  settings: Readonly<Record<string, string>>,
  input = '',
  { cwd, program = main, isOpen = false, user }: Place = {},
): RunningCommand => {
  const { PATH = '' } = process.env
  const atOnce = { POSTRIDER_DRAIN_PAUSE_MS: '0' }
  const env = {
    PATH,
    POSTRIDER_HTTP_PORT: '0',
    POSTRIDER_CONSOLE_PORT: '0',
    POSTRIDER_WEBSITE_PORT: '0',
    POSTRIDER_METRICS_PORT: '0',
    ...(cwd === undefined ? { POSTRIDER_DATA_DIR: ownDataDirectory() } : {}),
    ...ON_LOOPBACK,
    ...atOnce,
    ...settings,
  }
  const as = user === undefined ? {} : { uid: user, gid: user }
  const child = spawn(process.execPath, [program, ...args], {
    cwd: cwd ?? runDirectory(),
    env,
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
    ...as,
  })
  endWithUs(child)
  // Who ends without reading it is no trouble.
  child.stdin.on('error', () => undefined).write(input)
  if (!isOpen) child.stdin.end()
  running.add(child)
  let out = ''
  let err = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text))
  const exitCode = once(child, 'close').then(([code]) => {
    running.delete(child)
    return code as number | null
  })
  const log = () => parse(out)
  return {
    process: child,
    exitCode,
    log,
    out: () => out,
    err: () => err,
    logged: async (msg) => {
      const find = () => log().find((line) => line['msg'] === msg)
      const isThere = () => find() !== undefined
      await eventually(`"${msg}" in the log; so far: ${out}${err}`, isThere, START_WITHIN_MS)
      return find() ?? {}
    },
  }
}

/** Runs the command to its end. */
export const runPostrider = async (
  args: readonly string[],
  settings: Readonly<Record<string, string>>,
  input?: string,
  place?: Place,
) => {
  const command = startPostrider(args, settings, input, place)
  const exitCode = await command.exitCode
  return { exitCode, out: command.out(), err: command.err() }
}
