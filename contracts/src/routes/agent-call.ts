import { anyObject } from '@postrider/core/kernel/codecs/any-object'
import { flag } from '@postrider/core/kernel/codecs/flag'
import { closed, open } from '@postrider/core/kernel/codecs/shape'
import { text } from '@postrider/core/kernel/codecs/text'
import { operationRequestId } from '@postrider/core/runner/domain/entries/request'
import type { ErrorCode } from '../errors/error-registry.js'
import { bodyErrors, protectedErrors } from './answers.js'

/**
 * The path of an Agent operation. An unknown operation is refused like any other that the key may not call:
 * 403, and audited.
 */
export const agentPath = closed(
  {
    operation: text({ maxLength: 128, description: 'Name of the operation.', example: 'getCustomerBalance' }),
  },
  {},
)

/**
 * The body of an Agent operation as the route reads it (docs/api/operations#agent-operations); the operation
 * reads the rest.
 */
export const agentBody = anyObject({
  maxProperties: 64,
  description: 'Parameters of the operation, and its `requestId`.',
})

/** The response to an Agent operation as the route describes it (docs/api/operations#agent-operations). */
export const agentAnswer = open(
  {
    success: flag({ description: 'Always `true`; errors have `false` here.' }),
    requestId: operationRequestId,
  },
  {},
  { description: 'Result of the operation, and the `requestId` of the request.' },
)

/** All possible errors of an Agent operation (docs/api/conventions#error-codes). */
export const agentErrors = [
  ...bodyErrors,
  'operation_not_allowed',
  'permission_denied',
  'organization_suspended',
  'not_found',
  'idempotency_conflict',
  'conflict',
  ...protectedErrors,
] as const satisfies readonly ErrorCode[]
