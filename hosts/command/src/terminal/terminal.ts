import { styleText } from 'node:util'
import type { ProcessEnvironment } from '@postrider/wiring/setting-sources'
import type { CommandFailure } from '../exit-code.js'

type Style = Parameters<typeof styleText>[0]

/** The output of a command for people. */
export interface Terminal {
  /** Prints a line of the result. */
  say(line?: string): void
  /** Prints a line about an error. */
  complain(line: string): void
  /** The text in a style, if colors are enabled. */
  paint(style: Style, text: string): string
}

interface Output {
  write(text: string): unknown
  readonly isTTY?: boolean
}

/** Uses colors on a terminal, unless NO_COLOR is set; plain lines for pipes and files. */
export const createTerminal = (out: Output, err: Output, environment: ProcessEnvironment): Terminal => {
  const isPlain =
    out.isTTY !== true || (environment['NO_COLOR'] ?? '') !== '' || environment['TERM'] === 'dumb'
  return {
    say: (line = '') => {
      out.write(`${line}\n`)
    },
    complain: (line) => {
      err.write(`${line}\n`)
    },
    paint: (style, text) => (isPlain ? text : styleText(style, text)),
  }
}

/** Prints why a command can't continue; returns the exit code. */
export const tell = (terminal: Terminal, { lines, exitCode }: CommandFailure): number => {
  for (const line of lines) terminal.complain(line)
  return exitCode
}
