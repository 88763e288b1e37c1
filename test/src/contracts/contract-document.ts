/** JSON with unknown content. */
export type JsonObject = { readonly [name: string]: unknown }

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const hasKey = (value: unknown, key: string): boolean =>
  isJsonObject(value) && Object.hasOwn(value, key)

/** The value at a path of names, or undefined. */
export const within = (value: unknown, names: readonly string[]): unknown =>
  names.reduce<unknown>((at, name) => (isJsonObject(at) ? at[name] : undefined), value)

/** The path of names as the fragment of a URL. */
export const pointer = (names: readonly string[]): string =>
  names.map((name) => `/${encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('')

/** The document in which every object schema refuses additional properties. */
export const closeResponses = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(closeResponses)
  if (!isJsonObject(value)) return value
  const copy = Object.fromEntries(Object.entries(value).map(([name, part]) => [name, closeResponses(part)]))
  const isOpenObject =
    copy['type'] === 'object' &&
    isJsonObject(copy['properties']) &&
    copy['additionalProperties'] === undefined
  return isOpenObject ? { ...copy, additionalProperties: false } : copy
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const propertiesOf = (schema: unknown): JsonObject => {
  const properties = within(schema, ['properties'])
  return isJsonObject(properties) ? properties : {}
}

/** The document in which every component that extends another (`allOf`) is written out as one object. */
export const extensionsWrittenOut = (document: unknown): unknown => {
  const schemas = within(document, ['components', 'schemas'])
  if (!isJsonObject(document) || !isJsonObject(schemas)) return document
  const referred = (part: unknown): unknown => {
    const reference = within(part, ['$ref'])
    return typeof reference === 'string' ? within(document, reference.slice(2).split('/')) : part
  }
  const written = Object.entries(schemas).map(([name, schema]) => {
    const parts = listOf(within(schema, ['allOf'])).map(referred)
    if (parts.length === 0) return [name, schema]
    const required = parts.flatMap((part) => listOf(within(part, ['required'])))
    const properties = Object.assign({}, ...parts.map(propertiesOf)) as JsonObject
    return [name, { type: 'object', required, properties }]
  })
  const components = within(document, ['components']) as JsonObject
  return { ...document, components: { ...components, schemas: Object.fromEntries(written) as JsonObject } }
}
