import { readFileSync } from 'node:fs'
import { E } from '@postrider/core/fp'
import type { Setting } from './setting.js'

/** The process environment, or a replacement in tests. */
export type ProcessEnvironment = Readonly<Record<string, string | undefined>>

/** A setting that is invalid or missing, and the problem. Never repeats a secret. */
export interface SettingFault {
  readonly name: string
  readonly problem: string
}

/** The line for a fault, with the name of the setting. */
export const faultLine = ({ name, problem }: SettingFault): string => `${name}: ${problem}`

/** Reads settings one after another and collects all faults. */
export interface SettingReader {
  /** The setting's value, or its fallback if it isn't set, is empty or is wrong. A secret is also read from the file that `<name>_FILE` names. */
  read<A>(setting: Setting<A>): A
  complain(name: string, problem: string): void
  /** Names that have a value, and names that no setting has. */
  given(): ReadonlySet<string>
  unknown(): readonly string[]
  faults(): readonly SettingFault[]
}

/** The prefix of all settings. */
export const PREFIX = 'POSTRIDER_'

/** Settings of the tests' own servers; a process that a test starts inherits them. */
const TEST_PREFIX = 'POSTRIDER_TEST_'

const readFile = (path: string): E.Either<string, string> => {
  try {
    return E.right(readFileSync(path, 'utf8').trim())
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? 'unknown error'
    return E.left(`the file cannot be read (${code})`)
  }
}

/**
 * A reader over the environment. An empty value counts as unset, because compose files and shells write it
 * that way. Faults of settings in `fromFile` are reported as faults of a file named `.env`.
 */
export const settingsReader = (
  environment: ProcessEnvironment,
  fromFile: ReadonlySet<string> = new Set(),
): SettingReader => {
  const faults: SettingFault[] = []
  const readNames = new Set<string>()
  const complain = (name: string, problem: string): void => {
    faults.push({ name, problem: fromFile.has(name) ? `${problem} (from .env)` : problem })
  }
  const textOf = (name: string): string | undefined => {
    readNames.add(name)
    const text = environment[name]
    return text === undefined || text.trim() === '' ? undefined : text.trim()
  }
  const parsed = <A>(name: string, text: string | undefined, { parse, fallback }: Setting<A>): A => {
    if (text === undefined) return fallback
    const value = parse(text)
    if (E.isRight(value)) return value.right
    complain(name, value.left)
    return fallback
  }
  const readSecret = <A>(setting: Setting<A>): A => {
    const { name, parse, fallback } = setting
    const direct = textOf(name)
    const path = textOf(`${name}_FILE`)
    if (path === undefined) return parsed(name, direct, setting)
    if (direct !== undefined) {
      complain(`${name}_FILE`, `cannot be set together with ${name}: set only one of them`)
      return fallback
    }
    return parsed(`${name}_FILE`, path, {
      ...setting,
      parse: (file) => E.flatMap((text: string) => parse(text))(readFile(file)),
    })
  }
  const names = Object.keys(environment).filter((name) => name.startsWith(PREFIX))
  return {
    read: (setting) =>
      setting.isSecret === true ? readSecret(setting) : parsed(setting.name, textOf(setting.name), setting),
    complain,
    given: () => new Set([...readNames].filter((name) => textOf(name) !== undefined)),
    unknown: () => names.filter((name) => !readNames.has(name) && !name.startsWith(TEST_PREFIX)).sort(),
    faults: () => faults,
  }
}
