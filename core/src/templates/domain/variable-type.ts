import type { ValueForm } from '../../channels/kind.js'
import { parseEmailAddress } from '../../kernel/addresses/email-address.js'

/**
 * The types of a variable's values: any text, or one of TRAI's tags for SMS to India
 * (docs/api/templates#template-variables).
 */
export const VARIABLE_TYPES = ['text', 'numeric', 'alphanumeric', 'url', 'urlott', 'cbn', 'email'] as const

export type VariableType = (typeof VARIABLE_TYPES)[number]

const NUMERIC = /^[0-9]+$/

/** Letters, digits and spaces of any script, because names and addresses use this tag too. */
const ALPHANUMERIC = /^[\p{L}\p{Nd}][\p{L}\p{M}\p{Nd} ]*$/u

/** The URL prefixes that DLT platforms allow, a name with a dot, no user, and the characters of RFC 3986. */
const URL =
  /^(?:https?:\/\/|www\.)(?:[a-z0-9-]+\.)+[a-z][a-z0-9-]*[a-z0-9](?::[0-9]{1,5})?(?:[/?#][\w.~:/?#[\]@!$&'()*+,;=%-]*)?$/i

/** 3 to 15 digits: short numbers, toll-free numbers, and all E.164 numbers. */
const CALL_BACK_NUMBER = /^\+?[0-9](?:[ -]?[0-9]){2,14}$/

const url: ValueForm = {
  fits: (value) => URL.test(value),
  message: 'The value must be a link that starts with https://, http:// or www.',
}

const FORMS: Readonly<Record<VariableType, ValueForm | undefined>> = {
  text: undefined,
  numeric: { fits: (value) => NUMERIC.test(value), message: 'The value must contain only digits.' },
  alphanumeric: {
    fits: (value) => ALPHANUMERIC.test(value),
    message: 'The value must contain only letters, digits and spaces.',
  },
  url,
  urlott: url,
  cbn: {
    fits: (value) => CALL_BACK_NUMBER.test(value),
    message: 'The value must be a phone number: digits, optionally separated by single spaces or hyphens.',
  },
  email: {
    fits: (value) => parseEmailAddress(value) !== undefined,
    message: 'The value must be one email address.',
  },
}

/** Whether values of the type are links. */
export const isLinkType = (type: VariableType | undefined): boolean => type === 'url' || type === 'urlott'

/**
 * The form of a type's values (docs/api/templates#template-variables); empty values don't match it. Undefined
 * for `text`, which has none.
 */
export const formOf = (type: VariableType): ValueForm | undefined => FORMS[type]
