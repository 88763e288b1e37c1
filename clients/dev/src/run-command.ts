import { CommanderError } from 'commander'
import type { CommandTerminal } from './command-terminal.js'
import { EXIT, type ExitCode, exitCodeOf } from './errors/exit-code.js'
import { developersProgram } from './developers-program.js'

const failedBy = async (terminal: CommandTerminal, error: unknown): Promise<ExitCode> => {
  // What was written wrongly commander has told already.
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage
  const { tellError } = await import('./errors/tell-error.js')
  tellError(terminal.words, error)
  return exitCodeOf(error)
}

/**
 * Runs one command line of `postrider-dev`, without its first word, and answers what the shell is to be told: 0 where it went well, 2
 * where the command is malformed, 3 where the credential is refused, 4 where nothing was found, 5 at a conflict, 6 where the same may
 * succeed later, else 1. Data goes to `output`, words go to `words`.
 */
export const runCommand = async (args: readonly string[], terminal: CommandTerminal): Promise<number> => {
  let exitCode: number = EXIT.ok
  const program = developersProgram(terminal, (told) => {
    exitCode = told
  })
  try {
    await program.parseAsync([...args], { from: 'user' })
    return exitCode
  } catch (error) {
    return failedBy(terminal, error)
  }
}
