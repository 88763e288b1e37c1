import type { Json, JsonObject } from './json.js'

/**
 * Keywords of JSON Schema 2020-12 that OpenAPI 3.0 lacks. They only narrow, so a schema without them is still
 * correct.
 */
const UNKNOWN_TO_30: ReadonlySet<string> = new Set(['propertyNames', 'if', 'then', '$schema'])

/** Keys of objects whose own keys are names chosen by the author. */
const NAMED_PARTS: ReadonlySet<string> = new Set([
  'properties',
  'schemas',
  'responses',
  'headers',
  'paths',
  'mapping',
  'variables',
  'securitySchemes',
  'content',
])

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isNull = (schema: Json): boolean => isObject(schema) && schema['type'] === 'null'

/** Converts `type: [x, 'null']` and `anyOf: [x, null]` to `nullable`. */
const nullable = (schema: JsonObject): JsonObject => {
  const { type, anyOf, ...others } = schema
  if (Array.isArray(type)) {
    const [only] = (type as readonly Json[]).filter((each) => each !== 'null')
    return { type: only ?? 'string', nullable: true, ...others }
  }
  if (Array.isArray(anyOf) && (anyOf as readonly Json[]).some(isNull)) {
    const [inner] = (anyOf as readonly Json[]).filter((each) => !isNull(each))
    if (!isObject(inner)) return schema
    return '$ref' in inner
      ? { allOf: [inner], nullable: true, ...others }
      : { ...inner, nullable: true, ...others }
  }
  return schema
}

/** Converts `const` to an `enum` of one, and `examples` to `example`. */
const singular = ({ const: only, examples, ...others }: JsonObject): JsonObject => ({
  ...others,
  ...(only === undefined ? {} : { enum: [only] }),
  ...(Array.isArray(examples) && examples.length > 0
    ? { example: (examples as readonly Json[])[0] ?? null }
    : {}),
})

/** A date-time needs no pattern in addition to its format, and old generators fail on one. */
const withoutDatePattern = (schema: JsonObject): JsonObject => {
  const { pattern: _, ...others } = schema
  return schema['format'] === 'date-time' ? others : schema
}

/** In 3.0 a reference has no sibling keywords. */
const aloneInPart = (part: JsonObject): JsonObject => {
  const { $ref, ...others } = part
  return $ref === undefined || Object.keys(others).length === 0 ? part : { allOf: [{ $ref }], ...others }
}

const known = (part: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(part).filter(([name]) => !UNKNOWN_TO_30.has(name)))

const converted = (value: Json, isNames: boolean): Json => {
  if (Array.isArray(value)) return (value as readonly Json[]).map((each) => converted(each, false))
  if (!isObject(value)) return value
  const part = isNames ? value : aloneInPart(withoutDatePattern(singular(nullable(known(value)))))
  return Object.fromEntries(
    Object.entries(part).map(([name, each]) => [
      name,
      // The content of an example isn't part of the schema.
      name === 'example' && !isNames ? each : converted(each, !isNames && NAMED_PARTS.has(name)),
    ]),
  )
}

const listOf = (value: Json | undefined): readonly Json[] =>
  Array.isArray(value) ? (value as readonly Json[]) : []

/** The name of the referenced component. */
const nameOf = (part: Json): string | undefined => {
  const { $ref } = isObject(part) ? part : {}
  return typeof $ref === 'string' ? $ref.slice($ref.lastIndexOf('/') + 1) : undefined
}

const propertiesOf = (schema: JsonObject): JsonObject => {
  const { properties = {} } = schema
  return isObject(properties) ? properties : {}
}

/** A property of two shapes: the values of both, if it has an `enum`. */
const joined = (one: Json | undefined, other: Json): Json =>
  isObject(one) && isObject(other) && 'enum' in one && 'enum' in other
    ? { ...other, ...one, enum: [...new Set([...listOf(one['enum']), ...listOf(other['enum'])])] }
    : (one ?? other)

/**
 * Merges a choice between shapes into a single shape, in which only the properties that all of them require
 * are required. Generators for 3.0 create types from it, and read a `oneOf` wrongly or not at all.
 */
const inOneShape = ({ description = '', oneOf }: JsonObject, schemas: JsonObject): JsonObject => {
  const shapes = listOf(oneOf).map((each) => {
    const name = nameOf(each)
    const shape = name === undefined ? each : schemas[name]
    return isObject(shape) ? shape : {}
  })
  const properties: Record<string, Json> = {}
  for (const shape of shapes)
    for (const [name, property] of Object.entries(propertiesOf(shape)))
      properties[name] = joined(properties[name], property)
  const required = Object.keys(properties).filter((name) =>
    shapes.every((shape) => listOf(shape['required']).includes(name)),
  )
  return { type: 'object', description, required, properties }
}

/** The components without choices between shapes, and without shapes that only those choices used. */
const withoutChoices = (schemas: JsonObject): JsonObject => {
  const choices = Object.entries(schemas).filter(
    ([, schema]) => isObject(schema) && 'discriminator' in schema,
  )
  const named = choices.flatMap(([, schema]) => listOf(isObject(schema) ? schema['oneOf'] : []))
  const gone = new Set(named.map(nameOf))
  const merged = choices.map(([name, schema]) => [name, inOneShape(schema as JsonObject, schemas)] as const)
  return Object.fromEntries(
    Object.entries({ ...schemas, ...Object.fromEntries(merged) }).filter(([name]) => !gone.has(name)),
  )
}

/**
 * The same contract as OpenAPI 3.0.3, for generators and gateways without support for newer versions. Rules
 * that 3.0 can't express (conditions between fields, patterns of property names) are omitted, and the service
 * checks them. A choice between shapes is one shape with optional fields.
 */
export const inOpenApi30 = (document: JsonObject): JsonObject => {
  const { openapi: _, info, components, ...others } = document
  const { schemas, ...parts } = isObject(components) ? components : {}
  const all = {
    ...others,
    components: { ...parts, schemas: withoutChoices(isObject(schemas) ? schemas : {}) },
  }
  const { summary: __, license: ___, ...facts } = isObject(info) ? info : {}
  const license = { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' }
  return {
    openapi: '3.0.3',
    info: { ...facts, license },
    ...(converted(all, false) as JsonObject),
  }
}
