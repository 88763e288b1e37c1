import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { checkHeaders, headerOf } from './check-headers.js'
import type { HeadersIn } from './check-headers.js'
import {
  closeResponses,
  extensionsWrittenOut,
  hasKey,
  isJsonObject,
  pointer,
  within,
} from './contract-document.js'
import type { JsonObject } from './contract-document.js'

const documentUrl = new URL('../../../contracts/openapi.json', import.meta.url)
const document: unknown = closeResponses(extensionsWrittenOut(JSON.parse(readFileSync(documentUrl, 'utf8'))))

const ajv = new Ajv2020({
  strict: false,
  allErrors: true,
  validateSchema: false,
  // Each schema checks only a few responses, and compiling it costs more than running it.
  inlineRefs: false,
  code: { optimize: false },
})
formats.default(ajv)
// A client accepts new values. Here an undescribed one would be an error.
ajv.addKeyword({
  keyword: 'x-extensible-enum',
  validate: (values: readonly string[], value: unknown) =>
    typeof value !== 'string' || values.includes(value),
})
ajv.addSchema({ $id: 'contract', ...(isJsonObject(document) ? document : {}) })

/**
 * Throws unless contracts/openapi.json describes the response: status, headers and body. The body can't have
 * undescribed fields either. Clients must accept more, but here it would be a leak. `target` is a path
 * template, a path or a whole URL. `body` is the parsed JSON, or the text if it isn't JSON.
 */
export const checkResponse = (
  method: string,
  target: string,
  status: number,
  headers: HeadersIn,
  body: unknown,
): void => {
  const exchange = `${method.toUpperCase()} ${target} -> ${status}`
  const problems = problemsOf(method.toLowerCase(), pathOf(target), status, headers, body)
  if (problems.length > 0)
    throw new Error(`${exchange} is not what the contract says:\n- ${problems.join('\n- ')}\n${shown(body)}`)
}

const problemsOf = (
  method: string,
  path: string,
  status: number,
  headers: HeadersIn,
  body: unknown,
): readonly string[] => {
  const template = templateOf(path)
  if (template === undefined) return unrouted(404, 'route_not_found', status, headers, body)
  if (!hasKey(within(document, ['paths', template]), method))
    return unrouted(405, 'method_not_allowed', status, headers, body)
  const place = placeOf(['paths', template, method, 'responses', String(status)])
  const response = within(document, place)
  if (!isJsonObject(response)) return [`the status is not described; the body is ${shown(body)}`]
  const content = isJsonObject(response['content']) ? response['content'] : {}
  const given = headerOf(headers, 'content-type')?.split(';')[0]?.trim() ?? ''
  const [first, ...others] = Object.keys(content)
  const mediaType = others.includes(given) ? given : first
  const isBytes = mediaType === undefined || !hasKey(content[mediaType], 'schema')
  return [
    ...checkHeaders(document, response['headers'], mediaType, headers),
    ...(mediaType === undefined && body !== '' ? ['there must be no body'] : []),
    ...(isBytes ? [] : bodyProblems(pointer([...place, 'content', mediaType, 'schema']), body)),
    ...codeProblems(response['x-error-codes'], body),
    // An Agent reads the requestId of its own body.
    ...(template.startsWith('/v1/agent/') && status === 200 ? [] : requestIdProblems(headers, body)),
  ]
}

// All errors have one schema, and each response lists its codes.
const codeProblems = (codes: unknown, body: unknown): readonly string[] => {
  if (!Array.isArray(codes) || !isJsonObject(body)) return []
  const code = body['code']
  return codes.includes(code) ? [] : [`body/code ${String(code)} is none of ${codes.join(', ')}`]
}

// The description of a response: here, or at its reference.
const placeOf = (at: readonly string[]): readonly string[] => {
  const response = within(document, at)
  const reference = isJsonObject(response) ? response['$ref'] : undefined
  return typeof reference === 'string' ? reference.slice(2).split('/') : at
}

// The response to an unknown path has the error body too.
const unrouted = (
  expected: number,
  code: string,
  status: number,
  headers: HeadersIn,
  body: unknown,
): readonly string[] => [
  ...(status === expected ? [] : [`the status must be ${expected}: no route of the contract is meant`]),
  ...(isJsonObject(body) && body['code'] === code ? [] : [`the code must be ${code}`]),
  ...checkHeaders(document, unroutedHeaders(expected), 'application/json', headers),
  ...bodyProblems(pointer(['components', 'schemas', 'Error']), body),
  ...requestIdProblems(headers, body),
]

const ALLOW = { required: true, schema: { type: 'string', minLength: 3 } }

const unroutedHeaders = (status: number): JsonObject => ({
  'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' },
  'X-Content-Type-Options': { $ref: '#/components/headers/X-Content-Type-Options' },
  ...(status === 405 ? { Allow: ALLOW } : {}),
})

const compiled = new Map<string, ValidateFunction>()

const bodyProblems = (schema: string, body: unknown): readonly string[] => {
  const validate = compiled.get(schema) ?? ajv.compile({ $ref: `contract#${schema}` })
  compiled.set(schema, validate)
  if (validate(body)) return []
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `body${instancePath} ${message ?? ''} ${JSON.stringify(params)}`,
  )
}

const requestIdProblems = (headers: HeadersIn, body: unknown): readonly string[] => {
  if (!isJsonObject(body) || body['requestId'] === undefined) return []
  const header = headerOf(headers, 'x-request-id')
  return header === body['requestId']
    ? []
    : [`requestId of the body is not the X-Request-Id header, ${header}`]
}

const pathOf = (target: string): string => {
  const withoutOrigin = target.replace(/^[a-z]+:\/\/[^/]*/i, '')
  return withoutOrigin.replace(/[?#].*$/s, '')
}

const templateOf = (path: string): string | undefined => {
  const paths = within(document, ['paths'])
  const templates = isJsonObject(paths) ? Object.keys(paths) : []
  return templates.find((template) => template === path) ?? templates.find((template) => fits(template, path))
}

const fits = (template: string, path: string): boolean => {
  const wanted = template.split('/')
  const given = path.split('/')
  return (
    wanted.length === given.length &&
    wanted.every((part, at) => part === given[at] || (part.startsWith('{') && given[at] !== ''))
  )
}

const shown = (body: unknown): string => JSON.stringify(body)?.slice(0, 2000) ?? 'no body'
