import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { runDirectory } from './run-directory.js'

/** A server as a child process in its own process group, so that Ctrl-C in a terminal doesn't reach it. */
export interface ServerProcess {
  readonly pid: number
  isAlive(): boolean
  /** Null while it runs, and if a signal ended it. */
  exitCode(): number | null
  /**
   * Sends the signal to the whole group, or to one process that can stop in order, and waits until all have
   * ended. Processes that are left after 20 s are killed.
   */
  end(signal: 'SIGTERM' | 'SIGINT' | 'SIGKILL', onlyPid?: number): Promise<void>
  /** Suspends the whole group, like a machine that hangs, or resumes it. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void
  /** Its last output lines for error messages, by default 30. */
  output(lines?: number): string
}

export interface Command {
  readonly path: string
  readonly args: readonly string[]
  readonly env?: NodeJS.ProcessEnv
  readonly logFile: string
}

const live = new Set<number>()

const graceMs = 20_000

/** A negative id is a group, as in kill(2). */
const signalTo = (pid: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

// The servers end with this process. The pid files below cover the one case that this process can't handle
// itself, its own SIGKILL (`killStrays`).
process.on('exit', () => {
  for (const pid of live) signalTo(-pid, 'SIGKILL')
})

// Node runs no `exit` listener for a signal without a listener. With `npm test` the script cleans up.
if (process.env['POSTRIDER_TEST_DIR'] === undefined)
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))

const isGroupThere = (pid: number): boolean => {
  try {
    process.kill(-pid, 0)
    return true
  } catch {
    return false
  }
}

/**
 * Grandchildren end a moment after the child. Without a parent that reaps them they stay as zombies, hence
 * the limit.
 */
const untilGroupIsGone = async (pid: number): Promise<void> => {
  for (let waitedMs = 0; waitedMs < 3_000 && isGroupThere(pid); waitedMs += 10) await sleep(10)
}

const pidFolder = (): string => join(runDirectory(), 'pids')

const remember = (pid: number): void => {
  live.add(pid)
  mkdirSync(pidFolder(), { recursive: true })
  writeFileSync(join(pidFolder(), String(pid)), '')
}

const forget = (pid: number): void => {
  live.delete(pid)
  rmSync(join(pidFolder(), String(pid)), { force: true })
}

/** Makes the leader of a separate process group end with this process, for any reason. */
export const endWithUs = (child: ChildProcess): void => {
  const { pid } = child
  if (pid === undefined) return
  remember(pid)
  child.once('exit', () => forget(pid))
}

const tail = (file: string, lines = 30): string => {
  try {
    return readFileSync(file, 'utf8').split('\n').slice(-lines).join('\n')
  } catch {
    return ''
  }
}

/** Starts the command with output to the log file. Throws if it can't be started at all. */
export const startProcess = async ({ path, args, env, logFile }: Command): Promise<ServerProcess> => {
  const log = openSync(logFile, 'a')
  const child = spawn(path, args, { env: env ?? process.env, detached: true, stdio: ['ignore', log, log] })
  closeSync(log)
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve)
    child.once('error', reject)
  })
  const pid = child.pid
  if (pid === undefined) throw new Error(`${path} has no process id`)
  endWithUs(child)
  // A server that a failed test has left must not keep the test process running; `exit` above stops it.
  child.unref()
  let alive = true
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => {
      alive = false
      resolve()
    })
  })
  return {
    pid,
    isAlive: () => alive,
    exitCode: () => child.exitCode,
    signal: (signal) => signalTo(-pid, signal),
    end: async (signal, onlyPid = -pid) => {
      if (!alive) return
      signalTo(onlyPid, signal)
      const timer = setTimeout(() => signalTo(-pid, 'SIGKILL'), graceMs)
      await exited
      clearTimeout(timer)
      await untilGroupIsGone(pid)
    },
    output: (lines) => tail(logFile, lines),
  }
}

/** Enough for MariaDB's output about a fatal signal. */
const LINES_OF_A_DEATH = 150

/** The last output of a server that ended by itself; undefined while it runs. */
export const deathOf = (name: string, server: ServerProcess): string | undefined =>
  server.isAlive() ? undefined : `${name} ended by itself:\n${server.output(LINES_OF_A_DEATH)}`

export interface Readiness<Found> {
  /** The server's name in error messages. */
  readonly name: string
  readonly timeoutMs: number
  /** Resolves when the server responds, and rejects otherwise. */
  readonly probe: () => Promise<Found>
}

/** Probes every 50 ms until the server responds, and returns what the probe found. Throws with its output if it died or took too long. */
export const untilReady = async <Found>(server: ServerProcess, ready: Readiness<Found>): Promise<Found> => {
  const deadlineMs = performance.now() + ready.timeoutMs
  for (;;) {
    if (!server.isAlive()) throw new Error(`${ready.name} ended while starting:\n${server.output()}`)
    try {
      return await ready.probe()
    } catch (error) {
      if (performance.now() < deadlineMs) {
        await sleep(50)
        continue
      }
      await server.end('SIGKILL')
      throw new Error(`${ready.name} did not answer in ${ready.timeoutMs} ms:\n${server.output()}`, {
        cause: error,
      })
    }
  }
}
