import type { ErrorBody } from '@postrider/contracts/errors/error-body'
import type { FieldRule, FormField } from '@postrider/core/kernel/codecs/form-field'
import { decimalsOf, minorUnitsOf } from '../format/money.js'
import { FIELD_LABELS, FORM_TEXTS as t } from '../language/form-texts.js'

/** The value that a person entered into a field, as text. */
export type WrittenValue = string | boolean | readonly string[] | readonly WrittenValues[] | WrittenValues
export interface WrittenValues {
  readonly [name: string]: WrittenValue | undefined
}

/** The problems of a form by the JSON pointers of their fields, as the server names them: `/reason`. */
export type FormProblems = Readonly<Record<string, string>>

/** The body of a form, or its problems. */
export type FormResult =
  | { readonly _tag: 'Body'; readonly body: Readonly<Record<string, unknown>> }
  | { readonly _tag: 'Wrong'; readonly problems: FormProblems }

interface Reading {
  readonly currency: string | undefined
  readonly problems: Record<string, string>
}

const EPOCH_BOUNDS = new Set(['from', 'to'])

/** Whether a field is an amount of money, entered with decimals. */
export const isMoneyField = ({ kind, name }: FormField): boolean =>
  kind === 'integer' && name.endsWith('Minor')

const CURRENCY = /^[A-Z]{3}$/

/** The currency of the amounts in a form: its own currency field, or the given currency. */
export const currencyOf = (
  { currency: own }: WrittenValues,
  currency: string | undefined,
): string | undefined => (typeof own === 'string' && CURRENCY.test(own.trim()) ? own.trim() : currency)

/** Whether a field is a time: entered in the reader's zone, sent as UTC. */
export const isTimeField = ({ kind, format, name }: FormField): boolean =>
  format === 'date-time' || (kind === 'integer' && EPOCH_BOUNDS.has(name))

const asMoment = (field: FormField, written: string): unknown => {
  const ms = Date.parse(written)
  if (Number.isNaN(ms)) return undefined
  return field.kind === 'integer' ? ms : new Date(ms).toISOString()
}

const asInteger = (rule: FieldRule, written: string): number | string => {
  const value = Number(written.trim())
  if (!Number.isInteger(value)) return t.wholeNumber
  // Beyond these limits, numbers lose digits.
  if (value > Number.MAX_SAFE_INTEGER) return t.atMost(rule.max ?? Number.MAX_SAFE_INTEGER)
  if (value < Number.MIN_SAFE_INTEGER) return t.atLeast(rule.min ?? Number.MIN_SAFE_INTEGER)
  if (rule.min !== undefined && value < rule.min) return t.atLeast(rule.min)
  if (rule.max !== undefined && value > rule.max) return t.atMost(rule.max)
  return value
}

const textProblem = (rule: FieldRule, written: string): string | undefined => {
  const length = [...written].length
  if (rule.minLength !== undefined && length < rule.minLength) return t.longer(rule.minLength)
  if (rule.maxLength !== undefined && length > rule.maxLength) return t.shorter(rule.maxLength)
  if (rule.pattern !== undefined && !new RegExp(rule.pattern, 'u').test(written))
    return t.form(rule.example === undefined ? undefined : String(rule.example))
  return undefined
}

const asMap = (written: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    written
      .split('\n')
      .filter((line) => line.includes(':'))
      .map((line) => [line.slice(0, line.indexOf(':')).trim(), line.slice(line.indexOf(':') + 1).trim()]),
  )

const asObject = (written: string): unknown => {
  try {
    return JSON.parse(written) as unknown
  } catch {
    return undefined
  }
}

const ofLines = (rule: FieldRule, written: string): readonly unknown[] => {
  const lines = written
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  return rule.item?.kind === 'integer' ? lines.map(Number) : lines
}

const ofText = (
  field: FormField,
  written: string,
  pointer: string,
  { currency, problems }: Reading,
): unknown => {
  if (isTimeField(field)) {
    const moment = asMoment(field, written)
    if (moment === undefined) problems[pointer] = t.moment
    return moment
  }
  if (isMoneyField(field) && currency !== undefined) {
    const amount = minorUnitsOf(written, currency)
    if (amount === undefined) problems[pointer] = t.money(currency, decimalsOf(currency))
    return amount
  }
  if (field.kind === 'integer') {
    const value = asInteger(field, written)
    if (typeof value === 'string') problems[pointer] = value
    return value
  }
  if (field.kind === 'list') return ofLines(field, written)
  if (field.kind === 'map') return asMap(written)
  if (field.kind === 'object') {
    const value = asObject(written)
    if (value === undefined) problems[pointer] = t.json
    return value
  }
  const problem = textProblem(field, written)
  if (problem !== undefined) problems[pointer] = problem
  return written
}

/** The message for a required field that is empty. */
const missingText = (field: FormField): string => {
  if (isTimeField(field)) return t.moment
  return (field.values ?? field.item?.values) === undefined ? t.required : t.chooseOne
}

const isWritten = (value: WrittenValue | undefined): boolean =>
  value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0)

/** Whether the items of a list are forms of their own. */
export const isListOfForms = ({ kind, item }: FieldRule): boolean => kind === 'list' && item?.kind === 'shape'

const listOfForms = (
  field: FormField,
  written: WrittenValue | undefined,
  pointer: string,
  reading: Reading,
): unknown => {
  const items = Array.isArray(written) ? (written as readonly WrittenValues[]) : []
  if (items.length === 0 && !field.isRequired) return undefined
  return items.map((one, at) => bodyIn(field.item?.fields ?? [], one, `${pointer}/${at}`, reading))
}

const valueOf = (
  field: FormField,
  written: WrittenValue | undefined,
  pointer: string,
  reading: Reading,
): unknown => {
  if (field.kind === 'shape') {
    const inner = typeof written === 'object' && !Array.isArray(written) ? (written as WrittenValues) : {}
    if (!Object.values(inner).some(isWritten) && !field.isRequired) return undefined
    return bodyIn(field.fields ?? [], inner, pointer, reading)
  }
  if (isListOfForms(field)) return listOfForms(field, written, pointer, reading)
  // An empty list would mean 'nowhere'. An optional list without a choice is omitted, or null if that means 'all'.
  if (Array.isArray(written) && written.length === 0 && !field.isRequired)
    return field.isNullable === true ? null : undefined
  if (typeof written === 'boolean' || Array.isArray(written)) return written
  const text = typeof written === 'string' ? written.trim() : ''
  if (text !== '') return ofText(field, text, pointer, reading)
  if (field.isNullable === true && field.isRequired) return null
  if (field.kind === 'flag' && field.isRequired) return false
  if (field.kind === 'list' && field.isRequired && (field.minItems ?? 0) === 0) return []
  if ((field.kind === 'map' || field.kind === 'object') && field.isRequired) return {}
  if (field.isRequired) reading.problems[pointer] = missingText(field)
  return undefined
}

const bodyIn = (
  fields: readonly FormField[],
  written: WrittenValues,
  base: string,
  reading: Reading,
): Record<string, unknown> => {
  const entries = fields.flatMap((field) => {
    const value = valueOf(field, written[field.name], `${base}/${field.name}`, reading)
    return value === undefined ? [] : [[field.name, value] as const]
  })
  return Object.fromEntries(entries)
}

/**
 * Makes the body of an operation from the entered values. Money becomes minor units of its currency, times
 * become UTC, and empty optional fields are omitted. The server checks everything that only it can know.
 */
export const readForm = (
  fields: readonly FormField[],
  written: WrittenValues,
  currency: string | undefined,
): FormResult => {
  const reading = { currency: currencyOf(written, currency), problems: {} }
  const body = bodyIn(fields, written, '', reading)
  return Object.keys(reading.problems).length === 0
    ? { _tag: 'Body', body }
    : { _tag: 'Wrong', problems: reading.problems }
}

/** A message of the API with the labels of fields instead of their names. */
const labelled = (message: string): string =>
  message.replace(/`(\w+)`/g, (quoted, name: string) => {
    const label = FIELD_LABELS[name]
    return label === undefined ? quoted : `“${label}”`
  })

/** The problems of fields that a refusal has, in the words of the form. */
export const problemsOf = ({ fieldErrors }: Pick<ErrorBody, 'fieldErrors'>): FormProblems =>
  Object.fromEntries(fieldErrors.map(({ field, message }) => [field, labelled(message)]))
