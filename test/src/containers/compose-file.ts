import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'

/** A service of compose.yaml with the fields that tests read. Variables aren't filled in yet. */
export interface ContainerSpec {
  readonly image?: string
  readonly build?: { readonly context: string; readonly args: Readonly<Record<string, string>> }
  readonly command?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  readonly volumes?: readonly string[]
  readonly ports?: readonly string[]
  readonly tmpfs?: readonly string[]
  readonly cap_drop?: readonly string[]
  readonly security_opt?: readonly string[]
  readonly read_only?: boolean
  readonly init?: boolean
  readonly privileged?: boolean
  readonly restart?: string
  readonly stop_grace_period?: string
  readonly logging?: { readonly driver: string; readonly options: Readonly<Record<string, string>> }
  readonly healthcheck?: { readonly test?: readonly string[]; readonly disable?: boolean }
  readonly depends_on?: Readonly<Record<string, { readonly condition: string; readonly required?: boolean }>>
  readonly profiles?: readonly string[]
}

export interface ComposeFile {
  readonly text: string
  readonly services: Readonly<Record<string, ContainerSpec>>
  readonly volumes: Readonly<Record<string, unknown>>
}

const ON_POSTGRES = 'deploy/compose.postgres.yaml'

const textOf = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')

/** compose.yaml of this repository, with its anchors resolved. */
export const readCompose = (): ComposeFile => {
  const text = textOf('compose.yaml')
  return { text, ...(parse(text, { merge: true }) as Omit<ComposeFile, 'text'>) }
}

type Mapping = Readonly<Record<string, unknown>>

const isMapping = (value: unknown): value is Mapping =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Merges both files key by key, like `docker compose`. A list in both is an error here. */
const over = (below: unknown, above: unknown): unknown => {
  if (isMapping(below) && isMapping(above))
    return Object.fromEntries(
      [...new Set([...Object.keys(below), ...Object.keys(above)])].map((key) => [
        key,
        key in above ? over(below[key], above[key]) : below[key],
      ]),
    )
  if (Array.isArray(below)) throw new Error('what becomes of two lists depends on what they are of')
  return above
}

/** compose.yaml with the file for PostgreSQL over it, whose content is `text`. */
export const readComposeOnPostgres = (): ComposeFile => {
  const text = textOf(ON_POSTGRES)
  const { services, volumes } = over(readCompose(), parse(text, { merge: true })) as ComposeFile
  return { text, services, volumes }
}

/** Runs the lines of a file's header that create `.env`, like a person who pastes them. */
export const makeEnv = ({ text }: ComposeFile, folder: string): void => {
  const lines = text.split('\n').map((line) => line.replace(/^# {0,7}/, ''))
  const from = lines.findIndex((line) => line.startsWith('(umask 077'))
  const to = lines.findIndex((line) => line.endsWith('> .env)'))
  execFileSync('sh', ['-c', lines.slice(from, to + 1).join('\n')], { cwd: folder, stdio: 'pipe' })
}

/** The content of the folder's `.env`. */
export const variablesIn = (folder: string): Variables =>
  Object.fromEntries(
    readFileSync(join(folder, '.env'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )

export type Variables = Readonly<Record<string, string>>

/**
 * Fills in the variables of the text like `docker compose`: `${A:-otherwise}`, `${A:?what to do}`, `$$` for
 * `$`.
 */
export const interpolate = (text: string, variables: Variables): string =>
  text.replace(
    /\$\$|\$\{(\w+)(?::([-?])([^}]*))?\}/g,
    (whole: string, name?: string, kind?: string, word: string = ''): string => {
      if (name === undefined) return '$'
      const value = variables[name] ?? ''
      if (value !== '' || kind === undefined) return value
      if (kind === '?') throw new Error(`${name}: ${word || whole}`)
      return word
    },
  )

/** The environment of a service's process, with these variables in the file `.env`. */
export const environmentOf = ({ environment = {} }: ContainerSpec, variables: Variables): Variables =>
  Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [name, interpolate(value, variables)]),
  )
