import type { SubmitOutcome } from '@postrider/core/domain/dispatch/outcome'
import type { Provider, ProviderOpener, ProviderSubmission } from '@postrider/core/ports/provider'
import type { ProviderAdapter } from '@postrider/core/ports/provider-adapter'
import { whileOpen } from '@postrider/core/use-cases/providers/while-open'
import { accountReader } from '@postrider/core/use-cases/providers/account-reader'
import { providerAgent } from '@postrider/http-calls/provider-agent'
import { sendRequest } from '@postrider/http-calls/send-request'
import { readCloudAnswer } from './answers/read-answer.js'
import { cloudCallbackReader } from './callbacks/read-callback.js'
import { composeMessage, type ComposedMessage } from './requests/compose-message.js'
import { CLOUD_FORM, type CloudAccount, readCloudAccount } from './settings/read-account.js'

const OFFER = { kind: 'whatsapp', carries: ['whatsapp'], forms: [CLOUD_FORM] } as const

const accounts = accountReader('WhatsApp', readCloudAccount)

const requestOf = (
  { base, accessToken }: CloudAccount,
  { phoneNumberId, message }: ComposedMessage,
  traceparent: string | undefined,
) =>
  ({
    method: 'POST',
    url: new URL(`${encodeURIComponent(phoneNumberId)}/messages`, base),
    headers: {
      authorization: `Bearer ${accessToken}`,
      'content-type': 'application/json',
      accept: 'application/json',
      ...(traceparent === undefined ? {} : { traceparent }),
    },
    body: JSON.stringify(message),
  }) as const

const openAccount = (account: CloudAccount): Provider => {
  const agent = providerAgent(account.base.href, account)

  const submit = async (submission: ProviderSubmission, timeoutMs: number): Promise<SubmitOutcome> => {
    const composed = composeMessage(submission)
    if (composed === undefined)
      return {
        _tag: 'RefusedForGood',
        failureCode: 'provider_rejected',
        detail: 'the Cloud API takes WhatsApp messages alone',
      }
    if (composed === 'unregistered')
      return {
        _tag: 'RefusedForGood',
        failureCode: 'template_rejected',
        detail: 'the text has no registration at the vendor',
      }
    const request = requestOf(account, composed, submission.trace.traceparent)
    const result = await sendRequest(agent, request, timeoutMs)
    if (result._tag === 'Answered') return readCloudAnswer(result.answer)
    if (result._tag === 'NotConnected')
      return { _tag: 'NotSent', detail: `there was no connection to the Cloud API: ${result.cause}` }
    return { _tag: 'OutcomeUnknown', detail: `the Cloud API gave no answer: ${result.cause}` }
  }

  return { deduplicates: false, ...whileOpen(submit, () => agent.destroy()) }
}

/**
 * WhatsApp messages through the vendor's Cloud API: texts that it has approved, by the number that the sender names. Its settings
 * and secrets stand in docs/providers#whatsapp.
 */
export const whatsappOpener = (): ProviderOpener => ({
  ...OFFER,
  decidesRoute: () => true,
  check: accounts.check,
  callbacks: cloudCallbackReader,
  open: (account, secrets) => openAccount(accounts.read(account, secrets)),
})

/** The Cloud API in a process's list of providers. */
export const whatsappAdapter: ProviderAdapter = { ...OFFER, opener: whatsappOpener }
