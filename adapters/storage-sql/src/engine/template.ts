import type { Cell } from '../cells/cell.js'
import type { Dialect } from './dialect.js'
import type { SharedClock } from './shared-now.js'

/** A placeholder in a statement: `?` for text or number, `?x` for binary, each with `*` for a list. */
export interface StatementParameter {
  readonly binary: boolean
  readonly list: boolean
}

/** A statement's fixed text, split at its placeholders. */
export interface Template {
  readonly pieces: readonly string[]
  readonly holes: readonly StatementParameter[]
}

export type Param = Cell | readonly Cell[] | SharedClock

/**
 * Whether the value is a time that each engine writes in its own way; others are cells, or a list of them.
 */
export const isSharedNow = (param: Param | undefined): param is SharedClock =>
  typeof param === 'object' && param !== null && 'kind' in param

/** One statement with a fixed text and separate values. */
export interface Filled {
  readonly kind: 'filled'
  readonly template: Template
  readonly params: readonly Param[]
}

const parse = (sql: string): Template => {
  const flat = sql.replace(/\s+/g, ' ').trim()
  const marks = [...flat.matchAll(/\?(x?)(\*?)/g)]
  return {
    pieces: flat.split(/\?x?\*?/),
    holes: marks.map(([, binary, list]) => ({ binary: binary === 'x', list: list === '*' })),
  }
}

/**
 * Prepares a statement. Each engine replaces the words in braces: those of the dialect, `{for update of
 * <alias>}`, `{skip locked of <alias>}`, and `{by <table>.<index>}`. The last one forces the server to use
 * the index, regardless of its statistics. An empty list matches nothing.
 */
export const statement = (sql: string): ((...params: readonly Param[]) => Filled) => {
  const template = parse(sql)
  return (...params) => {
    if (params.length !== template.holes.length)
      throw new Error(`${template.holes.length} values belong into: ${sql}`)
    return { kind: 'filled', template, params }
  }
}

const OF_ALIAS = 'for update of '
const FREE_OF_ALIAS = 'skip locked of '

/** A template's pieces with the engine's own words, computed once each. */
export const translator = ({
  words,
  byIndex,
  forUpdateOf,
}: Pick<Dialect, 'words' | 'byIndex' | 'forUpdateOf'>): ((template: Template) => readonly string[]) => {
  const known: Readonly<Record<string, string>> = words
  const translated = new WeakMap<Template, readonly string[]>()
  const indexWording = (named: string): string => {
    const [table = '', index = ''] = named.split('.')
    return byIndex(table, index)
  }
  /** An engine without locks skips nothing. */
  const lockFreeOf = (alias: string): string => {
    const lock = forUpdateOf(alias)
    return lock === '' ? '' : `${lock} SKIP LOCKED`
  }
  const wordingOf = (name: string): string | undefined => {
    if (name.startsWith('by ')) return indexWording(name.slice(3))
    if (name.startsWith(FREE_OF_ALIAS)) return lockFreeOf(name.slice(FREE_OF_ALIAS.length))
    return name.startsWith(OF_ALIAS) ? forUpdateOf(name.slice(OF_ALIAS.length)) : known[name]
  }
  const translate = (piece: string): string =>
    piece.replace(/ ?\{([A-Za-z_. ]+)\}/g, (_, name: string) => {
      const wording = wordingOf(name)
      if (wording === undefined) throw new Error(`no engine word for {${name}}`)
      return wording === '' ? '' : ` ${wording}`
    })
  return (template) => {
    const before = translated.get(template)
    if (before !== undefined) return before
    const pieces = template.pieces.map(translate)
    translated.set(template, pieces)
    return pieces
  }
}
