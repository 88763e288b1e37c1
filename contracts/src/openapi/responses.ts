import { agentErrorBody, errorBody, errorBodyOf } from '../errors/error-body.js'
import { ERROR_GUIDES } from '../errors/error-guide.js'
import { ERRORS } from '../errors/error-registry.js'
import type { ErrorCode } from '../errors/error-registry.js'
import type { RouteAnswer, Route } from '../routes/route.js'
import type { Field } from '@postrider/core/kernel/codecs/codec'
import { composeExample } from './compose-example.js'
import type { Json, JsonObject } from './json.js'
import { schemaOf } from './schema.js'
import type { Components } from './schema.js'

/** Collects responses that many routes share, in addition to the schemas. */
export interface Collections {
  readonly components: Components
  readonly responses: Map<string, JsonObject>
}

/** Headers that responses share, by the name of their component. */
export const HEADERS: Readonly<Record<string, JsonObject>> = {
  'X-Request-Id': {
    description:
      'ID of the request: the one that the caller sent if it was well-formed, otherwise a generated one.',
    required: true,
    schema: { type: 'string', pattern: '^[A-Za-z0-9._:-]{2,128}$' },
    example: 'req_01k9x7c2v5n8q4r6t0w3y1z5bd',
  },
  'X-Content-Type-Options': {
    description: 'Always `nosniff`: browsers must not guess the media type.',
    required: true,
    schema: { type: 'string', const: 'nosniff' },
  },
  'Cache-Control': {
    description: 'Always `no-store`: responses must not be cached.',
    required: true,
    schema: { type: 'string', const: 'no-store' },
  },
  'WWW-Authenticate': {
    description: 'The authentication scheme: a bearer token.',
    required: true,
    schema: { type: 'string', pattern: '^Bearer' },
    example: 'Bearer',
  },
  Link: {
    description: 'The page about the error code, with `rel="help"` (RFC 8288).',
    required: true,
    schema: { type: 'string', pattern: '^<[^>]*>; rel="help"' },
    example: '</docs/errors/insufficient_balance>; rel="help"',
  },
  'RateLimit-Policy': {
    description: 'The limit: `q` requests within `w` seconds (IETF draft RateLimit header fields).',
    schema: { type: 'string', pattern: '^"[a-z]+";q=[0-9]+;w=[0-9]+$' },
    example: '"sends";q=100;w=1',
  },
  RateLimit: {
    description: 'The remaining quota: `r` requests are left, and the quota is full again in `t` seconds.',
    schema: { type: 'string', pattern: '^"[a-z]+";r=[0-9]+;t=[0-9]+$' },
    example: '"sends";r=99;t=1',
  },
  'Retry-After': {
    description:
      "Seconds to wait before the next attempt. With 503 it grows with the length of the outage, up to 30 s, and varies so that clients don't all return at once.",
    required: true,
    schema: { type: 'integer', minimum: 0 },
    example: 2,
  },
}

/** All responses of a route: its successful ones, and one for each status of its errors. */
export const responsesOf = (route: Route, collections: Collections): JsonObject => {
  const responses: Record<string, Json> = {}
  for (const answer of route.answers)
    responses[answer.status] = answerResponse(route, answer, collections.components)
  for (const status of new Set(route.errors.map((code) => ERRORS[code].status)))
    responses[status] = errorsUnder(route, status, collections)
  return responses
}

// There are many operations with the same errors, so each of their error responses is described once, by its
// codes.
const errorsUnder = (route: Route, status: number, { components, responses }: Collections): JsonObject => {
  const codes = route.errors.filter((code) => ERRORS[code].status === status)
  const response = errorResponse(route, status, codes, components)
  if (!isOfMany(route)) return response
  const name = `${route.boundary === 'user' ? 'control' : 'agent'}.${codes.join('.')}`
  responses.set(name, response)
  return { $ref: `#/components/responses/${name}` }
}

/** Whether a route shares its errors with many others. */
const isOfMany = ({ boundary }: Route): boolean => boundary === 'user' || boundary === 'agent'

const refer = (names: readonly string[]): JsonObject =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

const commonHeaders = (route: Route): JsonObject =>
  refer([
    'X-Request-Id',
    'X-Content-Type-Options',
    ...(route.boundary === 'none' && route.isSignedAddress !== true ? [] : ['Cache-Control']),
    ...(route.rate === undefined ? [] : ['RateLimit-Policy', 'RateLimit']),
  ])

const timeToWait = (status: number): JsonObject =>
  refer(status === 429 || status === 503 ? ['Retry-After'] : [])

const answerResponse = (route: Route, answer: RouteAnswer, components: Components): JsonObject => {
  const own = Object.entries(answer.headers ?? {}).map(
    ([name, { description, example, values }]): [string, Json] => [
      name,
      {
        description,
        schema: { type: 'string', ...(values === undefined ? {} : { enum: values }) },
        ...(example === undefined ? {} : { example }),
      },
    ],
  )
  return {
    description: answer.description,
    headers: { ...commonHeaders(route), ...timeToWait(answer.status), ...Object.fromEntries(own) },
    ...contentOf(answer, components),
  }
}

/** Bodies that are bytes, by media type; OpenAPI 3.1 writes them without a schema. */
export const anyBytesOf = (contentTypes: readonly string[]): JsonObject =>
  Object.fromEntries(contentTypes.map((contentType) => [contentType, {}]))

const contentOf = ({ contentTypes, body }: RouteAnswer, components: Components): JsonObject => {
  const [contentType, ...others] = contentTypes
  if (contentType === undefined) return {}
  if (others.length > 0) return { content: anyBytesOf(contentTypes) }
  const described =
    body === undefined
      ? { schema: { type: contentType === 'text/html' ? 'string' : 'object' } }
      : { schema: schemaOf(body, 'response', components), ...exampleOf(body) }
  return { content: { [contentType]: described } }
}

/** The example of a shape that has one, for a media type. */
export const exampleOf = (body: Field): JsonObject =>
  body._tag === 'Shape' && body.rules.example !== undefined ? { example: composeExample(body) } : {}

const errorResponse = (
  route: Route,
  status: number,
  codes: readonly ErrorCode[],
  components: Components,
): JsonObject => {
  return {
    description: codes.map((code) => `\`${code}\`: ${ERROR_GUIDES[code].meaning}`).join('\n\n'),
    headers: {
      ...commonHeaders(route),
      ...refer(status === 401 ? ['Link', 'WWW-Authenticate'] : ['Link']),
      ...timeToWait(status),
    },
    content: {
      'application/json': {
        schema: errorSchema(route, components),
        ...errorExample(route, codes),
      },
    },
    'x-error-codes': [...codes],
  }
}

/**
 * The one schema of error bodies, and of those for Agents, which extends it. Each response lists its own
 * codes separately (`x-error-codes`): generated clients would have a type for each schema.
 */
const errorSchema = ({ boundary }: Route, components: Components): JsonObject => {
  const error = schemaOf(errorBody, 'response', components)
  if (boundary !== 'agent') return error
  const { name = '', description = '' } = agentErrorBody.rules
  const { success } = agentErrorBody.required
  components.schemas.set(name, {
    description,
    allOf: [
      error,
      {
        type: 'object',
        required: ['success'],
        properties: { success: schemaOf(success, 'response', components) },
      },
    ],
  })
  return { $ref: `${components.at}${name}` }
}

const errorShapeOf = ({ boundary }: Route) => (boundary === 'agent' ? agentErrorBody : errorBody)

const errorExample = (route: Route, codes: readonly ErrorCode[]): JsonObject => {
  if (codes.includes('invalid_request')) return exampleOf(errorShapeOf(route))
  const [code] = codes
  if (code === undefined) return {}
  const success = route.boundary === 'agent' ? { success: false } : {}
  return { example: { ...success, ...errorBodyOf(code, 'req_01k9x7c2v5n8q4r6t0w3y1z5bd'), fieldErrors: [] } }
}
