import { readFileSync } from 'node:fs'
import { parse } from 'yaml'

/** A service of compose.yaml, as far as the tests look at it; variables are not filled in yet. */
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
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>
}

export interface ComposeFile {
  readonly text: string
  readonly services: Readonly<Record<string, ContainerSpec>>
  readonly volumes: Readonly<Record<string, unknown>>
}

/** compose.yaml of this repository, its anchors resolved. */
export const readCompose = (): ComposeFile => {
  const text = readFileSync(new URL('../../../compose.yaml', import.meta.url), 'utf8')
  return { text, ...(parse(text, { merge: true }) as Omit<ComposeFile, 'text'>) }
}

export type Variables = Readonly<Record<string, string>>

/** The text with its variables filled in as `docker compose` does it: `${A:-otherwise}`, `${A:?what to do}`, `$$` for `$`. */
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

/** What a service's process is given, from a file `.env` with these variables. */
export const environmentOf = ({ environment = {} }: ContainerSpec, variables: Variables): Variables =>
  Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [name, interpolate(value, variables)]),
  )
