import type * as t from 'io-ts'
import { flag } from '@postrider/core/kernel/codecs/flag'
import { list } from '@postrider/core/kernel/codecs/list'
import { literalUnion } from '@postrider/core/kernel/codecs/literal-union'
import { open } from '@postrider/core/kernel/codecs/shape'
import { text } from '@postrider/core/kernel/codecs/text'
import { fieldError, type FieldError } from './error-body.js'
import { ERROR_CODES, ERRORS, type ErrorCode } from './error-registry.js'

/**
 * Why one item among several was refused: an error body without `requestId`, which the surrounding response
 * has.
 */
export const itemError = open(
  {
    code: literalUnion(ERROR_CODES, {
      isOpen: true,
      description: 'Error code, as for a single request.',
    }),
    message: text({
      description: 'Explanation for people, which may change. Programs use `code`.',
      example: ERRORS.budget_exceeded.message,
    }),
    retryable: flag({ description: '`true` if repeating this message or record may succeed later.' }),
    fieldErrors: list(fieldError, {
      maxItems: 50,
      description: 'The invalid fields of this message or record; empty if the cause is something else.',
    }),
  },
  {},
  { name: 'ItemError', description: 'Why one message or record among several was refused.' },
)

export type ItemError = t.TypeOf<typeof itemError>

/** The error of one item among several, with the registry's sentence unless another is given. */
export const itemErrorOf = (
  code: ErrorCode,
  fieldErrors: readonly FieldError[],
  message: string = ERRORS[code].message,
): ItemError => ({
  code,
  message,
  retryable: ERRORS[code].retryable,
  fieldErrors,
})
