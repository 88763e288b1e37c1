import type { Command, Option } from 'commander'
import type { CommandTerminal } from '../command-terminal.js'
import { operations, operationsNamed } from '../operations/operations.js'
import { profileFiles } from '../profiles/profile-files.js'

const optionNamed = (command: Command, flag: string | undefined): Option | undefined =>
  command.options.find(({ short, long }) => flag !== undefined && (flag === short || flag === long))

/** The command that the words lead to, and its arguments so far. */
const walk = (program: Command, words: readonly string[]) => {
  let command = program
  const given: string[] = []
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? ''
    const inner = command.commands.find((each) => each.name() === word)
    if (word.startsWith('-')) {
      const option = optionNamed(command, word)
      if (option?.required === true) at += 1
    } else if (inner !== undefined && given.length === 0) command = inner
    else given.push(word)
  }
  return { command, given }
}

const valuesOf = async (
  option: Option,
  terminal: CommandTerminal,
  given: readonly string[],
): Promise<readonly string[]> => {
  if (option.argChoices !== undefined) return option.argChoices
  if (option.long === '--profile') return profileFiles(terminal.environment).names()
  if (option.long === '--channel') return ['sms', 'whatsapp', 'email']
  if (option.long !== '--data') return []
  const [operation] = operationsNamed(given[0] ?? '')
  return Object.keys(operation?.takes.properties ?? {}).map((field) => `${field}=`)
}

const argumentsOf = (command: Command, given: readonly string[]): readonly string[] => {
  if (command.name() === 'call')
    return given.length > 0 ? [] : [...new Set(operations().map(({ name }) => name))]
  return command.registeredArguments[given.length]?.argChoices ?? []
}

/** The completions of the last word. The first word is the program's name. */
export const candidates = async (
  program: Command,
  terminal: CommandTerminal,
  all: readonly string[],
): Promise<readonly string[]> => {
  const words = all.slice(1)
  const begun = words.at(-1) ?? ''
  const before = words.slice(0, -1)
  const { command, given } = walk(program, before)
  const option = optionNamed(command, before.at(-1))
  const found =
    option !== undefined && (option.required || option.optional) && !begun.startsWith('-')
      ? await valuesOf(option, terminal, given)
      : [
          ...(begun.startsWith('-') ? command.options.flatMap(({ long }) => long ?? []) : []),
          ...command
            .createHelp()
            .visibleCommands(command)
            .map((each) => each.name()),
          ...argumentsOf(command, given),
        ]
  return found.filter((each) => each.startsWith(begun))
}
