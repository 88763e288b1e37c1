import {
  FAILURE_GUIDES,
  type FailureGuide,
  type SendAgain,
} from '@postrider/core/messaging/domain/messages/failure-guide'
import { FIELD_CODES, type FieldCode } from '@postrider/core/kernel/codecs/fault'
import { FAILURE_CODES } from '@postrider/core/kernel/messages/message-state'
import type { Refusal } from '@postrider/core/kernel/refusals/refusal'
import { eventsExpired } from '@postrider/core/kernel/refusals/specific-refusals'
import { type ErrorBody, errorBodyOf } from './error-body.js'
import { ERROR_GUIDES } from './error-guide.js'
import { ERROR_CODES, type ErrorCode, ERRORS } from './error-registry.js'
import { FIELD_GUIDES } from './field-guide.js'

const HEAD = `# Errors

Each error code of the API, each code of an invalid field and each failure code of a message, with its meaning, causes and fix.
Error responses link to the entry of their code: \`Link: </docs/errors/insufficient_balance>; rel="help"\`. [The contract](api/conventions.md#errors) describes the
format of errors.

- An **error code** is in the \`code\` field of an error response. After a status below 500, the request had no effect. After 500
  or 503, it may have had one: send it again with the same idempotency key.
- A **field code** is in the \`code\` field of an entry of \`fieldErrors\`. It names the rule that the field breaks.
- A **failure code** is in the \`failureCode\` field of a message that was accepted and then failed, expired or was cancelled. After
  \`outcome_unknown\` it may still have arrived.

## Error codes
`

const FIELDS_HEAD = `## Field codes

An [\`invalid_request\`](#invalid_request) has an entry in \`fieldErrors\` for each invalid field. Each entry has one of these codes.
`

const FAILURES_HEAD = `## Failure codes

A message with one of these codes was accepted, and its final state is \`FAILED\`, \`UNDELIVERED\`, \`EXPIRED\` or \`CANCELLED\`.
`

/** Pages are written with straight apostrophes. */
const plain = (text: string): string => text.replaceAll('’', "'")

const listOf = (items: readonly string[]): string => items.map((item) => `- ${plain(item)}`).join('\n')

const retryText = (code: ErrorCode): string =>
  ERRORS[code].retryable ? 'Retry: yes, with the same idempotency key.' : 'Retry: no.'

/** The fields and the sentence of errors that have more than the registry's. */
const DETAILS: Partial<Record<ErrorCode, Pick<Refusal, 'fields' | 'message'>>> = {
  invalid_request: { fields: [FIELD_GUIDES.required.example.entry] },
  events_expired: eventsExpired(1206),
}

/** The body of a response with the error code. */
export const errorExample = (code: ErrorCode): ErrorBody =>
  errorBodyOf(code, 'req_01k9x7c2v5n8q4r6t0w3y1z5bd', DETAILS[code]?.fields, DETAILS[code]?.message)

const exampleOf = (code: ErrorCode): string => JSON.stringify(errorExample(code), undefined, 2)

const errorSection = (code: ErrorCode): string => {
  const { meaning, causes, fix } = ERROR_GUIDES[code]
  return [
    `### ${code}`,
    `${plain(meaning)} Status ${ERRORS[code].status}. ${retryText(code)}`,
    `Causes:\n\n${listOf(causes)}`,
    `Fix: ${plain(fix)}`,
    `\`\`\`json\n${exampleOf(code)}\n\`\`\``,
  ].join('\n\n')
}

const fieldSection = (code: FieldCode): string => {
  const { meaning, causes, fix, example } = FIELD_GUIDES[code]
  return [
    `### ${code}`,
    plain(meaning),
    `Causes:\n\n${listOf(causes)}`,
    `Fix: ${plain(fix)}`,
    `\`\`\`json\n${JSON.stringify(example.entry, undefined, 2)}\n\`\`\``,
  ].join('\n\n')
}

const SEND_AGAIN: Readonly<Record<SendAgain, string>> = {
  no: 'Sending again: no, it fails again until the cause is fixed.',
  later: 'Sending again: yes, later, with a new idempotency key.',
  ask: "Sending again: only if the recipient confirms that the message didn't arrive.",
}

const failureSection = (code: string, { meaning, causes, advice, sendAgain }: FailureGuide): string =>
  [
    `### ${code}`,
    `${plain(meaning)} ${SEND_AGAIN[sendAgain]}`,
    `Causes:\n\n${listOf(causes)}`,
    `Fix: ${plain(advice)}`,
  ].join('\n\n')

/** Returns `errors.md`: an entry for each error code, field code and failure code. */
export const errorsText = (): string =>
  `${[
    HEAD.trimEnd(),
    ...ERROR_CODES.map(errorSection),
    FIELDS_HEAD.trimEnd(),
    ...FIELD_CODES.map(fieldSection),
    FAILURES_HEAD.trimEnd(),
    ...FAILURE_CODES.map((code) => failureSection(code, FAILURE_GUIDES[code])),
  ].join('\n\n')}\n`
