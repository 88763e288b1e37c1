import type { FailureStage } from '../../domain/dispatch/dead-letter.js'
import type { CallOutcome, SubmitOutcome } from '../../domain/dispatch/outcome.js'
import type { RenderedContent } from '../../domain/dispatch/rendered-content.js'
import type { Message } from '../../domain/messages/message.js'
import { parseUnsealed, sealedVariablesPlace } from '../../domain/messages/sealed-variables.js'
import type { ChannelConfiguration, ProviderAccount } from '../../domain/tenancy/service-configuration.js'
import type { CompiledTemplate } from '../../domain/templates/compiled-template.js'
import { render } from '../../domain/templates/render.js'
import { type EpochMs, SECOND_MS } from '../../domain/time/epoch-ms.js'
import type { Ports } from '../../ports/ports.js'
import type { CatalogCache } from '../catalog/catalog-cache.js'
import { askProvider, GRACE_MS, openAccount, trouble, within } from './ask-provider.js'
import { callPlaces } from './call-places.js'
import type { OpenProviders } from './open-providers.js'
import { secondLook, STALE_MS } from './second-look.js'

/** How much longer than its time-out a call's lease runs (reliability F34). */
export const LEASE_MARGIN_MS = 30 * SECOND_MS

type Needs = Pick<Ports, 'storage' | 'clock' | 'timers' | 'telemetry' | 'keyRing'>

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

/** Nothing left this process; but where an earlier call of the same message is open, it stays open. */
const notBegun = ({ isRepeat }: ClaimedCall, detail: string, failed?: FailureStage): CallOutcome => ({
  _tag: isRepeat ? 'ToBeRepeated' : 'NotBegun',
  detail,
  ...(failed === undefined ? {} : { failed }),
})

/**
 * The message's variables as its recipient is to read them; undefined, and told to telemetry, where a sealed value
 * cannot be opened. Another dispatcher may have the key, or this one soon: no reason to give the message up.
 */
const readable = (
  needs: Needs,
  { messageId, variables, sealedVariables }: Message,
): Message['variables'] | undefined => {
  if (sealedVariables === undefined) return variables
  try {
    const unsealed = parseUnsealed(needs.keyRing.open(sealedVariables, sealedVariablesPlace(messageId)))
    if (unsealed === undefined) throw new Error(`what ${messageId} has sealed is no record of texts`)
    return { ...variables, ...unsealed }
  } catch (cause) {
    trouble(needs, 'keys', cause)
    return undefined
  }
}

/** What the recipient gets; undefined, and told to telemetry without a word of it, where the template does not render. */
const rendered = (
  needs: Needs,
  template: CompiledTemplate,
  variables: Message['variables'],
): RenderedContent | undefined => {
  try {
    return render(template, variables)
  } catch {
    trouble(needs, 'rendering', new Error(`template ${template.version.templateVersionId} does not render`))
    return undefined
  }
}

const submit = async (needs: Needs, providers: OpenProviders, call: ClaimedCall): Promise<CallOutcome> => {
  const { message, account, attempt, configuration, template } = call
  const { messageId, to, recipientName } = message
  const provider = openAccount(needs, providers, account)
  if (provider === undefined) return notBegun(call, 'the provider account cannot be opened')
  const variables = readable(needs, message)
  if (variables === undefined) return notBegun(call, 'the sealed variables cannot be opened', 'unsealing')
  const content = rendered(needs, template, variables)
  if (content === undefined) return notBegun(call, 'the template does not render', 'rendering')
  const submission = { messageId, to, recipientName, sender: configuration.sender, content }
  const noAnswer: SubmitOutcome = { _tag: 'OutcomeUnknown', detail: 'the provider did not answer' }
  const ask = () => provider.submit(submission, account.timeoutMs)
  const outcome = await within(needs, account.timeoutMs + GRACE_MS, ask, noAnswer)
  const isOpen = outcome._tag === 'OutcomeUnknown' || (call.isRepeat && outcome._tag === 'RefusedForNow')
  if (!isOpen) return outcome
  return askProvider(needs, provider, account, { ...message, attempt }, outcome.detail)
}

/** Every outcome by the word that adapters have for it. */
const TOLD_AS: Readonly<Record<CallOutcome['_tag'], SubmitOutcome['_tag']>> = {
  Taken: 'Taken',
  RefusedForGood: 'RefusedForGood',
  RefusedForNow: 'RefusedForNow',
  OutcomeUnknown: 'OutcomeUnknown',
  ToBeRepeated: 'OutcomeUnknown',
  NotBegun: 'RefusedForNow',
}

/** From when on the call may not be begun for its lease: another dispatcher might take the message meanwhile. */
const leaseEndMs = ({ account, leaseUntilMs }: ClaimedCall): EpochMs =>
  leaseUntilMs - account.timeoutMs - GRACE_MS

/**
 * Calls the provider for a claimed message, within the account's bounds on time and concurrency. A call that
 * could outlast its lease is not begun (reliability F34), nor one whose message has outlived its validity (decisions 6)
 * or was stopped while it waited for a place.
 */
export const callProvider = (needs: Needs, providers: OpenProviders, catalogs: CatalogCache) => {
  const { clock, telemetry } = needs
  const places = callPlaces(needs)
  const mayStillGo = secondLook(needs, catalogs)

  const reasonNotToBegin = async (call: ClaimedCall, waitedMs: number): Promise<string | undefined> => {
    const isStopped = waitedMs >= STALE_MS && !(await mayStillGo(call))
    const nowMs = clock.nowMs()
    if (nowMs >= call.message.expiresAtMs) return 'was no longer valid after it had waited'
    if (nowMs >= leaseEndMs(call)) return 'no connection was free in time'
    return isStopped ? 'was stopped while it waited' : undefined
  }

  const callNow = async (call: ClaimedCall): Promise<CallOutcome> => {
    const { account, message } = call
    const startedAtMs = clock.nowMs()
    const outcome = await submit(needs, providers, call)
    telemetry.happened({
      _tag: 'ProviderCalled',
      channel: message.channel,
      providerAccountId: account.providerAccountId,
      outcome: TOLD_AS[outcome._tag],
      durationMs: clock.nowMs() - startedAtMs,
    })
    return outcome
  }

  return async (call: ClaimedCall): Promise<CallOutcome> => {
    const { account, message } = call
    const cameAtMs = clock.nowMs()
    const leave = await places.enter(account, message, Math.min(leaseEndMs(call), message.expiresAtMs))
    if (leave === undefined) return notBegun(call, 'no connection was free in time')
    try {
      const reason = await reasonNotToBegin(call, clock.nowMs() - cameAtMs)
      return reason === undefined ? await callNow(call) : notBegun(call, reason)
    } finally {
      leave()
    }
  }
}
