import type { JsonObject } from '@postrider/contracts/openapi/json'

/** What a schema says beyond the names, types and meanings of its parts. The service checks all of it, and says what is wrong. */
const CHECKED_BY_THE_SERVICE: ReadonlySet<string> = new Set([
  '$schema',
  'pattern',
  'format',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minProperties',
  'maxProperties',
  'multipleOf',
  'example',
  'examples',
  'additionalProperties',
  'x-extensible-enum',
])

/** Where names of a schema are names of properties, which may be called like keywords. */
const NAMED_PARTS: ReadonlySet<string> = new Set(['properties', '$defs'])

/** Shorter descriptions say what the name of their property says. */
const TELLING = 25

const isWorthSaying = (name: string, value: unknown): boolean => {
  if (CHECKED_BY_THE_SERVICE.has(name)) return false
  if (name === 'description') return typeof value === 'string' && value.length >= TELLING
  return !(name === 'required' && Array.isArray(value) && value.length === 0)
}

const trimmed = (value: unknown, isNames: boolean): unknown => {
  if (Array.isArray(value)) return value.map((each) => trimmed(each, false))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, each]) => isNames || isWorthSaying(name, each))
      .map(([name, each]) => [name, trimmed(each, !isNames && NAMED_PARTS.has(name))]),
  )
}

/** The schema without patterns, bounds, examples and what names say already: what a model reads at each turn is to be short (docs/mcp#size). */
export const trimSchema = (schema: JsonObject): JsonObject => trimmed(schema, false) as JsonObject
