import { type ShapeField } from '@postrider/core/kernel/codecs/codec'
import { closed, open } from '@postrider/core/kernel/codecs/shape'
import type { Vocabulary } from '@postrider/core/kernel/codecs/vocabulary'
import type { Audience, Operation } from '@postrider/core/identity/domain/access/operation'
import { answerFor, inWords, requestFor } from '@postrider/core/runner/domain/entries/published-shapes'
import { type OperationName, OPERATIONS, operationsFor } from '@postrider/core/assembly/registry'
import type { ErrorCode } from '../errors/error-registry.js'
import { REFUSAL_CODES } from '../errors/refusal-codes.js'
import { composeExample } from './compose-example.js'
import type { JsonObject } from './json.js'
import { REQUEST_EXAMPLES } from './request-examples.js'
import { RESULT_EXAMPLES } from './result-examples.js'
import { bodyErrors, json, protectedErrors, replayHeader } from '../routes/answers.js'
import type { Route } from '../routes/route.js'
import { OPERATION_BODY_BYTES } from '../routes/body-limit.js'

/** The external view of an audience's operations. */
interface OperationEndpoint extends Pick<Route, 'boundary' | 'rate'> {
  readonly audience: Audience
  readonly path: string
  /** Distinguishes an operation's name from that of the same operation at another endpoint. */
  readonly suffix: string
  readonly errors: readonly ErrorCode[]
}

const ENDPOINTS: readonly OperationEndpoint[] = [
  {
    audience: 'customerControl',
    path: '/v1/control/',
    boundary: 'user',
    rate: 'control',
    suffix: '',
    errors: [],
  },
  {
    audience: 'customerAgent',
    path: '/v1/agent/',
    boundary: 'agent',
    rate: 'agent',
    suffix: 'ByAgent',
    errors: ['operation_not_allowed', 'permission_denied'],
  },
  {
    audience: 'adminAgent',
    path: '/v1/agent/',
    boundary: 'agent',
    rate: 'agent',
    suffix: 'ByAgent',
    errors: ['operation_not_allowed', 'permission_denied'],
  },
]

/**
 * Every operation as a route, each with its own request and result. These routes only describe;
 * `runControlOperation` and `runAgentOperation` serve them. The vocabulary is that of the process that
 * publishes them.
 */
export const operationRoutes = (vocabulary: Vocabulary): readonly Route[] =>
  ENDPOINTS.flatMap((endpoint) =>
    operationsFor(endpoint.audience).map((name) =>
      routeOf(endpoint, name, inWords(OPERATIONS[name], vocabulary)),
    ),
  )

const routeOf = (endpoint: OperationEndpoint, name: OperationName, operation: Operation): Route => {
  const {
    description,
    mutation,
    permission,
    subject,
    success = 'The operation succeeded.',
    summary,
  } = operation
  const { audience, boundary, rate, suffix } = endpoint
  const request = published(
    `${capitalised(name)}${suffix}Request`,
    `Request body of \`${name}\`.`,
    requestFor(audience, operation),
    REQUEST_EXAMPLES[name],
  )
  const result = published(
    `${capitalised(name)}${suffix}Result`,
    `Response body of \`${name}\`.`,
    answerFor(audience, operation),
    RESULT_EXAMPLES[name],
  )
  return {
    method: 'POST',
    path: `${endpoint.path}${name}`,
    operationId: `${name}${suffix}`,
    tag: subject,
    summary,
    description,
    boundary,
    ...(permission === undefined ? {} : { permission }),
    ...(rate === undefined ? {} : { rate }),
    request: { body: request },
    answers: [json(200, success, result, mutation ? replayHeader : undefined)],
    errors: [...new Set([...errorsOf(operation), ...endpoint.errors, ...factorErrors(endpoint, operation)])],
    bodyLimitBytes: OPERATION_BODY_BYTES,
  }
}

/** The errors for a person without a second factor; Agents have none. */
const factorErrors = (
  { boundary }: OperationEndpoint,
  { tenant, stepUp }: Operation,
): readonly ErrorCode[] =>
  boundary === 'user'
    ? [
        ...(tenant === 'none' ? [] : (['permission_denied'] as const)),
        ...(stepUp === true ? (['second_factor_required'] as const) : []),
      ]
    : []

const capitalised = (name: string): string => `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`

/** The shape as a component of the document, with an example. */
const published = (
  name: string,
  description: string,
  shape: ShapeField,
  example: JsonObject = {},
): ShapeField => {
  const make = shape.closed ? closed : open
  return make(shape.required, shape.optional, {
    description,
    ...shape.rules,
    name,
    example: { ...composeExample(shape), ...example },
  })
}

/** All possible errors of an operation, derived from its properties. */
const errorsOf = ({
  controls,
  mutation,
  permission,
  refusals = [],
  tenant,
  whileSuspended,
}: Operation): readonly ErrorCode[] => {
  const codes: readonly ErrorCode[] = [
    ...bodyErrors,
    ...(permission === undefined ? [] : ['permission_denied' as const]),
    ...(whileSuspended ? [] : ['organization_suspended' as const]),
    ...(tenant === 'none' ? [] : ['not_found' as const]),
    ...(mutation ? (['idempotency_conflict', 'conflict'] as const) : []),
    ...(controls.includes('makerChecker') ? (['approval_required'] as const) : []),
    ...refusals.map((tag) => REFUSAL_CODES[tag]),
    ...protectedErrors,
  ]
  return [...new Set(codes)]
}
