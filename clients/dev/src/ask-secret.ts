import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import type { CommandTerminal } from './command-terminal.js'
import { CommandError, EXIT, usageError } from './errors/exit-code.js'

/** Hides typed characters. */
const nowhere = (): Writable => new Writable({ write: (_chunk, _encoding, done) => done() })

/**
 * Reads a secret that is typed without echo, or from the first line of piped input. It is never in the
 * command line, which every user of the machine can read.
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
