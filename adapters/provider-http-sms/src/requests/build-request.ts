import type { ProviderRequest } from '@postrider/http-calls/provider-request'
import type { GatewayForm } from '../gateways/gateway.js'
import { fillFields, fillText, type FieldValue } from './placeholders.js'
import type { SubmissionValues } from './submission-values.js'
import { present } from '@postrider/core/kernel/present'

const TYPES = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  query: undefined,
} as const

const encodeFlat = (fields: Readonly<Record<string, FieldValue>>): string =>
  new URLSearchParams(
    Object.entries(fields).map(([name, value]): [string, string] => [
      name,
      typeof value === 'object' ? JSON.stringify(value) : String(value),
    ]),
  ).toString()

/** The headers of a request, including HTTP basic authentication. */
export const filledHeaders = (
  { headers, login }: Pick<GatewayForm, 'headers' | 'login'>,
  values: SubmissionValues,
): Readonly<Record<string, string>> => {
  const filled = Object.entries(headers).map(
    ([name, value]) => [name, fillText(value, values) ?? ''] as const,
  )
  if (login === undefined) return Object.fromEntries(filled)
  const pair = `${fillText(login.user, values) ?? ''}:${fillText(login.password, values) ?? ''}`
  const authorization = `Basic ${Buffer.from(pair).toString('base64')}`
  return { ...Object.fromEntries(filled), authorization }
}

/**
 * The request that makes a gateway send; `values` of the message and secrets are encoded according to its
 * format.
 */
export const buildRequest = (
  form: GatewayForm,
  at: string,
  values: SubmissionValues,
  traceparent: string | undefined,
): ProviderRequest => {
  const { method, format } = form
  const fields = fillFields(form.fields, values)
  const url = new URL(at)
  if (format === 'query') url.search = [url.search.slice(1), encodeFlat(fields)].filter(Boolean).join('&')
  const body =
    format === 'query' ? undefined : format === 'json' ? JSON.stringify(fields) : encodeFlat(fields)
  const type = TYPES[format]
  return {
    method,
    url,
    headers: {
      accept: 'application/json, */*',
      ...present({ 'content-type': type, traceparent }),
      ...filledHeaders(form, values),
    },
    body,
  }
}
