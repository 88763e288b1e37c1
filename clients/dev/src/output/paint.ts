import { styleText } from 'node:util'
import type { CommandTerminal, TextOutput } from '../command-terminal.js'

type Style = Parameters<typeof styleText>[0]

/** Styles text if the output is a terminal and NO_COLOR isn't set. */
export const painter = (
  { environment }: Pick<CommandTerminal, 'environment'>,
  out: TextOutput,
): ((style: Style, text: string) => string) => {
  const isPlain =
    out.isTTY !== true || (environment['NO_COLOR'] ?? '') !== '' || environment['TERM'] === 'dumb'
  return (style, text) => (isPlain ? text : styleText(style, text, { validateStream: false }))
}
