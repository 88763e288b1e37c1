import type { FieldTemplate } from '../gateways/gateway.js'
import type { SubmissionValues } from './submission-values.js'

const PLACEHOLDER = /\{\{([^{}]*)\}\}/g
const ALONE = /^\{\{([^{}]*)\}\}$/

/** A value of a request after substitution. */
export type FieldValue =
  string | number | boolean | readonly FieldValue[] | { readonly [name: string]: FieldValue }

/** The names of a template's placeholders, in their order. */
export const placeholdersIn = (template: string): readonly string[] =>
  [...template.matchAll(PLACEHOLDER)].map(([, name = '']) => name)

/** Substitutes values; undefined if the template is a single placeholder without a value. */
export const fillText = (template: string, values: SubmissionValues): string | undefined => {
  const [, alone] = ALONE.exec(template) ?? []
  if (alone !== undefined) return values[alone]
  return template.replaceAll(PLACEHOLDER, (_, name: string) => values[name] ?? '')
}

const isList = (template: FieldTemplate): template is readonly FieldTemplate[] => Array.isArray(template)

const fillField = (template: FieldTemplate, values: SubmissionValues): FieldValue | undefined => {
  if (typeof template === 'string') return fillText(template, values)
  if (typeof template !== 'object') return template
  if (isList(template))
    return template.flatMap((each) => {
      const filled = fillField(each, values)
      return filled === undefined ? [] : [filled]
    })
  return fillFields(template, values)
}

/** Substitutes values in fields; a field that is a single placeholder without a value is omitted. */
export const fillFields = (
  fields: Readonly<Record<string, FieldTemplate>>,
  values: SubmissionValues,
): Readonly<Record<string, FieldValue>> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, template]) => {
      const filled = fillField(template, values)
      return filled === undefined ? [] : [[name, filled] as const]
    }),
  )

/** All texts of a template, at any depth. */
export const textsIn = (template: FieldTemplate): readonly string[] => {
  if (typeof template === 'string') return [template]
  if (typeof template !== 'object') return []
  return Object.values(template).flatMap(textsIn)
}
