import type { SubmitOutcome } from '@postrider/core/providers/domain/calls/outcome'
import type { ProviderAccount } from '@postrider/core/tenancy/domain/service-configuration'
import { HOUR_MS } from '@postrider/core/kernel/time/epoch-ms'
import type { Provider, ProviderOpener, ProviderSubmission } from '@postrider/core/providers/ports/provider'
import type { ProviderAdapter, ProviderParts } from '@postrider/core/providers/ports/provider-adapter'
import { drainable } from '@postrider/core/providers/use-cases/drainable'
import { providerAgent } from '@postrider/http-calls/provider-agent'
import { sendHeard } from '@postrider/http-calls/send-heard'
import { accountReader } from '@postrider/core/providers/use-cases/account-reader'
import type { GatewayForm } from './gateways/gateway.js'
import { askGateway } from './ask-gateway.js'
import { callbackReader } from './callbacks/read-callback.js'
import { isGatewayAnswer, readAnswer } from './answers/read-answer.js'
import { buildRequest } from './requests/build-request.js'
import { submissionValues, type SubmissionValues } from './requests/submission-values.js'
import { GATEWAY_FORMS } from './settings/gateway-forms.js'
import { type GatewayAccount, isGatewayRoute, readAccount } from './settings/read-account.js'

const OFFER = { kind: 'http-sms', carries: ['sms'], forms: GATEWAY_FORMS } as const

type Parts = Pick<ProviderParts, 'clock' | 'networks'>

/** Adds the fields that make the gateway report, if it supports reports and there is a callback address. */
const withReports = ({ form, callbacks }: GatewayAccount, callbackUrl: string | undefined): GatewayForm =>
  callbacks === undefined || callbackUrl === undefined
    ? form
    : { ...form, fields: { ...form.fields, ...callbacks.fields } }

/** How long after acceptance a gateway is queried, if it hasn't reported a final status. */
const ASK_AFTER_MS = HOUR_MS

/**
 * The values of a request that must not be shown: the secrets, the token of the callback address, and the
 * content of the message.
 */
const hiddenIn = (
  values: SubmissionValues,
  { content, otp }: Pick<ProviderSubmission, 'content' | 'otp'>,
): readonly string[] =>
  [
    ...Object.entries(values).flatMap(([name, value]) => (name.startsWith('secret.') ? [value] : [])),
    values['callbackUrl'],
    content.text,
    otp,
  ].filter((value) => value !== undefined)

const openAccount = (
  opened: Pick<ProviderAccount, 'providerAccountId'>,
  account: GatewayAccount,
  { clock, networks }: Parts,
  callbackUrl: string | undefined,
): Provider => {
  const form = withReports(account, callbackUrl)
  const agent = providerAgent(account.url, networks)

  const submit = async (submission: ProviderSubmission, timeoutMs: number): Promise<SubmitOutcome> => {
    const values = submissionValues(submission, clock.nowMs())
    if (values === undefined)
      return {
        _tag: 'PermanentFailure',
        failureCode: 'provider_rejected',
        detail: 'the gateway supports only SMS',
      }
    const { url, constants } = account
    const reportsTo = callbackUrl && `${callbackUrl}?reference=${submission.messageId}`
    const all = { ...constants, ...values, callbackUrl: reportsTo }
    const request = buildRequest(form, url, all, submission.trace.traceparent)
    const result = await sendHeard(agent, request, timeoutMs, submission.onWire, {
      hidden: () => hiddenIn(all, submission),
      isOfKind: (answer) => isGatewayAnswer(answer, form.answers),
    })
    if (result._tag === 'Answered') return readAnswer(result.answer, form.answers, hiddenIn(all, submission))
    if (result._tag === 'NotConnected')
      return { _tag: 'NotAttempted', detail: `no connection to the gateway: ${result.cause}` }
    return { _tag: 'OutcomeUnknown', detail: `no response from the gateway: ${result.cause}` }
  }

  return {
    deduplicates: false,
    ...(account.lookUp === undefined && (account.callbacks === undefined || callbackUrl === undefined)
      ? { reportsNothing: true as const }
      : {}),
    ...(account.lookUp === undefined
      ? {}
      : {
          askAfterMs: ASK_AFTER_MS,
          ask: (question, timeoutMs) => askGateway(opened, account, agent, question, timeoutMs),
        }),
    ...drainable(submit, () => agent.destroy()),
  }
}

/**
 * SMS through a gateway with an HTTP API: one with a preset (setting `preset`), or any other (`custom`). Its
 * settings and secrets are those of its preset (docs/provider-http-sms).
 */
export const httpSmsOpener = (parts: Parts): ProviderOpener => {
  const { check, read } = accountReader('HTTP SMS', (account, secrets) =>
    readAccount(account, secrets, parts.networks),
  )
  return {
    ...OFFER,
    decidesRoute: isGatewayRoute,
    check,
    callbacks: callbackReader,
    open: (account, secrets, _, callbackUrl) =>
      openAccount(account, read(account, secrets), parts, callbackUrl),
  }
}

/** HTTP SMS gateways in a process's list of providers. */
export const httpSmsAdapter: ProviderAdapter = { ...OFFER, opener: httpSmsOpener }
