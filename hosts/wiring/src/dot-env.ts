import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { E } from '@postrider/core/fp'
import { type ProcessEnvironment, PREFIX, type SettingFault } from './setting-sources.js'

/** The name of the file, also used in error messages. */
export const DOT_ENV = '.env'

/** The settings of a process: its environment, and the additions of the file. */
export interface Gathered {
  readonly environment: ProcessEnvironment
  /** The names whose values come from the file. */
  readonly fromFile: ReadonlySet<string>
}

/**
 * One statement, or an empty line, to the end of its line, in the form that Node's parser reads
 * unambiguously.
 */
const STATEMENT =
  /[^\S\n]*(?:#[^\n]*|(?:export[^\S\n]+)?[A-Za-z_][\w.-]*[^\S\n]*=[^\S\n]*(?:"[^"]*"|'[^']*'|`[^`]*`|[^\s"'`#][^\s#]*(?:[^\S\n]+[^\s#]+)*(?=\s|$))?[^\S\n]*(?:#[^\n]*)?)?(?:\n|$)/y

/**
 * The first line that isn't a statement, counted from 1: Node's parser would skip it, or make it part of
 * another.
 */
const brokenLine = (text: string): number | undefined => {
  STATEMENT.lastIndex = 0
  for (let at = 0; at < text.length; at = STATEMENT.lastIndex)
    if (!STATEMENT.test(text)) return text.slice(0, at).split('\n').length
  return undefined
}

const textOf = (folder: string): E.Either<SettingFault, string | undefined> => {
  try {
    return E.right(readFileSync(join(folder, DOT_ENV), 'utf8'))
  } catch (cause) {
    const { code = String(cause) } = cause as NodeJS.ErrnoException
    if (code === 'ENOENT') return E.right(undefined)
    return E.left({
      name: DOT_ENV,
      problem: `cannot be read (${code}): give it to the user who runs postrider, or take it away`,
    })
  }
}

/**
 * The content of a folder's `.env`; undefined if there is none. Left: it can't be read, or one of its lines
 * isn't a setting. Never repeats its content.
 */
export const readDotEnv = (folder: string): E.Either<SettingFault, ProcessEnvironment | undefined> => {
  const read = textOf(folder)
  if (E.isLeft(read) || read.right === undefined) return read as E.Either<SettingFault, undefined>
  const text = read.right.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n')
  const line = brokenLine(text)
  if (line === undefined) return E.right(parseEnv(text))
  const problem = `line ${line} is neither NAME=value nor a comment: mend it (a value with # in it stands in quotes)`
  return E.left({ name: DOT_ENV, problem })
}

/** A setting and its `_FILE` variant count as the same setting. */
const stemOf = (name: string): string => name.replace(/_FILE$/, '')

/**
 * Adds the settings of a file to the environment, which has priority, also with an empty value. Other
 * variables in the file aren't for this program (docs/decisions/0035).
 */
export const gatherSettings = (
  environment: ProcessEnvironment,
  dotEnv: ProcessEnvironment | undefined,
): Gathered => {
  const isGiven = (name: string): boolean =>
    environment[stemOf(name)] !== undefined || environment[`${stemOf(name)}_FILE`] !== undefined
  const added = Object.entries(dotEnv ?? {}).filter(([name]) => name.startsWith(PREFIX) && !isGiven(name))
  return {
    environment: { ...environment, ...Object.fromEntries(added) },
    fromFile: new Set(added.map(([name]) => name)),
  }
}
