import { setTimeout as sleep } from 'node:timers/promises'
import type { SubmitOutcome } from '@postrider/core/providers/domain/calls/outcome'
import type { MessageId } from '@postrider/core/kernel/ids/id'
import type { ProviderAccount } from '@postrider/core/tenancy/domain/service-configuration'
import type {
  StatusQueryOutcome,
  Provider,
  ProviderOpener,
  ProviderQuestion,
  ProviderSubmission,
} from '@postrider/core/providers/ports/provider'
import type { Crash } from './crash-point.js'
import { type Exchanged, exchange } from './exchange.js'
import { NO_SETTINGS } from '../builders/no-settings.js'

/** The time that the provider waits before it reads a request whose sender is killed meanwhile (C9). */
const HOLD_REQUEST_MS = 200

const idOf = (body: string): string => String((JSON.parse(body) as { readonly id: unknown }).id)

const toOutcome = (exchanged: Exchanged): SubmitOutcome => {
  if (exchanged._tag === 'Refused') return { _tag: 'NotAttempted', detail: exchanged.cause }
  if (exchanged._tag === 'Lost') return { _tag: 'OutcomeUnknown', detail: exchanged.cause }
  if (exchanged.status === 200) return { _tag: 'Accepted', providerMessageIds: [idOf(exchanged.body)] }
  return { _tag: 'OutcomeUnknown', detail: `status ${exchanged.status}` }
}

const untilAccepted = async (url: string, messageId: MessageId): Promise<void> => {
  for (;;) {
    const seen = await exchange({ method: 'GET', url: `${url}/accepted/${messageId}`, timeoutMs: 1000 })
    if (seen._tag === 'Answered' && seen.status === 200) return
    await sleep(5)
  }
}

const submit = async (
  url: string,
  crash: Crash,
  { messageId, to, content }: ProviderSubmission,
  timeoutMs: number,
): Promise<SubmitOutcome> => {
  const dieWhenSent = crash.at('C9')
  const dieWhenAccepted = crash.at('C10')
  const dieWhenRead = crash.at('C11')
  const answer = exchange({
    method: 'POST',
    url: `${url}/messages`,
    body: JSON.stringify({ reference: messageId, to, text: content.text }),
    headers: {
      'content-type': 'application/json',
      ...(dieWhenSent === undefined ? {} : { 'x-hold-request-ms': String(HOLD_REQUEST_MS) }),
      ...(dieWhenAccepted === undefined ? {} : { 'x-hold-answer-ms': '60000' }),
    },
    timeoutMs,
    onSent: () => dieWhenSent?.([messageId]),
  })
  if (dieWhenAccepted !== undefined) {
    await untilAccepted(url, messageId)
    dieWhenAccepted([messageId])
  }
  const outcome = toOutcome(await answer)
  if (outcome._tag === 'Accepted') dieWhenRead?.([messageId])
  return outcome
}

const ask = async (url: string, messageId: MessageId, timeoutMs: number): Promise<StatusQueryOutcome> => {
  const found = await exchange({ method: 'GET', url: `${url}/messages/${messageId}`, timeoutMs })
  if (found._tag !== 'Answered') return { _tag: 'CannotTell', detail: found.cause }
  if (found.status === 200) return { _tag: 'Accepted', providerMessageIds: [idOf(found.body)] }
  return found.status === 404 ? { _tag: 'NotAccepted' } : { _tag: 'CannotTell', detail: 'not at the moment' }
}

const open = ({ settings }: ProviderAccount, crash: Crash): Provider => {
  const url = String(settings['url'])
  const isDeduplicating = settings['mode'] === 'deduplicating'
  return {
    deduplicates: isDeduplicating,
    submit: (submission, timeoutMs) => submit(url, crash, submission, timeoutMs),
    ...(isDeduplicating
      ? {
          ask: ({ messageId }: ProviderQuestion, timeoutMs: number) => ask(url, messageId, timeoutMs),
        }
      : {}),
    close: () => Promise.resolve(),
  }
}

/**
 * The provider process behind the port, with the crash points of a call: C9, C10, C11. It replaces the
 * sandbox, so that an app of the test environment can use it. Its receipts reach the host by webhook.
 */
export const remoteProvider = (crash: Crash): ProviderOpener => ({
  kind: 'sandbox',
  forms: NO_SETTINGS,
  decidesRoute: () => false,
  check: () => undefined,
  open: (account) => open(account, crash),
})
