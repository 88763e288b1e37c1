import type { AnsweredFacts } from '../errors/exit-code.js'
import type { RequestSchema } from './operations.js'

/** A field that breaks a rule of its schema, in the service's format. */
export type BodyProblem = AnsweredFacts['fieldErrors'][number]

const typeOf = (value: unknown): string => {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return Number.isInteger(value) ? 'integer' : typeof value
}

const isOfType = (value: unknown, wanted: string): boolean =>
  typeOf(value) === wanted || (wanted === 'number' && typeOf(value) === 'integer')

const problem = (field: string, code: string, message: string): BodyProblem => ({
  location: 'body',
  field: field === '' ? '/' : field,
  code,
  message,
})

const textProblems = (schema: RequestSchema, text: string, field: string): readonly BodyProblem[] => {
  const length = [...text].length
  const { minLength = 0, maxLength = length, pattern } = schema
  if (length < minLength) return [problem(field, 'too_short', `must have at least ${minLength} characters`)]
  if (length > maxLength) return [problem(field, 'too_long', `must have at most ${maxLength} characters`)]
  if (pattern === undefined || new RegExp(pattern, 'u').test(text)) return []
  return [problem(field, 'format', `must look like ${JSON.stringify(schema.examples?.[0] ?? pattern)}`)]
}

const numberProblems = (schema: RequestSchema, value: number, field: string): readonly BodyProblem[] => {
  const { minimum = value, maximum = value } = schema
  if (value < minimum) return [problem(field, 'too_small', `must be at least ${minimum}`)]
  return value > maximum ? [problem(field, 'too_large', `must be at most ${maximum}`)] : []
}

const listProblems = (
  schema: RequestSchema,
  list: readonly unknown[],
  field: string,
): readonly BodyProblem[] => {
  const { minItems = 0, maxItems = list.length, items = {} } = schema
  if (list.length < minItems) return [problem(field, 'too_few', `must have at least ${minItems} entries`)]
  if (list.length > maxItems) return [problem(field, 'too_many', `must have at most ${maxItems} entries`)]
  return list.flatMap((each, at) => bodyProblems(items, each, `${field}/${at}`))
}

const objectProblems = (
  schema: RequestSchema,
  value: Readonly<Record<string, unknown>>,
  field: string,
): readonly BodyProblem[] => {
  const { properties = {}, required = [], additionalProperties = true } = schema
  const missing = required
    .filter((name) => !Object.hasOwn(value, name))
    .map((name) => problem(`${field}/${name}`, 'required', 'is missing'))
  const wrong = Object.entries(value).flatMap(([name, each]) => {
    const at = `${field}/${name}`
    if (Object.hasOwn(properties, name)) return bodyProblems(properties[name] ?? {}, each, at)
    if (typeof additionalProperties === 'object') return bodyProblems(additionalProperties, each, at)
    return additionalProperties ? [] : [problem(at, 'unknown', 'isn’t a field of this operation')]
  })
  return [...missing, ...wrong]
}

/**
 * All fields of a body that break its schema. The service decides in the end: it has rules that a schema
 * can't express.
 */
export const bodyProblems = (schema: RequestSchema, value: unknown, field = ''): readonly BodyProblem[] => {
  if (schema.oneOf !== undefined) {
    const tried = schema.oneOf.map((each) => bodyProblems(each, value, field))
    return tried.find((problems) => problems.length === 0) ?? tried[0] ?? []
  }
  const types = [schema.type ?? []].flat()
  if (types.length > 0 && !types.some((type) => isOfType(value, type)))
    return [problem(field, 'type', `must be ${types.join(' or ')}`)]
  if (schema.enum !== undefined && !schema.enum.includes(value))
    return [problem(field, 'not_allowed', `must be one of ${schema.enum.join(', ')}`)]
  if (typeof value === 'string') return textProblems(schema, value, field)
  if (typeof value === 'number') return numberProblems(schema, value, field)
  if (Array.isArray(value)) return listProblems(schema, value, field)
  return typeof value === 'object' && value !== null
    ? objectProblems(schema, value as Readonly<Record<string, unknown>>, field)
    : []
}
