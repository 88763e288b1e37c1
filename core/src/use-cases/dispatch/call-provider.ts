import type { CallOutcome, SubmitOutcome } from '../../domain/dispatch/outcome.js'
import type { Message } from '../../domain/messages/message.js'
import type { ChannelConfiguration, ProviderAccount } from '../../domain/tenancy/service-configuration.js'
import type { CompiledTemplate } from '../../domain/templates/compiled-template.js'
import { render } from '../../domain/templates/render.js'
import { MAX_ATTEMPTS } from '../../domain/dispatch/backoff.js'
import { SECOND_MS } from '../../domain/time/epoch-ms.js'
import type { Ports } from '../../ports/ports.js'
import type { LookUpOutcome, Provider } from '../../ports/provider.js'
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
  /** Whether the outcome of an earlier call is open and this one repeats it at the same provider. */
  readonly isRepeat: boolean
  readonly leaseUntilMs: number
  readonly account: ProviderAccount
  readonly configuration: ChannelConfiguration
  readonly template: CompiledTemplate
}

const trouble = ({ telemetry }: Needs, cause: unknown): void =>
  telemetry.happened({
    _tag: 'Trouble',
    where: 'provider',
    cause: cause instanceof Error ? cause.message : 'no error object',
  })

/** The answer, or another when none comes in time: adapters promise to keep it and never to throw; this relies on neither. */
const within = <A>(needs: Needs, ms: number, ask: () => Promise<A>, otherwise: A): Promise<A> =>
  new Promise((resolve) => {
    const cancel = needs.timers.after(ms, () => resolve(otherwise))
    const answer = async (): Promise<void> => {
      try {
        resolve(await ask())
      } catch (cause) {
        trouble(needs, cause)
        resolve(otherwise)
      }
      cancel()
    }
    void answer()
  })

/** The open account; undefined, and told to telemetry, where its settings or secrets do not let it be opened. */
const openAccount = (
  needs: Needs,
  providers: OpenProviders,
  account: ProviderAccount,
): Provider | undefined => {
  try {
    return providers.get(account)
  } catch (cause) {
    trouble(needs, cause)
    return undefined
  }
}

const cannotTell: LookUpOutcome = { _tag: 'CannotTell', detail: 'the provider did not answer' }

/** Asks the provider what became of a call whose outcome is unknown, where it can be asked or recognises repeats. */
const askProvider = async (
  needs: Needs,
  provider: Provider,
  account: ProviderAccount,
  { messageId, to, attempt }: Pick<Message, 'messageId' | 'to' | 'attempt'>,
  detail: string,
): Promise<CallOutcome> => {
  if (provider.lookUp !== undefined) {
    const ask = async () => (await provider.lookUp?.(messageId, to, account.timeoutMs)) ?? cannotTell
    const found = await within(needs, account.timeoutMs + GRACE_MS, ask, cannotTell)
    if (found._tag === 'Taken') return found
    if (found._tag === 'NotTaken')
      return { _tag: 'RefusedForNow', detail: 'the provider never had the message' }
  }
  const mayRepeat = provider.deduplicates && attempt < MAX_ATTEMPTS
  return mayRepeat ? { _tag: 'ToBeRepeated', detail } : { _tag: 'OutcomeUnknown', detail }
}

/** Finds out what became of a call that nobody saw the end of (reliability F38). */
export const findOut = async (
  needs: Needs,
  providers: OpenProviders,
  account: ProviderAccount | undefined,
  message: Pick<Message, 'messageId' | 'to' | 'attempt'>,
): Promise<CallOutcome> => {
  const detail = 'the call was interrupted'
  const provider = account === undefined ? undefined : openAccount(needs, providers, account)
  if (account === undefined || provider === undefined) return { _tag: 'OutcomeUnknown', detail }
  return askProvider(needs, provider, account, message, detail)
}

/** Nothing left this process; but where an earlier call of the same message is open, it stays open. */
const notBegun = ({ isRepeat }: ClaimedCall, detail: string): CallOutcome =>
  isRepeat ? { _tag: 'ToBeRepeated', detail } : { _tag: 'RefusedForNow', detail }

const submit = async (needs: Needs, providers: OpenProviders, call: ClaimedCall): Promise<CallOutcome> => {
  const { message, account, configuration, template } = call
  const { messageId, to, recipientName } = message
  const provider = openAccount(needs, providers, account)
  if (provider === undefined) return notBegun(call, 'the provider account cannot be opened')
  const content = render(template, message.variables)
  const submission = { messageId, to, recipientName, sender: configuration.sender, content }
  const noAnswer: SubmitOutcome = { _tag: 'OutcomeUnknown', detail: 'the provider did not answer' }
  const ask = () => provider.submit(submission, account.timeoutMs)
  const outcome = await within(needs, account.timeoutMs + GRACE_MS, ask, noAnswer)
  const isOpen = outcome._tag === 'OutcomeUnknown' || (call.isRepeat && outcome._tag === 'RefusedForNow')
  if (!isOpen) return outcome
  return askProvider(needs, provider, account, { messageId, to, attempt: call.attempt }, outcome.detail)
}

/**
 * Calls the provider for a claimed message, within the account's bounds on time and concurrency. A call that
 * could outlast its lease is not begun: another dispatcher might take the message meanwhile (reliability F34).
 */
export const callProvider =
  (needs: Needs, providers: OpenProviders) =>
  async (call: ClaimedCall): Promise<CallOutcome> => {
    const { clock, telemetry } = needs
    const { account } = call
    const leave = await providers.enter(account.providerAccountId, account.maxConcurrent)
    const startedAtMs = clock.nowMs()
    try {
      const tooLate = startedAtMs + account.timeoutMs + GRACE_MS >= call.leaseUntilMs
      if (tooLate) return notBegun(call, 'waited too long for a free connection')
      const outcome = await submit(needs, providers, call)
      telemetry.happened({
        _tag: 'ProviderCalled',
        channel: call.message.channel,
        providerAccountId: account.providerAccountId,
        outcome: outcome._tag === 'ToBeRepeated' ? 'OutcomeUnknown' : outcome._tag,
        durationMs: clock.nowMs() - startedAtMs,
      })
      return outcome
    } finally {
      leave()
    }
  }
