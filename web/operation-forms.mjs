// The forms of the operations that change something at the console, read off their codecs: which fields there are, and
// which rules they keep. build.mjs puts them into a chunk of their own.
import { OPERATIONS, operationsFor } from '../core/dist/domain/operations/registry.js'

const defined = (object) =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined))

const TEXT_RULES = ['minLength', 'maxLength', 'oneLine', 'format', 'example', 'description']

const ofText = ({ rules }) => ({
  kind: 'text',
  ...defined(Object.fromEntries(TEXT_RULES.map((name) => [name, rules[name]]))),
  ...(rules.pattern === undefined ? {} : { pattern: rules.pattern.source }),
})

const ofShape = (node) => ({
  kind: 'shape',
  fields: fieldsOf(node),
  ...defined({ description: node.rules.description, exactlyOneOf: node.rules.exactlyOneOf }),
})

const kinds = {
  Text: ofText,
  Integer: ({ rules: { min, max, example, description } }) => ({
    kind: 'integer',
    ...defined({ min, max, example, description }),
  }),
  Flag: ({ rules: { description } }) => ({ kind: 'flag', ...defined({ description }) }),
  Literals: ({ values, rules: { description } }) => ({ kind: 'choice', values, ...defined({ description }) }),
  Nullable: ({ inner }) => ({ ...ruleOf(inner), isNullable: true }),
  Defaulted: ({ inner, value }) => ({ ...ruleOf(inner), value }),
  List: ({ item, rules: { minItems, maxItems, description } }) => ({
    kind: 'list',
    item: ruleOf(item),
    ...defined({ minItems, maxItems, description }),
  }),
  TextMap: ({ rules: { description } }) => ({ kind: 'map', ...defined({ description }) }),
  AnyObject: ({ rules: { description } }) => ({ kind: 'object', ...defined({ description }) }),
  Shape: ofShape,
  Variant: ({ rules: { description } }) => ({ kind: 'object', ...defined({ description }) }),
}

const ruleOf = (node) => kinds[node._tag](node)

const fieldsOf = ({ required, optional }) => [
  ...Object.entries(required).map(([name, node]) => ({
    name,
    isRequired: node._tag !== 'Defaulted',
    ...ruleOf(node),
  })),
  ...Object.entries(optional).map(([name, node]) => ({ name, isRequired: false, ...ruleOf(node) })),
]

/** A form for each mutation of the console, by its name; who it is that asks, the client says. */
export const operationForms = () =>
  Object.fromEntries(
    operationsFor('adminConsole')
      .filter((name) => OPERATIONS[name].mutation)
      .map((name) => {
        const { request, summary, description, stepUp } = OPERATIONS[name]
        const form = ofShape(request)
        const fields = form.fields.filter((field) => field.name !== 'requestId')
        return [name, defined({ summary, description, stepUp, exactlyOneOf: form.exactlyOneOf, fields })]
      }),
  )
