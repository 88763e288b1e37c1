import { isRecord, jsonIn, valueAt } from '@postrider/http-calls/json-value'
import type { ProviderCallback } from '@postrider/core/providers/ports/provider-callback'
import { pointerNames } from '../answers/json-pointer.js'
import type { CallbackRules } from '../gateways/callback-rules.js'

/** The content of a callback: the fields of a form, or a JSON document. */
export interface CallbackBody {
  readonly form: URLSearchParams
  readonly document: unknown
}

/** A report in a list, with everything that contains it, innermost first. */
export type ReportScopes = readonly unknown[]

/** The maximum number of reports that are read from one callback. */
const MOST_REPORTS = 1_000

/** The parsed body; undefined if it is neither a form nor JSON in UTF-8. */
export const bodyOf = ({ headers, body }: ProviderCallback): CallbackBody | undefined => {
  if ((headers['content-type'] ?? '').includes('json')) {
    const document = jsonIn(body)
    return document === undefined ? undefined : { form: new URLSearchParams(), document }
  }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body)
    return { form: new URLSearchParams(text), document: undefined }
  } catch {
    return undefined
  }
}

const entriesOf = (value: unknown, around: ReportScopes): readonly ReportScopes[] =>
  Array.isArray(value) ? value.map((each: unknown) => [each, ...around]) : [[value, ...around]]

/** The entries of a list within another; without such a list, the value itself is the report. */
const within = (scopes: ReportScopes, pointer: string): readonly ReportScopes[] => {
  const inner = valueAt(scopes[0], ...pointerNames(pointer))
  return Array.isArray(inner) ? entriesOf(inner, scopes) : [scopes]
}

/** The reports of a callback, each with its containers; undefined if a part that should be JSON isn't. */
export const reportsIn = (
  { form, document }: CallbackBody,
  { within: field, lists = [] }: CallbackRules,
): readonly ReportScopes[] | undefined => {
  const text = field === undefined ? undefined : form.get(field)
  const inner = typeof text === 'string' ? jsonIn(Buffer.from(text)) : document
  if (typeof text === 'string' && inner === undefined) return undefined
  const outer = entriesOf(inner, [])
  const all = lists.reduce((found, pointer) => found.flatMap((each) => within(each, pointer)), outer)
  return all.slice(0, MOST_REPORTS)
}

/** A valid name; a body that isn't a form would be read as one long name, which may contain message text. */
const NAME = /^[A-Za-z_][\w.:[\]-]{0,63}$/

/** The names in a report, for finding out why it couldn't be parsed: never the values. */
export const namesIn = ({ form }: CallbackBody, [innermost]: ReportScopes): readonly string[] => {
  const names = isRecord(innermost) ? Object.keys(innermost) : [...form.keys()]
  return names.slice(0, 50).map((name) => (NAME.test(name) ? name : '…'))
}
