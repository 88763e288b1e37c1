import { anyObject } from '@postrider/core/kernel/codecs/any-object'
import { requestId } from '@postrider/core/kernel/codecs/identifiers'
import { literalUnion } from '@postrider/core/kernel/codecs/literal-union'
import { closed, open } from '@postrider/core/kernel/codecs/shape'
import { operationsFor } from '@postrider/core/assembly/registry'
import type { ErrorCode } from '../errors/error-registry.js'
import { bodyErrors, protectedErrors } from './answers.js'

/**
 * The path of a control operation. An unknown operation gets the same response as an unknown record: 404
 * (docs/api/operations#control-operations).
 */
export const controlPath = closed(
  {
    operation: literalUnion(operationsFor('customerControl'), { description: 'Name of the operation.' }),
  },
  {},
)

/**
 * The body of a control operation as the route reads it (docs/api/operations); the operation reads the
 * rest.
 */
export const controlBody = anyObject({ maxProperties: 64, description: 'Parameters of the operation.' })

/** The response to a control operation as the route describes it. */
export const controlAnswer = open({ requestId }, {}, { description: 'Result of the operation.' })

/** All possible errors of a control operation (docs/api/conventions#error-codes). */
export const controlErrors = [
  ...bodyErrors,
  'permission_denied',
  'organization_suspended',
  'not_found',
  'idempotency_conflict',
  'conflict',
  ...protectedErrors,
] as const satisfies readonly ErrorCode[]
