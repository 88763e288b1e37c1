// The fields of a JSON schema, as a reader needs them: name, type, rules, description and the fields inside.

const MOST_LEVELS = 7

const REF = '#/'

/** Follows a reference within its document. */
export const resolved = (schema, document) => {
  const found = schema ?? {}
  if (found.$ref?.startsWith(REF) !== true) return found
  const { $ref, ...own } = found
  const target = $ref
    .slice(REF.length)
    .split('/')
    .reduce((at, key) => at[key], document)
  return resolved({ ...target, ...own }, document)
}

const nameOfRef = ({ $ref }) => $ref?.split('/').at(-1)

const isArray = ({ type }) => [type].flat().includes('array')

const basicType = (schema) => {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum !== undefined) return 'one of'
  return [schema.type ?? 'any'].flat().join(' or ')
}

const variantsOf = (schema) => schema.oneOf ?? schema.anyOf

/** The type in words: `string`, `array of object`, `map of string`. */
const typeText = (schema, document) => {
  const found = resolved(schema, document)
  if (isArray(found)) return `array of ${typeText(found.items, document)}`
  if (
    found.type === 'object' &&
    found.properties === undefined &&
    typeof found.additionalProperties === 'object'
  )
    return `map of ${typeText(found.additionalProperties, document)}`
  const variants = variantsOf(found)
  if (variants !== undefined && found.type === undefined)
    return [...new Set(variants.map((variant) => typeText(variant, document)))].join(' or ')
  return basicType(found)
}

const lengthText = ({ minLength, maxLength }) => {
  if (maxLength === undefined)
    return minLength === undefined || minLength <= 1 ? undefined : `at least ${minLength} characters`
  return minLength === undefined || minLength <= 1
    ? `up to ${maxLength} characters`
    : `${minLength} to ${maxLength} characters`
}

const rangeText = ({ minimum, maximum }) => {
  if (minimum === undefined && maximum === undefined) return undefined
  if (maximum === undefined) return `at least ${minimum}`
  return minimum === undefined ? `at most ${maximum}` : `${minimum} to ${maximum}`
}

const countText = ({ minItems, maxItems, maxProperties }) => {
  const most = maxItems ?? maxProperties
  if (most === undefined) return undefined
  return minItems === undefined || minItems === 0 ? `up to ${most} entries` : `${minItems} to ${most} entries`
}

/** Patterns longer than this only repeat in symbols what the description says. */
const MOST_PATTERN = 40

const patternText = ({ pattern }) =>
  pattern === undefined || pattern.length > MOST_PATTERN ? undefined : `pattern \`${pattern}\``

const rulesOf = (schema) =>
  [
    lengthText(schema),
    rangeText(schema),
    countText(schema),
    schema.format,
    isArray(schema) && schema.type !== 'array' ? 'can be null' : undefined,
    patternText(schema),
    schema.default === undefined ? undefined : `default \`${JSON.stringify(schema.default)}\``,
  ].filter((rule) => rule !== undefined)

/** The schemas whose properties are fields inside this one. */
const innerSchemas = (schema, document) => {
  const found = resolved(schema, document)
  if (isArray(found)) return innerSchemas(found.items, document)
  if (found.properties === undefined && typeof found.additionalProperties === 'object')
    return innerSchemas(found.additionalProperties, document)
  const variants = variantsOf(found) ?? []
  const inner = variants.flatMap((variant) => innerSchemas(variant, document))
  return found.properties === undefined ? inner : [found, ...inner]
}

const refsWithin = (schema, document, seen = []) => {
  const found = resolved(schema, document)
  const ref = nameOfRef(schema ?? {})
  const own = ref === undefined ? seen : [...seen, ref]
  return isArray(found) ? refsWithin(found.items, document, own) : own
}

const fieldOf = (name, schema, isRequired, context) => {
  const { document, path, refs } = context
  const found = resolved(schema, document)
  const here = [...path, name]
  const own = refsWithin(schema, document)
  const isRepeated = own.some((ref) => refs.includes(ref))
  const values = found.enum ?? found.items?.enum
  return {
    name,
    path: here,
    isRequired,
    type: typeText(schema, document),
    values,
    rules: rulesOf(found),
    description: found.description ?? '',
    example: found.examples?.[0],
    isDeprecated: found.deprecated === true,
    fields:
      isRepeated || here.length >= MOST_LEVELS
        ? []
        : fieldsOf(schema, { document, path: here, refs: [...refs, ...own] }),
  }
}

/** The fields of an object, of the objects in an array, or of all variants, in their order. */
export const fieldsOf = (schema, { document, path = [], refs = [] }) => {
  const fields = new Map()
  for (const { properties = {}, required = [] } of innerSchemas(schema, document))
    for (const [name, inner] of Object.entries(properties))
      if (!fields.has(name))
        fields.set(name, fieldOf(name, inner, required.includes(name), { document, path, refs }))
  return [...fields.values()]
}
