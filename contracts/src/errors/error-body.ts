import type * as t from 'io-ts'
import { FIELD_CODES, MAX_FAULTS } from '@postrider/core/kernel/codecs/fault'
import { flag } from '@postrider/core/kernel/codecs/flag'
import { list } from '@postrider/core/kernel/codecs/list'
import { literalUnion } from '@postrider/core/kernel/codecs/literal-union'
import { open } from '@postrider/core/kernel/codecs/shape'
import { text } from '@postrider/core/kernel/codecs/text'
import { requestId } from '@postrider/core/kernel/codecs/identifiers'
import { ERRORS, ERROR_CODES } from './error-registry.js'
import type { ErrorCode } from './error-registry.js'
import { FIELD_GUIDES } from './field-guide.js'

/** The place of an invalid field. */
export const FIELD_LOCATIONS = ['body', 'query', 'header', 'path'] as const

export type FieldLocation = (typeof FIELD_LOCATIONS)[number]

const codes = FIELD_CODES.map((code) => `- \`${code}\`: ${FIELD_GUIDES[code].meaning}`).join('\n')

/** One invalid field (docs/api/conventions#field-errors); the same shape as the core's `FieldProblem`. */
export const fieldError = open(
  {
    location: literalUnion(FIELD_LOCATIONS, { description: 'Part of the request with the invalid field.' }),
    field: text({
      description: 'The invalid field: a JSON Pointer within `location`, or the name of a header.',
      example: '/variables/name',
    }),
    code: literalUnion(FIELD_CODES, {
      isOpen: true,
      description: `Code of the broken rule. New codes may be added, so accept unknown ones.\n\n${codes}`,
    }),
    message: text({
      description: 'Explanation for people. It never repeats the value that was sent.',
      example: 'This field is required.',
    }),
  },
  {},
  { name: 'FieldError', description: 'An invalid field, with the rule that it breaks.' },
)

export type FieldError = t.TypeOf<typeof fieldError>

/** The body of every error response (docs/api/conventions#errors): all five fields are always present. */
export const errorBody = open(
  {
    code: literalUnion(ERROR_CODES, {
      isOpen: true,
      description:
        'Error code. Each code always has the same HTTP status. New codes may be added, so accept unknown ones.',
    }),
    message: text({
      description: 'Explanation for people, which may change. Programs use `code`.',
      example: ERRORS.invalid_request.message,
    }),
    requestId,
    retryable: flag({
      description: '`true` if repeating the same request with the same key may succeed later.',
    }),
    fieldErrors: list(fieldError, {
      maxItems: MAX_FAULTS,
      description: 'Every invalid field if `code` is `invalid_request`; otherwise usually empty.',
    }),
  },
  {},
  {
    name: 'Error',
    description: 'The body of every error response.',
    example: {
      code: 'invalid_request',
      message: ERRORS.invalid_request.message,
      requestId: 'req_01k9x7c2v5n8q4r6t0w3y1z5bd',
      retryable: false,
      fieldErrors: [
        { location: 'body', field: '/projectId', code: 'required', message: 'This field is required.' },
      ],
    },
  },
)

/** The same body for Agents (docs/api/operations#agent-operations). */
export const agentErrorBody = open(
  {
    success: flag({ only: false, description: "Always `false`: the operation wasn't performed." }),
    ...errorBody.required,
  },
  {},
  {
    name: 'AgentError',
    description: 'The body of every error response to an Agent.',
    example: { success: false, ...errorBody.rules.example },
  },
)

export type ErrorBody = t.TypeOf<typeof errorBody>

/**
 * The body of an error response, with the registry's sentence unless another is given; its status is
 * `ERRORS[code].status`.
 */
export const errorBodyOf = (
  code: ErrorCode,
  request: string,
  fieldErrors: readonly FieldError[] = [],
  message: string = ERRORS[code].message,
): ErrorBody => ({
  code,
  message,
  requestId: request,
  retryable: ERRORS[code].retryable,
  fieldErrors,
})
