import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A shell that runs pasted text. */
export interface Pasted {
  readonly out: () => string
  readonly err: () => string
  /** The commands of the block that failed, whatever came after them. */
  readonly failed: () => readonly string[]
  readonly isOver: () => boolean
  /** Resolves with the exit code of the last command. */
  readonly ended: Promise<number>
  /** Sends Ctrl-C, and waits until everything that it ran has ended. */
  end(): Promise<void>
}

/** The folder in which blocks are pasted. */
export interface Place {
  readonly folder: string
  readonly environment: Readonly<Record<string, string>>
  /** The folder for notes, outside the pasted one. */
  readonly notes: string
}

const running = new Set<ChildProcess>()

/** Ends what a failed test has left running. */
export const endPasted = (): void => {
  for (const { pid = 0 } of running) process.kill(-pid, 'SIGKILL')
}

process.once('exit', endPasted)

let count = 0

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** Records each command that fails. A person who pastes sees the failure and pastes on. */
const watching = (failures: string): string =>
  `set -o pipefail -o errtrace\ntrap 'printf "%s\\n" "$BASH_COMMAND" >> ${failures}' ERR\n`

/** Pastes a block into a new shell, and types the answers to its questions. */
export const paste = (text: string, { folder, environment, notes }: Place, typed = ''): Pasted => {
  count += 1
  const failures = join(notes, `failed-${count}`)
  const begin = join(notes, `begin-${count}`)
  writeFileSync(begin, watching(failures))
  // Typing needs a terminal, which `script` creates.
  const shell = ['--noprofile', '--norc', '-c']
  const [program, args] =
    typed === ''
      ? ['bash', [...shell, text]]
      : ['script', ['-qec', ['bash', ...shell, quoted(text)].join(' '), '/dev/null']]
  const child = spawn(program, args, {
    cwd: folder,
    env: { ...environment, BASH_ENV: begin },
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  running.add(child)
  // Ignore a program that ends without reading its input. A terminal stays open after all is typed.
  child.stdin.on('error', () => undefined).write(typed)
  if (typed === '') child.stdin.end()
  let out = ''
  let err = ''
  let isOver = false
  child.stdout.setEncoding('utf8').on('data', (part: string) => (out += part))
  child.stderr.setEncoding('utf8').on('data', (part: string) => (err += part))
  const ended = once(child, 'close').then(([code]) => {
    running.delete(child)
    isOver = true
    rmSync(begin, { force: true })
    return Number(code ?? 1)
  })
  return {
    out: () => out,
    err: () => err,
    failed: () => (existsSync(failures) ? readFileSync(failures, 'utf8').trimEnd().split('\n') : []),
    isOver: () => isOver,
    ended,
    end: async () => {
      if (!isOver) process.kill(-(child.pid ?? 0), 'SIGINT')
      await ended
    },
  }
}
