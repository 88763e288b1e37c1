import { fork } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The end of a process. */
export interface Ending {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

/** One of this folder's programs as a child. It ends with this process, because their channel closes. */
export interface Child {
  /** The port that it listens on. */
  readonly port: number
  readonly ended: Promise<Ending>
  tell(order: object): void
  /** Sends SIGKILL if it still runs, and waits. */
  kill(): Promise<void>
  /** The last lines of its output. */
  output(): string
}

interface Program {
  readonly name: 'crash-host' | 'provider-process' | 'whole-host'
  readonly options: object
  readonly logFile: string
  readonly env?: NodeJS.ProcessEnv
}

/** `npm test` has bundled each program into one file, which starts in half the time. */
const programs = process.env['POSTRIDER_TEST_PROGRAMS'] ?? fileURLToPath(new URL('.', import.meta.url))

const SHOWN_LINES = 40

const tail = (file: string): string => readFileSync(file, 'utf8').split('\n').slice(-SHOWN_LINES).join('\n')

/** Starts the program and waits until it listens. Rejects with its output if it ends before. */
export const startChild = async ({ name, options, logFile, env }: Program): Promise<Child> => {
  const log = openSync(logFile, 'a')
  const file = join(programs, `${name}.js`)
  const child = fork(file, [JSON.stringify(options)], {
    env: { ...process.env, ...env },
    stdio: ['ignore', log, log, 'ipc'],
  })
  closeSync(log)
  const ended = new Promise<Ending>((resolve) =>
    child.once('exit', (code, signal) => resolve({ code, signal })),
  )
  const listening = new Promise<number>((resolve) =>
    child.once('message', (message: { readonly listening: number }) => resolve(message.listening)),
  )
  const first = await Promise.race([listening, ended])
  if (typeof first !== 'number') {
    throw new Error(`${name} ended (${first.signal ?? first.code}) before it listened:\n${tail(logFile)}`)
  }
  return {
    port: first,
    ended,
    tell: (order) => {
      if (child.connected) child.send(order)
    },
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
    output: () => tail(logFile),
  }
}
