import type { Field, Fields, Node, ShapeField } from './codec.js'
import { defaulted } from './defaulted.js'
import { list } from './list.js'
import { literalUnion } from './literal-union.js'
import { nullable } from './nullable.js'
import { ShapeCodec } from './shape.js'
import type { Vocabulary } from './vocabulary.js'

/** Every node is a codec: there is no other way to create one. */
const codecOf = (node: Node): Field => node as Field

const narrowedFields = (fields: Fields, vocabulary: Vocabulary): Fields => {
  const entries = Object.entries(fields).map(
    ([name, field]) => [name, narrowedField(field, vocabulary)] as const,
  )
  return entries.every(([name, field]) => field === fields[name]) ? fields : Object.fromEntries(entries)
}

/** The node with its part narrowed; returns the same node if the part is unchanged. */
const rebuilt = (field: Field, part: Node, vocabulary: Vocabulary, make: (part: Field) => Field): Field => {
  const narrower = narrowedField(codecOf(part), vocabulary)
  return narrower === part ? field : make(narrower)
}

const narrowedField = (field: Field, vocabulary: Vocabulary): Field => {
  switch (field._tag) {
    case 'Text': {
      const { among, description } = field.rules
      const words = among === undefined ? [] : vocabulary[among]
      return words.length === 0
        ? field
        : literalUnion(words, description === undefined ? {} : { description })
    }
    case 'Shape':
      return narrowed(field as ShapeField, vocabulary)
    case 'List':
      return rebuilt(field, field.item, vocabulary, (item) => list(item, field.rules))
    case 'Nullable':
      return rebuilt(field, field.inner, vocabulary, nullable)
    case 'Defaulted':
      return rebuilt(field, field.inner, vocabulary, (inner) => defaulted(inner, field.value))
    default:
      return field
  }
}

/**
 * Narrows the texts of a shape that name a vocabulary set to the words of that set, also in nested properties
 * and lists. A text that isn't in the set is then `not_allowed`, and documents list the words. If a set has
 * no words, any name is accepted, as without a vocabulary. A shape that names no set is returned unchanged.
 */
export const narrowed = (shape: ShapeField, vocabulary: Vocabulary): ShapeField => {
  const required = narrowedFields(shape.required, vocabulary)
  const optional = narrowedFields(shape.optional, vocabulary)
  return required === shape.required && optional === shape.optional
    ? shape
    : new ShapeCodec(shape.closed, required, optional, shape.rules)
}
