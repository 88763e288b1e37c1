import { type ShapeField } from '@postrider/core/domain/codecs/codec'
import { closed, open } from '@postrider/core/domain/codecs/shape'
import type { Operation } from '@postrider/core/domain/operations/operation'
import { answerFor, requestFor } from '@postrider/core/domain/operations/published-shapes'
import { OPERATIONS, operationsFor } from '@postrider/core/domain/operations/registry'
import type { ErrorCode } from '../errors/error-registry.js'
import { REFUSAL_CODES } from '../errors/refusal-codes.js'
import { composeExample } from '../openapi/compose-example.js'
import { bodyErrors, json, protectedErrors, replayHeader } from '../routes/answers.js'
import type { Route } from '../routes/route.js'
import { CONTROL_BODY_BYTES } from './control-call.js'

/**
 * Every control operation as the route that it looks like from outside, each with its own request and result. They
 * describe; what serves them all is `runControlOperation`.
 */
export const controlRoutes = (): readonly Route[] =>
  operationsFor('customerControl').map((name) => routeOf(name, OPERATIONS[name]))

const routeOf = (name: string, operation: Operation): Route => {
  const { description, mutation, permission, subject, summary } = operation
  const request = published(`${capitalised(name)}Request`, requestFor('customerControl', operation))
  const result = published(`${capitalised(name)}Result`, answerFor('customerControl', operation))
  return {
    method: 'POST',
    path: `/v1/control/${name}`,
    operationId: name,
    tag: subject,
    summary,
    ...(description === undefined ? {} : { description }),
    boundary: 'user',
    ...(permission === undefined ? {} : { permission }),
    rate: 'control',
    request: { body: request },
    answers: [json(200, mutation ? 'Done.' : 'As it stands.', result, mutation ? replayHeader : undefined)],
    errors: errorsOf(operation),
    bodyLimitBytes: CONTROL_BODY_BYTES,
  }
}

const capitalised = (name: string): string => `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`

/** The shape as a component of the document, with an example. */
const published = (name: string, shape: ShapeField): ShapeField => {
  const make = shape.closed ? closed : open
  return make(shape.required, shape.optional, { ...shape.rules, name, example: composeExample(shape) })
}

/** Everything that may stand against an operation, read off what it is. */
const errorsOf = ({
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
    ...refusals.map((tag) => REFUSAL_CODES[tag]),
    ...protectedErrors,
  ]
  return [...new Set(codes)]
}
