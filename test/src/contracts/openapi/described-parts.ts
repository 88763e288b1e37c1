import { isJsonObject, within, type JsonObject } from '../contract-document.js'

/** Parts of a document that say too little, each with its place. */
export interface Gaps {
  /** Operations without a description, or with only the permission that they need. */
  readonly operations: readonly string[]
  /** Responses without a description of what a success means. */
  readonly successes: readonly string[]
  /** Fields, parameters, headers and named schemas without a description of three words. */
  readonly fields: readonly string[]
  /** Scalars without an example, a list of values or a default. */
  readonly scalars: readonly string[]
}

const MOST_WORDS_OF_A_STUB = 2
const GENERIC = new Set(['Done.', 'As it stands.', 'The operation succeeded.'])
const GENERATED = /Needs the (?:action|permission) `[^`]+`\.|Each \d+ rows of `limit`[^.]*\./g
const SCALARS = new Set<unknown>(['string', 'integer', 'number'])
const ANSWERS_FOR_EXAMPLES = ['example', 'examples', 'enum', 'const', 'default', 'x-extensible-enum']

const entriesOf = (value: unknown): readonly (readonly [string, unknown])[] =>
  isJsonObject(value) ? Object.entries(value) : []

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const isStub = (description: unknown): boolean =>
  typeof description !== 'string' || description.trim().split(/\s+/).length <= MOST_WORDS_OF_A_STUB

const isNull = (schema: unknown): boolean => within(schema, ['type']) === 'null'

/** The schema that an `anyOf` with null allows besides null. */
const withoutNull = (schema: unknown): unknown => {
  const parts = listOf(within(schema, ['anyOf']))
  return parts.some(isNull)
    ? { ...(schema as JsonObject), ...(parts.find((one) => !isNull(one)) as JsonObject) }
    : schema
}

const isScalar = (schema: unknown): boolean =>
  [within(schema, ['type'])].flat().some((type) => SCALARS.has(type))

const hasExample = (schema: unknown): boolean =>
  ANSWERS_FOR_EXAMPLES.some((name) => within(schema, [name]) !== undefined)

/** Finds the gaps of a document; schemas that it refers to are visited where they are defined. */
export const gapsOf = (document: unknown): Gaps => {
  const operations: string[] = []
  const successes: string[] = []
  const fields: string[] = []
  const scalars: string[] = []
  const resolved = (part: unknown): unknown => {
    const reference = within(part, ['$ref'])
    if (typeof reference !== 'string') return part
    const names = reference.slice(2).split('/')
    return within(
      document,
      names.map((name) => name.replaceAll('~1', '/')),
    )
  }
  const visitSchema = (given: unknown, place: string): void => {
    const schema = withoutNull(given)
    if (within(schema, ['$ref']) !== undefined) return
    if (isScalar(schema) && !hasExample(schema)) scalars.push(place)
    for (const [name, property] of entriesOf(within(schema, ['properties']))) {
      const at = `${place}.${name}`
      const own = withoutNull(property)
      const description = within(own, ['description']) ?? within(resolved(own), ['description'])
      if (isStub(description)) fields.push(at)
      visitSchema(property, at)
    }
    for (const inner of ['items', 'additionalProperties', 'propertyNames'])
      if (isJsonObject(within(schema, [inner]))) visitSchema(within(schema, [inner]), `${place} ${inner}`)
    for (const inner of ['oneOf', 'allOf'])
      for (const one of listOf(within(schema, [inner]))) visitSchema(one, place)
  }
  const visitDescribed = (part: unknown, place: string): void => {
    if (isStub(within(part, ['description']))) fields.push(place)
    if (!hasExample(part)) visitSchema(within(part, ['schema']), place)
  }
  const visitContent = (content: unknown, place: string): void => {
    for (const [type, body] of entriesOf(content))
      if (type !== 'text/html') visitSchema(within(body, ['schema']), place)
  }
  const visitResponse = (status: string, given: unknown, id: string): void => {
    const response = resolved(given)
    const description = within(response, ['description'])
    if (isStub(description) || GENERIC.has(String(description))) successes.push(`${id} ${status}`)
    for (const [name, header] of entriesOf(within(response, ['headers'])))
      visitDescribed(resolved(header), `${id} ${status} ${name}`)
    visitContent(within(response, ['content']), `${id} ${status}`)
  }
  const visitOperation = (operation: unknown, id: string): void => {
    const description = within(operation, ['description'])
    if (isStub(typeof description === 'string' ? description.replaceAll(GENERATED, '') : description))
      operations.push(id)
    for (const parameter of listOf(within(operation, ['parameters'])))
      visitDescribed(resolved(parameter), `${id} ${String(within(resolved(parameter), ['name']))}`)
    visitContent(within(operation, ['requestBody', 'content']), id)
    for (const [status, response] of entriesOf(within(operation, ['responses'])))
      visitResponse(status, response, id)
  }
  for (const part of ['paths', 'webhooks'])
    for (const [, methods] of entriesOf(within(document, [part])))
      for (const [, operation] of entriesOf(methods))
        visitOperation(operation, String(within(operation, ['operationId'])))
  for (const [name, operation] of entriesOf(within(document, ['operations'])))
    if (isStub(within(operation, ['description']))) operations.push(name)
  for (const [name, message] of entriesOf(within(document, ['components', 'messages'])))
    visitSchema(within(message, ['payload']), name)
  for (const [name, schema] of entriesOf(within(document, ['components', 'schemas']))) {
    if (isStub(within(schema, ['description']))) fields.push(name)
    visitSchema(schema, name)
  }
  return { operations, successes, fields, scalars }
}
