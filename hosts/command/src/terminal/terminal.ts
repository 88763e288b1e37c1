import { styleText } from 'node:util'
import type { ProcessEnvironment } from '@postrider/wiring/setting-sources'
import type { CommandFailure } from '../exit-code.js'

type Style = Parameters<typeof styleText>[0]

/** Where a command speaks to a person. */
export interface Terminal {
  /** A line of what was asked for. */
  say(line?: string): void
  /** A line about what went wrong. */
  complain(line: string): void
  /** The text in a style, where colours are wanted. */
  paint(style: Style, text: string): string
}

interface Output {
  write(text: string): unknown
  readonly isTTY?: boolean
}

/** Colours on a terminal, unless NO_COLOR asks for none; plain lines into pipes and files. */
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

/** Tells why a command cannot go on; answers what the shell is told. */
export const tell = (terminal: Terminal, { lines, exitCode }: CommandFailure): number => {
  for (const line of lines) terminal.complain(line)
  return exitCode
}
