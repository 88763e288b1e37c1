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
  // Commander has already reported usage errors.
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage
  const { tellError } = await import('./errors/tell-error.js')
  tellError(terminal.words, error)
  return exitCodeOf(error)
}

/**
 * Runs a `postrider-dev` command line, without its first word, and returns the exit code. 0 is success, 2 a
 * malformed command, 3 a rejected credential, 4 not found, 5 a conflict, 6 a temporary failure, and 1
 * anything else. Data goes to `output`, messages to `words`. With `-o json` or `-o jsonl`, an error is one
 * line of JSON there.
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
