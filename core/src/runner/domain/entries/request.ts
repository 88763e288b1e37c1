import type { Fields, ShapeRules } from '../../../kernel/codecs/codec.js'
import { defaulted } from '../../../kernel/codecs/defaulted.js'
import { flag } from '../../../kernel/codecs/flag.js'
import { integer } from '../../../kernel/codecs/integer.js'
import { nullable } from '../../../kernel/codecs/nullable.js'
import { closed, open } from '../../../kernel/codecs/shape.js'
import { text } from '../../../kernel/codecs/text.js'

/**
 * The id of a mutation: a repeated request with the same id is executed once
 * (docs/api/operations#operation-idempotency).
 */
export const operationRequestId = text({
  minLength: 8,
  maxLength: 128,
  pattern: /^[A-Za-z0-9_.:-]+$/,
  description:
    'Unique ID of the request, chosen by the caller. Repeating a change with the same `requestId` performs it once and returns the same result.',
  example: 'create-app-2026-11-21',
})

/** A decoded body. */
export type Body = Readonly<Record<string, unknown>>

/** The request of an operation that only reads. */
export const readRequest = <R extends Fields, O extends Fields>(required: R, optional: O) =>
  closed(required, optional)

/** The request of an operation that changes something. */
export const mutationRequest = <R extends Fields, O extends Fields>(
  required: R,
  optional: O,
  rules: ShapeRules = {},
) => closed(required, { requestId: operationRequestId, ...optional }, rules)

/** The result of an operation that only reads. */
export const readResult = <R extends Fields, O extends Fields>(required: R, optional: O) =>
  open(required, optional)

/** The result of an operation that changes something; it shows whether it is a replay. */
export const mutationResult = <R extends Fields, O extends Fields>(
  required: R,
  optional: O,
  rules: ShapeRules = {},
) => {
  const replayed = flag({
    description: '`true` if this replays an earlier call with the same `requestId`; otherwise absent.',
  })
  return open(required, { replayed, ...optional }, rules)
}

/**
 * The request for a page of a list (docs/api/conventions#pagination). A page has 50 entries by default and at
 * most 100, or more for lists of short entries.
 */
export const pageRequest = <R extends Fields, O extends Fields>(
  required: R,
  optional: O,
  mostEntries = 100,
) =>
  closed(
    {
      ...required,
      limit: defaulted(
        integer({
          min: 1,
          max: mostEntries,
          description: 'Maximum number of entries per page.',
          example: 50,
        }),
        50,
      ),
    },
    {
      ...optional,
      cursor: text({
        minLength: 1,
        maxLength: 512,
        oneLine: true,
        description:
          'The `nextCursor` of the previous page; omit it for the first page. The other fields must be the same.',
        example: 'eyJhIjoiZW50XzAxazl4N2MifQ',
      }),
    },
  )

/** A page of a list. */
export const pageResult = <R extends Fields>(required: R) =>
  open(
    {
      ...required,
      nextCursor: nullable(
        text({
          description: 'Cursor of the next page; null on the last page.',
          example: 'eyJhIjoiZW50XzAxazl4N2MifQ',
        }),
      ),
    },
    {},
  )
