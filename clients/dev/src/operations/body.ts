import { readFileSync } from 'node:fs'
import { usageError } from '../errors/exit-code.js'
import type { RequestSchema } from './operations.js'

/** The body of a call. */
export type Body = Record<string, unknown>

const isBody = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const parsed = (text: string, of: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw usageError(`${of} isn’t valid JSON.`)
  }
}

const NAME = /^[A-Za-z][A-Za-z0-9_]*$/
const STANDARD_INPUT = 0

const bodyIn = (path: string): Body => {
  let text: string
  try {
    text = readFileSync(path === '-' ? STANDARD_INPUT : path, 'utf8')
  } catch (error) {
    throw usageError(`Cannot read ${path} (${(error as NodeJS.ErrnoException).code}).`)
  }
  const body = parsed(text, path)
  if (isBody(body)) return body
  throw usageError(`${path} doesn’t contain a JSON object.`)
}

const typesOf = ({ type, oneOf }: RequestSchema): readonly string[] =>
  oneOf === undefined ? [type ?? []].flat() : oneOf.flatMap(typesOf)

const scalar = (text: string, types: readonly string[]): unknown => {
  if (types.includes('null') && text === 'null') return null
  if (types.includes('boolean') && (text === 'true' || text === 'false')) return text === 'true'
  const isNumber = types.includes('integer') || types.includes('number')
  return isNumber && /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text
}

/**
 * Converts a text to the type in the schema. A text that can't be converted stays unchanged, so that the
 * check reports it.
 */
const valueOf = (text: string, schema: RequestSchema, name: string): unknown => {
  const types = typesOf(schema)
  if (types.includes('object') && text.startsWith('{')) return parsed(text, name)
  if (types.includes('array'))
    return text.startsWith('[') ? parsed(text, name) : [scalar(text, typesOf(schema.items ?? {}))]
  return scalar(text, types)
}

const put = (body: Body, path: readonly string[], text: string, schema: RequestSchema): void => {
  const [name = '', ...rest] = path
  if (!NAME.test(name)) throw usageError(`"${path.join('.')}" isn’t a field name.`)
  const own = schema.properties?.[name] ?? {}
  const had = Object.hasOwn(body, name) ? body[name] : undefined
  if (rest.length > 0) {
    const inner = isBody(had) ? had : {}
    body[name] = inner
    put(inner, rest, text, own)
    return
  }
  const value = valueOf(text, own, name)
  body[name] =
    Array.isArray(had) && Array.isArray(value) ? [...(had as unknown[]), ...(value as unknown[])] : value
}

/**
 * The body from `-d` options, in order: `name=value`, `name.inner=value`, or a list by repeating a name. A
 * value that starts with a bracket is JSON. `@file` and `@-` contain a whole body.
 */
export const bodyOf = (given: readonly string[], schema: RequestSchema): Body => {
  const body: Body = {}
  for (const each of given) {
    if (each.startsWith('@')) Object.assign(body, bodyIn(each.slice(1)))
    else {
      const at = each.indexOf('=')
      if (at < 1) throw usageError(`"${each}" isn’t name=value.`, '-d name=value, or -d @file.json')
      put(body, each.slice(0, at).split('.'), each.slice(at + 1), schema)
    }
  }
  return body
}
