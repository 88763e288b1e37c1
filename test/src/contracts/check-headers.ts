import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { isJsonObject, within } from './contract-document.js'

/** Headers of a response, in any form of a client. */
export type HeadersIn = Headers | Readonly<Record<string, string | number | readonly string[] | undefined>>

// Header values are text. Ajv converts them to numbers if the contract has numbers.
const ajv = new Ajv2020({ strict: false, coerceTypes: true })

/** Few rules, for every response of every test. Each is compiled once. */
const validators = new WeakMap<object, ValidateFunction>()

const validatorOf = (schema: object): ValidateFunction => {
  const validate = validators.get(schema) ?? ajv.compile({ type: 'object', properties: { value: schema } })
  validators.set(schema, validate)
  return validate
}

const ANYTHING = {}

/** The errors of the given headers against the described ones and the media type. */
export const checkHeaders = (
  document: unknown,
  described: unknown,
  mediaType: string | undefined,
  headers: HeadersIn,
): readonly string[] => {
  const contentType = headerOf(headers, 'content-type')?.split(';')[0]?.trim()
  return [
    ...(contentType === mediaType
      ? []
      : [`content-type must be ${mediaType ?? 'absent'}, not ${contentType ?? 'absent'}`]),
    ...Object.entries(isJsonObject(described) ? described : {}).flatMap(([name, header]) =>
      problemsOf(name, resolved(document, header), headerOf(headers, name)),
    ),
  ]
}

const problemsOf = (name: string, header: unknown, value: string | undefined): readonly string[] => {
  if (!isJsonObject(header)) return [`header ${name} is not described well`]
  if (value === undefined) return header['required'] === true ? [`header ${name} is missing`] : []
  const schema = isJsonObject(header['schema']) ? header['schema'] : ANYTHING
  const validate = validatorOf(schema)
  return validate({ value }) ? [] : [`header ${name}: ${ajv.errorsText(validate.errors)}, not ${value}`]
}

const resolved = (document: unknown, header: unknown): unknown => {
  const reference = isJsonObject(header) ? header['$ref'] : undefined
  return typeof reference === 'string' ? within(document, reference.slice(2).split('/')) : header
}

/** One header, in any case of its name. Values given more than once are joined like in HTTP. */
export const headerOf = (headers: HeadersIn, name: string): string | undefined => {
  if (headers instanceof Headers) return headers.get(name) ?? undefined
  const [, value] =
    Object.entries(headers).find(([given]) => given.toLowerCase() === name.toLowerCase()) ?? []
  return value === undefined ? undefined : Array.isArray(value) ? value.join(', ') : String(value)
}
