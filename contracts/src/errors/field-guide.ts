import type { FieldCode } from '@postrider/core/kernel/codecs/fault'
import type { ErrorGuide } from '@postrider/core/kernel/refusals/refusal-guide'
import type { FieldProblem } from '@postrider/core/kernel/refusals/refusal'
import { sendRequest } from '@postrider/core/messaging/domain/messages/send-request'

/** A request with one invalid field, and the entry that the response has for it. */
export interface FieldExample {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Readonly<Record<string, unknown>>
  readonly entry: FieldProblem
}

/** Explains the code of an invalid field to the person who gets it, with an example that tests send. */
export interface FieldGuide extends ErrorGuide {
  readonly example: FieldExample
}

const KEY = { 'Idempotency-Key': 'order-10024-confirmation' }

const MOST_MESSAGES = 50

const SEND: Readonly<Record<string, unknown>> = { ...sendRequest.rules.example }

/** A send with changes; `undefined` removes a field. */
const sending = (
  changes: Readonly<Record<string, unknown>>,
  entry: Omit<FieldProblem, 'location'>,
): FieldExample => {
  const fields = Object.entries({ ...SEND, ...changes }).filter(([, value]) => value !== undefined)
  return {
    method: 'POST',
    path: '/v1/messages',
    headers: KEY,
    body: Object.fromEntries(fields),
    entry: { location: 'body', ...entry },
  }
}

/** A batch with this number of messages. */
const batching = (messages: number, entry: Pick<FieldProblem, 'code' | 'message'>): FieldExample => ({
  method: 'POST',
  path: '/v1/messages/batch',
  headers: KEY,
  body: { messages: Array.from({ length: messages }, () => SEND) },
  entry: { location: 'body', field: '/messages', ...entry },
})

const listing = (
  path: string,
  field: string,
  entry: Pick<FieldProblem, 'code' | 'message'>,
): FieldExample => ({ method: 'GET', path, entry: { location: 'query', field, ...entry } })

const OF_NAMES = {
  required: {
    meaning: 'A required field, header or parameter is missing.',
    causes: [
      'The name of the field has a typing mistake, so the field with the right name is missing.',
      'The client leaves out fields that are empty.',
      'The field is required because of the value of another field.',
      'The `Idempotency-Key` header of a send is missing.',
    ],
    fix: 'Add the field that `field` names. The page of the operation lists the required fields.',
    example: sending(
      { templateId: undefined },
      { field: '/templateId', code: 'required', message: 'This field is required.' },
    ),
  },
  unknown: {
    meaning: 'The request has a field or parameter that the operation doesn’t have.',
    causes: [
      'The name has a typing mistake or other upper and lower case, for example `templateID`.',
      'The field belongs to another operation.',
      'The template doesn’t have a variable with this name.',
    ],
    fix: 'Remove the field or correct its name. Unknown fields are never ignored, so that a misspelled option has no silent effect.',
    example: sending(
      { sender: 'ACME' },
      { field: '/sender', code: 'unknown', message: 'This field is unknown.' },
    ),
  },
} as const satisfies Partial<Record<FieldCode, FieldGuide>>

const OF_FORMS = {
  type: {
    meaning: 'The value has the wrong JSON type.',
    causes: [
      'A number or a boolean is sent as a string, or a string as a number.',
      'The value is `null`. Omit the field instead.',
      'A query parameter is repeated, so it arrives as a list.',
    ],
    fix: 'Send the type that the page of the operation lists for the field.',
    example: sending(
      { to: 447400123456 },
      { field: '/to', code: 'type', message: 'The value must be a string.' },
    ),
  },
  format: {
    meaning: 'The value has the right type, but not the required form.',
    causes: [
      'A phone number has no leading `+` and country code, or contains spaces.',
      'An email address is incomplete.',
      'A date or time isn’t in the form that the field requires.',
      'The value has a line break or another character that isn’t allowed in this field.',
    ],
    fix: 'Send the form in the description of the field: phone numbers as `+447400123456`, times as `2026-11-01T09:00:00.000Z`.',
    example: sending(
      { to: '07400 123456' },
      {
        field: '/to',
        code: 'format',
        message: 'The value must be a valid international number with a leading +.',
      },
    ),
  },
} as const satisfies Partial<Record<FieldCode, FieldGuide>>

const OF_LENGTHS = {
  too_short: {
    meaning: 'The text has fewer characters than the field requires.',
    causes: [
      'An empty text is sent instead of omitting the field.',
      'The `Idempotency-Key` has fewer than 8 characters.',
      'A password or the reason of a change is too short.',
    ],
    fix: 'Send a longer text, or omit the field if it is optional.',
    example: sending(
      { clientReference: '' },
      {
        field: '/clientReference',
        code: 'too_short',
        message: 'The value must have at least 1 character.',
      },
    ),
  },
  too_long: {
    meaning: 'The text has more characters than the field or the variable allows.',
    causes: [
      'The value of a variable is longer than its `maxLength` in the template.',
      'The text of an SMS with its values has too many segments.',
      'A reference or a name is longer than the field allows.',
    ],
    fix: 'Shorten the text. The message of the entry has the maximum length.',
    example: sending(
      { clientReference: 'order-'.repeat(22) },
      {
        field: '/clientReference',
        code: 'too_long',
        message: 'The value must have at most 128 characters.',
      },
    ),
  },
} as const satisfies Partial<Record<FieldCode, FieldGuide>>

const OF_NUMBERS = {
  too_small: {
    meaning: 'The number or time is below the minimum.',
    causes: [
      'A `limit` is 0.',
      'The end of a time range isn’t after its start.',
      'A time that must be in the future is in the past.',
    ],
    fix: 'Send a larger value. The message of the entry has the minimum.',
    example: listing('/v1/messages/recent?limit=0', '/limit', {
      code: 'too_small',
      message: 'The value must be at least 1.',
    }),
  },
  too_large: {
    meaning: 'The number or time is above the maximum.',
    causes: [
      'A `limit` is larger than the largest page.',
      'A time range is longer than the operation allows.',
      'A time that must be in the past is in the future.',
    ],
    fix: 'Send a smaller value. The message of the entry has the maximum. Read longer lists in several pages.',
    example: listing('/v1/messages/recent?limit=1000', '/limit', {
      code: 'too_large',
      message: 'The value must be at most 100.',
    }),
  },
} as const satisfies Partial<Record<FieldCode, FieldGuide>>

const OF_LISTS = {
  too_many: {
    meaning: 'The list or object has more entries than the field allows.',
    causes: [
      'A batch makes more than 50 messages. Each recipient and channel of an entry counts.',
      'A template has too many variables.',
      'The request has too many headers, or a header twice.',
    ],
    fix: 'Send fewer entries, or split the request. The message of the entry has the maximum.',
    example: batching(MOST_MESSAGES + 1, {
      code: 'too_many',
      message: `The value must have at most ${MOST_MESSAGES} items.`,
    }),
  },
  too_few: {
    meaning: 'The list has fewer entries than the field requires.',
    causes: [
      'The list is empty, for example because a query returned no recipients.',
      'A credential has no channel or an Agent key no operation.',
    ],
    fix: 'Send at least the minimum number of entries, or don’t send the request.',
    example: batching(0, { code: 'too_few', message: 'The value must have at least 1 item.' }),
  },
} as const satisfies Partial<Record<FieldCode, FieldGuide>>

const OF_VALUES = {
  not_allowed: {
    meaning: 'The value isn’t one that the field accepts, or the field isn’t allowed here.',
    causes: [
      'The value isn’t in the list of possible values.',
      'The field isn’t possible with the value of another field.',
      'An entry of a list is a duplicate, or an object has the same name twice.',
      'The value names a record that doesn’t exist or can’t be used here.',
    ],
    fix: 'Use one of the values that the page of the operation lists, or remove the field.',
    example: sending(
      { channel: 'fax' },
      {
        field: '/channel',
        code: 'not_allowed',
        message: 'The value must be one of: sms, whatsapp, email.',
      },
    ),
  },
  mismatch: {
    meaning: 'The value contradicts another field, or a record that the request names.',
    causes: [
      'A `cursor` is used with other parameters than the page that returned it.',
      'A template, registration or provider account is for another channel or environment.',
      'An uploaded file isn’t the one that was announced.',
    ],
    fix: 'Send values that belong together. With a `cursor`, repeat the other parameters unchanged, or start at the first page without it.',
    example: listing(
      '/v1/usage?currency=INR&from=1793491200000&to=1795910400000&cursor=eyJhIjoiZW50XzAxazl4N2MifQ',
      '/cursor',
      { code: 'mismatch', message: 'The cursor does not belong to this query.' },
    ),
  },
} as const satisfies Partial<Record<FieldCode, FieldGuide>>

/**
 * The meaning, causes, fix and example of each code of an invalid field, in the order of `FIELD_CODES`. Total: a code without an
 * entry doesn't compile (docs/errors#field-codes).
 */
export const FIELD_GUIDES: Readonly<Record<FieldCode, FieldGuide>> = {
  required: OF_NAMES.required,
  unknown: OF_NAMES.unknown,
  type: OF_FORMS.type,
  format: OF_FORMS.format,
  too_short: OF_LENGTHS.too_short,
  too_long: OF_LENGTHS.too_long,
  too_small: OF_NUMBERS.too_small,
  too_large: OF_NUMBERS.too_large,
  too_many: OF_LISTS.too_many,
  too_few: OF_LISTS.too_few,
  not_allowed: OF_VALUES.not_allowed,
  mismatch: OF_VALUES.mismatch,
}
