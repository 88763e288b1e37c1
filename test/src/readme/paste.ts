import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A shell that runs what was pasted into it. */
export interface Pasted {
  readonly out: () => string
  readonly err: () => string
  /** The commands of the block that failed, whatever came after them. */
  readonly failed: () => readonly string[]
  readonly isOver: () => boolean
  /** Resolves with the exit code of the last command. */
  readonly ended: Promise<number>
  /** Ctrl-C, and waits until all that it ran is gone. */
  end(): Promise<void>
}

/** Where blocks are pasted. */
export interface Place {
  readonly folder: string
  readonly environment: Readonly<Record<string, string>>
  /** For notes that are no part of the folder. */
  readonly notes: string
}

const running = new Set<ChildProcess>()

/** Ends what a failed test has left behind. */
export const endPasted = (): void => {
  for (const { pid = 0 } of running) process.kill(-pid, 'SIGKILL')
}

process.once('exit', endPasted)

let count = 0

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** Notes each command that fails: a person who pastes sees it, and pastes on. */
const watching = (failures: string): string =>
  `set -o pipefail -o errtrace\ntrap 'printf "%s\\n" "$BASH_COMMAND" >> ${failures}' ERR\n`

/** Pastes a block into a new shell, and types what a person would be asked for. */
export const paste = (text: string, { folder, environment, notes }: Place, typed = ''): Pasted => {
  count += 1
  const failures = join(notes, `failed-${count}`)
  const begin = join(notes, `begin-${count}`)
  writeFileSync(begin, watching(failures))
  // Who types sits at a terminal: `script` makes one.
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
  // Who ends without reading it is no trouble. A terminal stays there when all is typed.
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
