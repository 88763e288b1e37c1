import type { ProviderAccount } from '@postrider/core/tenancy/domain/service-configuration'
import type {
  CallbackReader,
  CallbackVerdict,
  ProviderCallback,
} from '@postrider/core/providers/ports/provider-callback'
import { textNamed } from '../answers/json-pointer.js'
import { callbackRulesOf } from './callback-settings.js'
import { bodyOf, type CallbackBody, namesIn, type ReportScopes, reportsIn } from './callback-body.js'
import type { CallbackRules } from '../gateways/callback-rules.js'
import { isAuthentic, TWILIO_HEADER } from './callback-signature.js'
import { keptReport, type GatewayReport, reportOf } from './gateway-report.js'
import { inboundIn } from './read-inbound.js'

type Secrets = Readonly<Record<string, string>>

const MOST_BYTES = 256 * 1024
const TYPE = 'content-type'
const LONGEST_VALUE = 128

/**
 * Looks up names in the report, its containers, the form, and in the address if that is signed or nothing is.
 */
const gatewayReportIn = (
  { signature, reference, id, status, error, recipient }: CallbackRules,
  scopes: ReportScopes,
  form: URLSearchParams,
  url: string,
): GatewayReport => {
  const query = signature?._tag === 'Hmac' ? new URLSearchParams() : new URL(url).searchParams
  const valueOf = (name: string | undefined): string | undefined => {
    if (name === undefined) return undefined
    const inJson = scopes.map((scope) => textNamed(scope, name)).find((value) => value !== undefined)
    const value = inJson ?? form.get(name) ?? query.get(name) ?? ''
    return value === '' ? undefined : value.slice(0, LONGEST_VALUE)
  }
  return {
    reference: valueOf(reference),
    id: valueOf(id),
    status: valueOf(status),
    error: valueOf(error),
    recipient: valueOf(recipient),
  }
}

const unreadable = (detail: string, kept: object): CallbackVerdict => ({
  _tag: 'Unreadable',
  detail,
  raw: JSON.stringify(kept),
})

/** The reports in a callback from its account's gateway. */
const reportedBy = (
  account: ProviderAccount,
  rules: CallbackRules,
  { url }: ProviderCallback,
  body: CallbackBody,
): CallbackVerdict => {
  const found = reportsIn(body, rules)
  if (found === undefined)
    return unreadable('the callback has a part that is not JSON', { names: namesIn(body, []) })
  const read = found.map((scopes) => {
    const gatewayReport = gatewayReportIn(rules, scopes, body.form, url)
    return { scopes, gatewayReport, report: reportOf(account, rules, gatewayReport) }
  })
  const reports = read.flatMap(({ report }) => report ?? [])
  const [odd, ...others] = read.filter(({ report }) => report === undefined)
  const verdict = { _tag: 'Read', reports, inbound: [], templates: [], ignored: 0 } as const
  if (odd === undefined) return verdict
  const kept = {
    ...keptReport(rules, odd.gatewayReport),
    recipient: undefined,
    names: namesIn(body, odd.scopes),
    ...(others.length > 0 && { others: others.length }),
  }
  const detail = 'the callback contains no message status'
  if (reports.length === 0) return unreadable(detail, kept)
  return { ...verdict, unread: { detail, raw: JSON.stringify(kept) } }
}

const verdictOn = (
  account: ProviderAccount,
  secrets: Secrets,
  callback: ProviderCallback,
): CallbackVerdict => {
  const rules = callbackRulesOf(account.settings)
  const body = bodyOf(callback)
  // Without rules, the account expects no callbacks.
  if (rules === undefined || !isAuthentic(rules.signature, secrets, callback, body?.form))
    return { _tag: 'Forged' }
  if (body !== undefined) {
    const written = inboundIn(account, rules, callback.url, body.form)
    return written === undefined
      ? reportedBy(account, rules, callback, body)
      : { _tag: 'Read', reports: [], inbound: [written], templates: [], ignored: 0 }
  }
  const type = (callback.headers[TYPE] ?? '').slice(0, 64)
  return unreadable('the body of the callback is neither a form nor JSON', {
    type,
    bytes: callback.body.length,
  })
}

/** Reads the callbacks of the presets that report; a signature is sufficient proof if there is one. */
export const callbackReader: CallbackReader = {
  wants: [TYPE, TWILIO_HEADER],
  wantsBesides: ({ settings }) => {
    const signature = callbackRulesOf(settings)?.signature
    return signature?._tag === 'Hmac' ? [signature.header] : []
  },
  maxBytes: MOST_BYTES,
  read: (account, secrets, callback) => Promise.resolve(verdictOn(account, secrets, callback)),
}
