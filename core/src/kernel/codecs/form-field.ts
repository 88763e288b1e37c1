import type { Node, ShapeNode, TextNode } from './codec.js'

/** The rules of a form field, derived from its codec: plain data for rendering a page or a document. */
export interface FieldRule {
  readonly kind: 'text' | 'integer' | 'flag' | 'choice' | 'list' | 'map' | 'object' | 'shape'
  readonly description?: string
  readonly example?: string | number
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly oneLine?: boolean
  readonly format?: string
  readonly min?: number
  readonly max?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly values?: readonly string[]
  readonly item?: FieldRule
  readonly fields?: readonly FormField[]
  readonly exactlyOneOf?: readonly string[]
  /** The value used if the field is empty. */
  readonly value?: unknown
  readonly isNullable?: boolean
}

/** A form field with its name. */
export interface FormField extends FieldRule {
  readonly name: string
  readonly isRequired: boolean
}

type Optional<R> = { readonly [K in keyof R]: R[K] | undefined }

/** Drops undefined properties, so that a rule has only the properties that apply. */
const defined = <R extends object>(rule: Optional<R>): R =>
  Object.fromEntries(Object.entries(rule).filter(([, value]) => value !== undefined)) as R

const textRule = ({ rules }: TextNode): FieldRule => {
  const { minLength, maxLength, oneLine, format, example, description, pattern } = rules
  return defined<FieldRule>({
    kind: 'text',
    minLength,
    maxLength,
    oneLine,
    format,
    example,
    description,
    pattern: pattern?.source,
  })
}

const shapeRule = (node: ShapeNode): FieldRule => {
  const { description, exactlyOneOf } = node.rules
  return defined<FieldRule>({ kind: 'shape', fields: formFields(node), description, exactlyOneOf })
}

const ruleOf = (node: Node): FieldRule => {
  switch (node._tag) {
    case 'Text':
      return textRule(node)
    case 'Integer':
      return defined<FieldRule>({ kind: 'integer', ...node.rules })
    case 'Flag':
      return defined<FieldRule>({ kind: 'flag', description: node.rules.description })
    case 'Literals':
      return defined<FieldRule>({ kind: 'choice', values: node.values, description: node.rules.description })
    case 'Nullable':
      return { ...ruleOf(node.inner), isNullable: true }
    case 'Defaulted':
      return { ...ruleOf(node.inner), value: node.value }
    case 'List': {
      const { minItems, maxItems, description } = node.rules
      return defined<FieldRule>({ kind: 'list', item: ruleOf(node.item), minItems, maxItems, description })
    }
    case 'TextMap':
      return defined<FieldRule>({ kind: 'map', description: node.rules.description })
    case 'AnyObject':
    case 'Variant':
      return defined<FieldRule>({ kind: 'object', description: node.rules.description })
    case 'Shape':
      return shapeRule(node)
  }
}

/** The form fields of a shape, the required ones first. */
export const formFields = ({
  required,
  optional,
}: Pick<ShapeNode, 'required' | 'optional'>): readonly FormField[] => [
  ...Object.entries(required).map(([name, node]) => ({
    name,
    isRequired: node._tag !== 'Defaulted',
    ...ruleOf(node),
  })),
  ...Object.entries(optional).map(([name, node]) => ({ name, isRequired: false, ...ruleOf(node) })),
]
