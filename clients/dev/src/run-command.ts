import { CommanderError } from 'commander'
import type { CommandTerminal } from './command-terminal.js'
import { CommandError, EXIT, type ExitCode, exitCodeOf } from './errors/exit-code.js'
import { developersProgram } from './developers-program.js'

/** Whether a command line asks for JSON. */
const wantsJson = (args: readonly string[]): boolean =>
  args.some((arg, at) => {
    const value = arg === '-o' || arg === '--output' ? args[at + 1] : /^(?:-o|--output=)(.+)$/.exec(arg)?.[1]
    return value === 'json' || value === 'jsonl'
  })

const usageErrorOf = ({ message }: CommanderError): CommandError =>
  new CommandError(EXIT.usage, message.replace(/^error: /, ''))

const failedBy = async (terminal: CommandTerminal, error: unknown, isJson: boolean): Promise<ExitCode> => {
  if (isJson && !(error instanceof CommanderError && error.exitCode === 0)) {
    const { tellErrorAsJson } = await import('./errors/tell-error.js')
    const told = error instanceof CommanderError ? usageErrorOf(error) : error
    tellErrorAsJson(terminal.words, told)
    return exitCodeOf(told)
  }
  // What was written wrongly commander has told already.
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage
  const { tellError } = await import('./errors/tell-error.js')
  tellError(terminal.words, error)
  return exitCodeOf(error)
}

/**
 * Runs one command line of `postrider-dev`, without its first word, and answers what the shell is to be told: 0 where it went well, 2
 * where the command is malformed, 3 where the credential is refused, 4 where nothing was found, 5 at a conflict, 6 where the same may
 * succeed later, else 1. Data goes to `output`, words go to `words`; with `-o json` or `-o jsonl` an error is one line of JSON there.
 */
export const runCommand = async (args: readonly string[], terminal: CommandTerminal): Promise<number> => {
  let exitCode: number = EXIT.ok
  const isJson = wantsJson(args)
  const finish = (told: ExitCode): void => {
    exitCode = told
  }
  const program = developersProgram(terminal, finish, isJson)
  try {
    await program.parseAsync([...args], { from: 'user' })
    return exitCode
  } catch (error) {
    return failedBy(terminal, error, isJson)
  }
}
