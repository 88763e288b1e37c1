import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import type { CommandTerminal } from './command-terminal.js'
import { CommandError, EXIT, usageError } from './errors/exit-code.js'

/** What is typed is shown nowhere. */
const nowhere = (): Writable => new Writable({ write: (_chunk, _encoding, done) => done() })

/**
 * A secret that is typed unseen, or is the first line of what is piped in; it never stands in a command line, which everybody on the
 * machine can read.
 */
export const askSecret = async ({ input, words }: CommandTerminal, question: string): Promise<string> => {
  const isTyped = input.isTTY === true
  if (isTyped) words.write(question)
  const reader = createInterface({ input, output: nowhere(), terminal: isTyped, historySize: 0 })
  const answer = await new Promise<string | undefined>((resolve, reject) => {
    reader.once('line', resolve)
    reader.once('close', () => resolve(undefined))
    reader.once('SIGINT', () => reject(new CommandError(EXIT.interrupted, 'Nothing was done.')))
  }).finally(() => {
    reader.close()
    if (isTyped) words.write('\n')
  })
  const secret = answer?.trim()
  if (secret === undefined || secret === '') throw usageError('No input: type the secret or pipe it in.')
  return secret
}
