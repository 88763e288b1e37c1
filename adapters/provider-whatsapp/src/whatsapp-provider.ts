import type { SubmitOutcome } from '@postrider/core/providers/domain/calls/outcome'
import type { ProviderAccountId } from '@postrider/core/kernel/ids/id'
import type { Provider, ProviderOpener, ProviderSubmission } from '@postrider/core/providers/ports/provider'
import type { ProviderAdapter, ProviderParts } from '@postrider/core/providers/ports/provider-adapter'
import { drainable } from '@postrider/core/providers/use-cases/drainable'
import type { ProviderSink } from '@postrider/core/providers/ports/provider-reports'
import { accountReader } from '@postrider/core/providers/use-cases/account-reader'
import { providerAgent } from '@postrider/http-calls/provider-agent'
import type { ProviderAnswer } from '@postrider/http-calls/provider-request'
import { jsonIn } from '@postrider/http-calls/json-value'
import { sendHeard } from '@postrider/http-calls/send-heard'
import { isCloudAnswer, readCloudAnswer } from './answers/read-answer.js'
import { refusedTemplates } from './answers/refused-templates.js'
import { stoppedTemplate } from './answers/stopped-template.js'
import { readIdentities } from './callbacks/read-identities.js'
import { cloudCallbackReader } from './callbacks/read-callback.js'
import { valuesOf } from './requests/compose-components.js'
import { composeMessage, type ComposedMessage } from './requests/compose-message.js'
import { CLOUD_FORM, type CloudAccount, readCloudAccount } from './settings/read-account.js'
import { readAccountTemplates } from './templates/read-account-templates.js'
import { present } from '@postrider/core/kernel/present'

const OFFER = { kind: 'whatsapp', carries: ['whatsapp'], forms: [CLOUD_FORM] } as const

const requestOf = (
  { base, accessToken, appSecretProof }: CloudAccount,
  { phoneNumberId, message }: ComposedMessage,
  traceparent: string | undefined,
) =>
  ({
    method: 'POST',
    url: new URL(`${encodeURIComponent(phoneNumberId)}/messages?appsecret_proof=${appSecretProof}`, base),
    headers: {
      authorization: `Bearer ${accessToken}`,
      'content-type': 'application/json',
      accept: 'application/json',
      ...present({ traceparent }),
    },
    body: JSON.stringify(message),
  }) as const

/**
 * The values of a request that must not be shown: the account's secrets, and the content of the message,
 * including its values.
 */
const hiddenIn = (
  { accessToken, appSecretProof }: CloudAccount,
  { content, otp }: Pick<ProviderSubmission, 'content' | 'otp'>,
): readonly string[] => [
  accessToken,
  appSecretProof,
  content.text,
  ...('bodyParameters' in content ? valuesOf(content) : []),
  ...(otp === undefined ? [] : [otp]),
]

/** The dependencies of an open account: its identity, its sink and its clock. */
interface OpenNeeds extends Pick<ProviderParts, 'clock' | 'networks'> {
  readonly providerAccountId: ProviderAccountId
  readonly sink: ProviderSink
}

const openAccount = (account: CloudAccount, needs: OpenNeeds): Provider => {
  const { providerAccountId, sink, clock, networks } = needs
  const agent = providerAgent(account.base.href, networks)
  const refused = refusedTemplates(providerAccountId)

  /** Doesn't wait; if the report can't be stored, the next response repeats it. */
  const tellStopped = (
    { message }: ComposedMessage,
    answer: ProviderAnswer,
    hidden: readonly string[],
  ): void => {
    const nowMs = clock.nowMs()
    const report =
      refused(message, answer, nowMs, hidden) ?? stoppedTemplate(providerAccountId, message, answer, nowMs)
    if (report !== undefined) void sink({ templates: [report] }).catch(() => undefined)
  }

  /** The response to a send can name its recipient by number and by the vendor's id. */
  const tellIdentities = (answer: ProviderAnswer): void => {
    const identities = readIdentities({ providerAccountId }, jsonIn(answer.body))
    if (identities.length > 0) void sink({ identities }).catch(() => undefined)
  }

  const submit = async (submission: ProviderSubmission, timeoutMs: number): Promise<SubmitOutcome> => {
    const composed = composeMessage(submission)
    if (composed === undefined)
      return {
        _tag: 'PermanentFailure',
        failureCode: 'provider_rejected',
        detail: 'the Cloud API supports only WhatsApp messages',
      }
    if (composed === 'unregistered')
      return {
        _tag: 'PermanentFailure',
        failureCode: 'template_rejected',
        detail: 'the text is not registered at WhatsApp',
      }
    const request = requestOf(account, composed, submission.trace.traceparent)
    const result = await sendHeard(agent, request, timeoutMs, submission.onWire, {
      hidden: () => hiddenIn(account, submission),
      isOfKind: isCloudAnswer,
    })
    if (result._tag === 'Answered') {
      const hidden = hiddenIn(account, submission)
      tellStopped(composed, result.answer, hidden)
      tellIdentities(result.answer)
      return readCloudAnswer(result.answer, hidden)
    }
    if (result._tag === 'NotConnected')
      return { _tag: 'NotAttempted', detail: `no connection to the Cloud API: ${result.cause}` }
    return { _tag: 'OutcomeUnknown', detail: `no response from the Cloud API: ${result.cause}` }
  }

  const readTemplates = (timeoutMs: number) =>
    readAccountTemplates(account, { providerAccountId, agent, nowMs: clock.nowMs(), timeoutMs })

  return { deduplicates: false, readTemplates, ...drainable(submit, () => agent.destroy()) }
}

/**
 * WhatsApp messages through the vendor's Cloud API: approved texts, sent by the number that the sender names.
 * Its settings and secrets are described in docs/provider-whatsapp.
 */
export const whatsappOpener = (parts: Pick<ProviderParts, 'clock' | 'networks'>): ProviderOpener => {
  const { check, read } = accountReader('WhatsApp', (account, secrets) =>
    readCloudAccount(account, secrets, parts.networks),
  )
  return {
    ...OFFER,
    readsTemplates: true,
    decidesRoute: () => true,
    check,
    callbacks: cloudCallbackReader,
    open: (account, secrets, sink) => {
      const { providerAccountId } = account
      return openAccount(read(account, secrets), { ...parts, providerAccountId, sink })
    },
  }
}

/** The Cloud API in a process's list of providers. */
export const whatsappAdapter: ProviderAdapter = { ...OFFER, opener: whatsappOpener }
