import type { SubmitOutcome } from '../../domain/dispatch/outcome.js'
import type { Message } from '../../domain/messages/message.js'
import type { ChannelConfiguration, ProviderAccount } from '../../domain/tenancy/service-configuration.js'
import type { CompiledTemplate } from '../../domain/templates/compiled-template.js'
import { render } from '../../domain/templates/render.js'
import { MAX_ATTEMPTS } from '../../domain/dispatch/backoff.js'
import { SECOND_MS } from '../../domain/time/epoch-ms.js'
import type { Ports } from '../../ports/ports.js'
import type { Provider } from '../../ports/provider.js'
import type { OpenProviders } from './open-providers.js'

/** How much longer than its time-out a call's lease runs (reliability F34). */
export const LEASE_MARGIN_MS = 30 * SECOND_MS

/** How much longer than its time-out a provider's adapter is waited for before it is taken not to answer. */
const GRACE_MS = 5 * SECOND_MS

type Needs = Pick<Ports, 'clock' | 'timers' | 'telemetry'>

/** A message that was claimed, and all it takes to send it. */
export interface ClaimedCall {
  readonly message: Message
  readonly attempt: number
  readonly leaseUntilMs: number
  readonly account: ProviderAccount
  readonly configuration: ChannelConfiguration
  readonly template: CompiledTemplate
}

/** The answer, or unknown when it does not come: adapters promise to keep their time, and this does not rely on it. */
const within = <A>({ timers }: Needs, ms: number, answer: Promise<A>, otherwise: A): Promise<A> =>
  new Promise((resolve, reject) => {
    const cancel = timers.after(ms, () => resolve(otherwise))
    answer.then(resolve, reject).finally(cancel)
  })

const describe = (cause: unknown): string => (cause instanceof Error ? cause.message : 'no error object')

/** Asks the provider what became of a call whose outcome is unknown, where it can be asked or recognises repeats. */
export const findOut = async (
  needs: Needs,
  provider: Provider,
  account: ProviderAccount,
  { messageId, to, attempt }: Pick<Message, 'messageId' | 'to' | 'attempt'>,
  detail: string,
): Promise<SubmitOutcome> => {
  if (provider.lookUp !== undefined) {
    const asked = provider.lookUp(messageId, to, account.timeoutMs)
    const cannotTell = { _tag: 'CannotTell' as const, detail: 'the provider did not answer' }
    const found = await within(needs, account.timeoutMs + GRACE_MS, asked, cannotTell)
    if (found._tag === 'Taken') return found
    if (found._tag === 'NotTaken')
      return { _tag: 'RefusedForNow', detail: 'the provider never had the message' }
  }
  const mayRepeat = provider.deduplicates && attempt < MAX_ATTEMPTS
  return mayRepeat ? { _tag: 'RefusedForNow', detail } : { _tag: 'OutcomeUnknown', detail }
}

const submit = async (needs: Needs, provider: Provider, call: ClaimedCall): Promise<SubmitOutcome> => {
  const { message, account, configuration, template } = call
  const { messageId, to, recipientName } = message
  const content = render(template, message.variables)
  const submission = { messageId, to, recipientName, sender: configuration.sender, content }
  const noAnswer: SubmitOutcome = { _tag: 'OutcomeUnknown', detail: 'the provider did not answer in time' }
  const answer = provider.submit(submission, account.timeoutMs)
  const outcome = await within(needs, account.timeoutMs + GRACE_MS, answer, noAnswer)
  if (outcome._tag !== 'OutcomeUnknown') return outcome
  return findOut(needs, provider, account, { messageId, to, attempt: call.attempt }, outcome.detail)
}

/**
 * Calls the provider for a claimed message, within the account's bounds on time and concurrency. A call that
 * could outlast its lease is not begun: another dispatcher might take the message meanwhile (reliability F34).
 */
export const callProvider =
  (needs: Needs, providers: OpenProviders) =>
  async (call: ClaimedCall): Promise<SubmitOutcome> => {
    const { clock, telemetry } = needs
    const { account } = call
    const leave = await providers.enter(account.providerAccountId, account.maxConcurrent)
    const startedAtMs = clock.nowMs()
    try {
      const tooLate = startedAtMs + account.timeoutMs + GRACE_MS >= call.leaseUntilMs
      if (tooLate) return { _tag: 'RefusedForNow', detail: 'waited too long for a free connection' }
      const outcome = await submit(needs, providers.get(account), call)
      telemetry.happened({
        _tag: 'ProviderCalled',
        channel: call.message.channel,
        providerAccountId: account.providerAccountId,
        outcome: outcome._tag,
        durationMs: clock.nowMs() - startedAtMs,
      })
      return outcome
    } catch (cause) {
      telemetry.happened({ _tag: 'Trouble', where: 'provider', cause: describe(cause) })
      return { _tag: 'OutcomeUnknown', detail: 'the provider adapter failed' }
    } finally {
      leave()
    }
  }
