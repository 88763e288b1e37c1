import type {
  ListNode,
  LiteralsNode,
  Node,
  ShapeNode,
  TextMapNode,
  TextRules,
  VariantNode,
} from '@postrider/core/kernel/codecs/codec'
import { rangeOf } from '@postrider/core/kernel/codecs/integer'
import { RESERVED_NAME } from '@postrider/core/kernel/codecs/text-map'
import type { JsonObject } from './json.js'

/** Collects named shapes while schemas refer to them. */
export interface Components {
  /** The prefix of a reference to one. */
  readonly at: '#/components/schemas/' | '#/$defs/'
  readonly schemas: Map<string, JsonObject>
}

/** An empty collection. */
export const componentsAt = (at: Components['at']): Components => ({ at, schemas: new Map() })

/** The collected parts, sorted by name. */
export const sorted = (parts: ReadonlyMap<string, JsonObject>): JsonObject =>
  Object.fromEntries([...parts].sort(([a], [b]) => (a < b ? -1 : 1)))

/** Requests list the characters that they refuse; a response's texts contain the stored characters. */
export type Direction = 'request' | 'response'

/** Converts a codec to JSON Schema 2020-12; named shapes become components and are referenced. */
export const schemaOf = (node: Node, direction: Direction, components: Components): JsonObject => {
  switch (node._tag) {
    case 'Text':
      return textSchema(node.rules, direction)
    case 'Integer': {
      const { min, max } = rangeOf(node.rules)
      return {
        type: 'integer',
        format: 'int64',
        minimum: min,
        maximum: max,
        ...described(node.rules),
        ...examples(node.rules.example),
      }
    }
    case 'Flag':
      return {
        type: 'boolean',
        ...(node.rules.only === undefined ? {} : { const: node.rules.only }),
        ...described(node.rules),
      }
    case 'Literals':
      return literalSchema(node, direction)
    case 'Nullable':
      return orNull(schemaOf(node.inner, direction, components))
    case 'Defaulted':
      return { ...schemaOf(node.inner, direction, components), ...defaultOf(node.value) }
    case 'List':
      return listSchema(node, direction, components)
    case 'TextMap':
      return textMapSchema(node, direction, components)
    case 'AnyObject':
      return { type: 'object', maxProperties: node.rules.maxProperties, ...described(node.rules) }
    case 'Shape':
      return shapeSchema(node, direction, components)
    case 'Variant':
      return variantSchema(node, direction, components)
  }
}

const described = ({ description }: { readonly description?: string }): JsonObject =>
  description === undefined ? {} : { description }

const examples = (example: string | number | undefined): JsonObject =>
  example === undefined ? {} : { examples: [example] }

// The alphabets of `countCodePoints` and the definition of a space, as far as a portable pattern can express
// them.
const noLine = '\\u0000-\\u001f\\u007f-\\u009f'
const noText = '\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f'
const spaces = ' \\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff'

const alphabetOf = ({ oneLine, visible, anyCharacter }: TextRules): string => {
  if (anyCharacter === true) return '^[^\\u0000]*$'
  const refused = oneLine === true ? noLine : noText
  if (visible !== true) return `^[^${refused}]*$`
  const blank = oneLine === true ? spaces : `${spaces}\\t\\n\\r`
  return `^[${blank}]*[^\\s${refused}][^${refused}]*$`
}

const textSchema = (rules: TextRules, direction: Direction): JsonObject => {
  const { minLength, maxLength, format, openSet } = rules
  const alphabet = direction === 'response' ? undefined : alphabetOf(rules)
  const pattern = rules.pattern?.source ?? rules.shownPattern?.source ?? alphabet
  return {
    type: 'string',
    ...(format === undefined ? {} : { format }),
    ...(minLength === undefined ? {} : { minLength }),
    ...(maxLength === undefined ? {} : { maxLength }),
    ...(pattern === undefined ? {} : { pattern }),
    ...(openSet === undefined ? {} : { 'x-extensible-enum': openSet }),
    ...described(rules),
    ...examples(rules.example),
  }
}

// Values that a server may add later aren't an `enum`: a client that was generated before would reject them.
const literalSchema = ({ values, rules }: LiteralsNode, direction: Direction): JsonObject => ({
  type: 'string',
  [direction === 'response' && rules.isOpen === true ? 'x-extensible-enum' : 'enum']: values,
  ...described(rules),
})

const orNull = (schema: JsonObject): JsonObject =>
  typeof schema['type'] === 'string' && schema['enum'] === undefined
    ? { ...schema, type: [schema['type'], 'null'] }
    : { anyOf: [schema, { type: 'null' }] }

const defaultOf = (value: unknown): JsonObject =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? { default: value }
    : {}

const listSchema = ({ item, rules }: ListNode, direction: Direction, components: Components): JsonObject => ({
  type: 'array',
  items: schemaOf(item, direction, components),
  ...(rules.minItems === undefined ? {} : { minItems: rules.minItems }),
  ...(rules.maxItems === undefined ? {} : { maxItems: rules.maxItems }),
  ...described(rules),
})

const textMapSchema = (
  { names, values, rules }: TextMapNode,
  direction: Direction,
  components: Components,
): JsonObject => ({
  type: 'object',
  propertyNames: { ...schemaOf(names, direction, components), not: { const: RESERVED_NAME } },
  additionalProperties: schemaOf(values, direction, components),
  maxProperties: rules.maxEntries,
  ...described(rules),
})

const shapeSchema = (node: ShapeNode, direction: Direction, components: Components): JsonObject => {
  const { name } = node.rules
  if (name === undefined) return plainShape(node, direction, components)
  if (!components.schemas.has(name)) components.schemas.set(name, plainShape(node, direction, components))
  return { $ref: `${components.at}${name}` }
}

const plainShape = (node: ShapeNode, direction: Direction, components: Components): JsonObject => {
  const { required, optional, rules } = node
  const fields = Object.entries({ ...required, ...optional })
  const mandatory = Object.keys(required).filter((name) => required[name]?._tag !== 'Defaulted')
  return {
    type: 'object',
    ...described(rules),
    ...(mandatory.length === 0 ? {} : { required: mandatory }),
    properties: Object.fromEntries(
      fields.map(([name, field]) => [name, schemaOf(field, direction, components)]),
    ),
    ...(node.closed ? { additionalProperties: false } : {}),
    ...tiesOf(node),
  }
}

/** The values of the property that distinguishes variants, each with a reference to its shape. */
const mappingOf = (property: string, { variants }: VariantNode, components: Components): JsonObject =>
  Object.fromEntries(
    variants.flatMap((variant) => {
      if (variant._tag !== 'Shape') return []
      const discriminator = variant.required[property]
      const values = discriminator?._tag === 'Literals' ? discriminator.values : []
      return values.map((value) => [value, `${components.at}${variant.rules.name ?? ''}`])
    }),
  )

const plainVariant = (node: VariantNode, direction: Direction, components: Components): JsonObject => {
  const { discriminator } = node.rules
  return {
    ...described(node.rules),
    oneOf: node.variants.map((variant) => schemaOf(variant, direction, components)),
    ...(discriminator === undefined
      ? {}
      : {
          discriminator: {
            propertyName: discriminator,
            mapping: mappingOf(discriminator, node, components),
          },
        }),
  }
}

const variantSchema = (node: VariantNode, direction: Direction, components: Components): JsonObject => {
  const { name } = node.rules
  if (name === undefined) return plainVariant(node, direction, components)
  if (!components.schemas.has(name)) components.schemas.set(name, plainVariant(node, direction, components))
  return { $ref: `${components.at}${name}` }
}

const oneOf = (values: readonly string[]): JsonObject =>
  values.length === 1 ? { const: values[0] ?? '' } : { enum: [...values] }

const tiesOf = ({ rules: { exactlyOneOf, onlyWith } }: ShapeNode): JsonObject => ({
  ...(exactlyOneOf === undefined ? {} : { oneOf: exactlyOneOf.map((name) => ({ required: [name] })) }),
  ...(onlyWith === undefined
    ? {}
    : {
        if: { required: [onlyWith.field] },
        then: { properties: { [onlyWith.property]: oneOf(onlyWith.is) } },
      }),
})
