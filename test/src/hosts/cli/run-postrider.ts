import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { eventually } from '@postrider/conformance/eventually'
import { runDirectory } from '../../servers/run-directory.js'
import { endWithUs } from '../../servers/server-process.js'
import { ON_LOOPBACK } from '../../builders/loopback-networks.js'

const main = fileURLToPath(new URL('../../../../hosts/cli/bin/postrider.mjs', import.meta.url))

/** A running `postrider` command. */
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

const running = new Set<ChildProcess>()

/** Stops processes that a failed test has left behind. */
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
 * A data directory of its own for the command. With a shared one, a stored database fingerprint would apply
 * to the next test at the same address.
 */
const ownDataDirectory = (): string => {
  started += 1
  return join(runDirectory(), `data-${process.pid}-${started}`)
}

/** The directory and the program of a command. */
export interface Place {
  /**
   * The working directory, which is also the data directory. Default: the run's own directory without a
   * `.env`, with a data directory per command.
   */
  readonly cwd?: string
  /** Default: this build's. */
  readonly program?: string
  /** Whether more input may follow. */
  readonly isOpen?: boolean
  /** The user id of the process. Default: the user who runs the tests. */
  readonly user?: number | undefined
}

/**
 * Starts the command in its own process, with only these settings, on any free ports. `input` is piped in.
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
  // It is no problem if the process ends without reading its input.
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
      await eventually(`"${msg}" in the log; so far: ${out}${err}`, isThere)
      return find() ?? {}
    },
  }
}

/** Runs the command until it ends. */
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
