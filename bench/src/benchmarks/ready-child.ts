import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { owned } from './interruption.js'

/** A program of the benchmark in its own process, which has reported that it listens. */
export interface ReadyChild<Ready> {
  readonly child: ChildProcess
  readonly pid: number
  readonly ready: Ready
  /** Asks it to end, and waits until it has. */
  stop(): Promise<void>
}

const readyLine = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    if (child.stdout === null) throw new Error('the server has no output')
    const lines = createInterface({ input: child.stdout })
    lines.on('line', (line) => {
      if (line.startsWith('{"port"')) resolve(line)
    })
    child.once('exit', (code) => reject(new Error(`a bench server ended with ${code} before it was ready`)))
  })

/**
 * Starts a compiled program with one argument as JSON and optional runtime options, and waits for its line of
 * JSON with its port.
 */
export const startReadyChild = async <Ready>(
  entry: string,
  argument: unknown,
  options: readonly string[] = [],
): Promise<ReadyChild<Ready>> => {
  const child = owned(
    spawn(process.execPath, ['--expose-gc', ...options, entry, JSON.stringify(argument)], {
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      serialization: 'advanced',
      env: { ...process.env, NODE_ENV: 'production' },
    }),
  )
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const ready = JSON.parse(await readyLine(child)) as Ready
  return {
    child,
    pid: child.pid ?? 0,
    ready,
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}
