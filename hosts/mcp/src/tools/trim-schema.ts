import type { JsonObject } from '@postrider/contracts/openapi/json'

/**
 * The keywords of a schema beyond names, types and descriptions. The service checks all of them, and reports
 * problems.
 */
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

/** The keywords whose keys are names of properties, which may equal keywords. */
const NAMED_PARTS: ReadonlySet<string> = new Set(['properties', '$defs'])

/** Shorter descriptions only repeat the name of their property. */
const TELLING = 46

/** The first sentence of a description, which names the thing; the full schema has the others. */
const firstSentence = (description: string): string =>
  /^.*?\.(?= [A-Z`]|$)/.exec(description)?.[0] ?? description

/**
 * Objects within objects within the arguments are named without their properties. Few calls need them, and the
 * full schema has them.
 */
const DEEPEST_PROPERTIES = 2

const PARTS_OF_OBJECTS: ReadonlySet<string> = new Set(['properties', 'required'])

const isWorthSaying = (name: string, value: unknown, depth: number): boolean => {
  if (CHECKED_BY_THE_SERVICE.has(name)) return false
  if (depth >= DEEPEST_PROPERTIES && PARTS_OF_OBJECTS.has(name)) return false
  if (name === 'description') return typeof value === 'string' && firstSentence(value).length >= TELLING
  return !(name === 'required' && Array.isArray(value) && value.length === 0)
}

/** `depth` is the number of objects around the value; `isNames`: its keys are names of properties. */
const trimmed = (value: unknown, isNames: boolean, depth: number): unknown => {
  if (Array.isArray(value)) return value.map((each) => trimmed(each, false, depth))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, each]) => isNames || isWorthSaying(name, each, depth))
      .map(([name, each]) => [
        name,
        !isNames && name === 'description' && typeof each === 'string'
          ? firstSentence(each)
          : trimmed(
              each,
              !isNames && NAMED_PARTS.has(name),
              isNames ? depth : name === 'properties' ? depth + 1 : depth,
            ),
      ]),
  )
}

/**
 * The schema without patterns, limits, examples, deep properties and redundant descriptions: models read it at
 * each turn, so it has to be short (docs/mcp#size).
 */
export const trimSchema = (schema: JsonObject): JsonObject => trimmed(schema, false, 0) as JsonObject
