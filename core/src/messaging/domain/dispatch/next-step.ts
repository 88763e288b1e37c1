import type { AppCatalog } from '../../../catalog/domain/app-catalog.js'
import { isOnHold } from '../../../catalog/domain/held-sender.js'
import { isBlocked } from '../../../catalog/domain/blocked-destination.js'
import type { PreparedCatalog } from '../../../catalog/domain/prepared-catalog.js'
import { CHANNELS } from '../../../channels/channels.js'
import type { Message } from '../messages/message.js'
import { isMask } from '../../../kernel/messages/sealed-variables.js'
import { isInUse } from '../../../tenancy/domain/app-state.js'
import type { Environment } from '../../../tenancy/domain/records.js'
import { servesRecipient } from '../../../tenancy/domain/routing.js'
import type { ProviderAccount } from '../../../tenancy/domain/service-configuration.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import { checkVariables } from '../../../templates/domain/check-variables.js'
import { templateInLanguage } from '../../../templates/domain/languages-of.js'
import { barToSending, type CompiledTemplate } from '../../../templates/domain/compiled-template.js'
import { chooseAccounts } from './choose-accounts.js'
import { hasRefused } from '../../../providers/domain/calls/account-refusal.js'
import type { Attempt } from '../../../providers/domain/calls/attempt.js'
import type { LockedMessage } from './locked-message.js'
import { RECONCILIATION_WINDOW_MS } from '../../../providers/domain/calls/past-check.js'
import type { Ending } from './report.js'

/** A dispatcher's next action for a message that it received. */
export type Step =
  | { readonly _tag: 'Nothing' }
  /** Submit to the first of the accounts that has room. */
  | { readonly _tag: 'Submit'; readonly accounts: readonly ProviderAccount[] }
  /** A call was started and its end isn't recorded: its outcome must be found out. */
  | { readonly _tag: 'FindOut'; readonly attempt: Attempt }
  /** A provider took the message and can be asked for a delivery report. */
  | { readonly _tag: 'AskForReport'; readonly attempt: Attempt }
  | { readonly _tag: 'End'; readonly ending: Ending }

/** The fields of a locked message that its next step depends on. */
type Held = Omit<LockedMessage, 'claim'>

const nothing: Step = { _tag: 'Nothing' }
/** Endings that follow from the message and its catalog only. */
type EndingTag = Exclude<Ending['_tag'], 'Parked' | 'QueueFull'>

const end = (tag: EndingTag): Step => ({ _tag: 'End', ending: { _tag: tag } })

const stepWhenUnconfirmed = (message: Message, attempt: Attempt | undefined, nowMs: EpochMs): Step => {
  if (nowMs >= message.updatedAtMs + RECONCILIATION_WINDOW_MS) return end('NeverConfirmed')
  return attempt === undefined ? nothing : { _tag: 'FindOut', attempt }
}

const stepWhenSubmitted = (message: Message, attempt: Attempt | undefined, nowMs: EpochMs): Step => {
  if (nowMs >= message.updatedAtMs + RECONCILIATION_WINDOW_MS)
    return end(message.billing === 'provisional' ? 'ReservationExpired' : 'Unreported')
  return attempt?.phase === 'accepted' ? { _tag: 'AskForReport', attempt } : nothing
}

/**
 * The variable that takes the message's OTP, if it carries one. The caller's own variables come first and may
 * look like it.
 */
const codeVariableOf = ({ sealedVariables, variables }: Message): string | undefined =>
  sealedVariables === undefined
    ? undefined
    : Object.keys(variables).findLast((name) => isMask(variables[name] ?? ''))

/**
 * Whether a later template version can render the message: it may need other variables, or have other
 * destinations.
 */
const canTakeOver = (message: Message, template: CompiledTemplate, environment: Environment): boolean =>
  barToSending(template, message.to, environment) === undefined &&
  checkVariables(template, message.variables, codeVariableOf(message)).length === 0

/** Whether the current template can render the message. */
const isSayable = (message: Message, { catalog, templates }: PreparedCatalog): boolean => {
  const template = templateInLanguage(templates.get(message.templateId), message.language)
  if (template === undefined) return false
  const isAsAccepted = template.version.templateVersionId === message.templateVersionId
  return isAsAccepted || canTakeOver(message, template, catalog.app.environment)
}

/** The fields of an app's catalog that emergency stops change. */
export type SwitchFacts = Pick<
  AppCatalog,
  'organization' | 'app' | 'configurations' | 'providerAccounts' | 'blockedDestinations'
>

type Addressed = Pick<Message, 'channel' | 'to'>

/**
 * Whether super admins have switched off every account that the channel is mapped to. An account that is only
 * unfit is waited for.
 */
const isChannelOff = ({ configurations, providerAccounts }: SwitchFacts, { channel }: Addressed): boolean => {
  const mapped = configurations.get(channel)?.providerAccountIds ?? []
  return mapped.length > 0 && mapped.every((id) => providerAccounts.get(id)?.status === 'disabled')
}

/**
 * Whether an emergency stop stops the message (docs/api/admin#emergency-stops). A super admin can stop its
 * Organization, app, providers or destination; its own Organization can stop its app.
 */
export const isCancelled = (catalog: SwitchFacts, message: Addressed): boolean =>
  catalog.organization.status !== 'active' ||
  !isInUse(catalog.app) ||
  (CHANNELS[message.channel].recipient.isNumber && isBlocked(catalog.blockedDestinations, message.to)) ||
  isChannelOff(catalog, message)

/** The reason to stop sending a message, if there is one (docs/promises#stale-sends). */
const reasonToStop = (message: Message, prepared: PreparedCatalog, nowMs: EpochMs): EndingTag | undefined => {
  if (nowMs >= message.expiresAtMs) return 'Expired'
  if (isCancelled(prepared.catalog, message)) return 'Cancelled'
  return isSayable(message, prepared) ? undefined : 'TemplateWithdrawn'
}

/** Whether the message waits for a decision about an opt-out to its sender. */
const isHeldBack = ({ lane, channel }: Message, { catalog }: PreparedCatalog): boolean =>
  lane === 'promotional' && isOnHold(catalog.heldSenders, catalog.configurations.get(channel))

/** The usable accounts in order, without those that refuse the message. */
const accountsInTurn = (
  { message, refusals }: Held,
  { catalog, providers }: PreparedCatalog,
): readonly ProviderAccount[] | 'refused everywhere' => {
  const configuration = catalog.configurations.get(message.channel)
  const usable = chooseAccounts(providers.get(message.channel) ?? [], configuration?.routing, message)
  const willing =
    configuration === undefined || refusals.length === 0
      ? usable
      : usable.filter((account) => !hasRefused(refusals, account, configuration))
  if (willing.length === 0 && usable.length > 0) return 'refused everywhere'
  const first = message.attempt % Math.max(1, willing.length)
  return [...willing.slice(first), ...willing.slice(0, first)]
}

const stepWhenAccepted = (held: Held, prepared: PreparedCatalog, nowMs: EpochMs): Step => {
  const { message, lastAttempt: attempt } = held
  if (attempt?.phase === 'intent') return { _tag: 'FindOut', attempt }
  const repeated = attempt?.phase === 'unknown' ? attempt.providerAccountId : undefined
  const stop = reasonToStop(message, prepared, nowMs)
  if (stop !== undefined) return end(repeated === undefined ? stop : 'OutcomeUnknown')
  if (isHeldBack(message, prepared)) return end('OnHold')
  const accounts =
    repeated === undefined
      ? accountsInTurn(held, prepared)
      : (prepared.providers.get(message.channel) ?? []).filter((one) => one.providerAccountId === repeated)
  if (accounts === 'refused everywhere') return end('RejectedByAllRoutes')
  if (accounts.length > 0) return { _tag: 'Submit', accounts }
  return end(repeated === undefined ? 'NoProvider' : 'OutcomeUnknown')
}

/**
 * Whether a message that was claimed for an account may still be sent there, by a newer catalog at a later
 * time.
 */
export const mayStillGo = (
  message: Message,
  { providerAccountId }: ProviderAccount,
  prepared: PreparedCatalog,
  nowMs: EpochMs,
): boolean =>
  reasonToStop(message, prepared, nowMs) === undefined &&
  !isHeldBack(message, prepared) &&
  (prepared.providers.get(message.channel) ?? []).some(
    (one) => one.providerAccountId === providerAccountId,
  ) &&
  servesRecipient(
    prepared.catalog.configurations.get(message.channel)?.routing,
    providerAccountId,
    message.to,
  )

/**
 * Decides the next step of a message (docs/promises#unknown-outcomes).
 * - It does nothing while another dispatcher's lease runs.
 * - It never makes a second call while the outcome of the first one is unknown.
 * - It makes no call after the validity period, an emergency stop or the withdrawal of the template.
 * - Each attempt goes to the next mapped account, or to the one after it if that one has no room. Accounts
 *   that refuse the message are skipped.
 * - If the last attempt's outcome is unknown, it is repeated at the same account or not at all.
 */
export const nextStep = (held: Held, prepared: PreparedCatalog, nowMs: EpochMs): Step => {
  const { message, lastAttempt } = held
  if (message.leaseUntilMs > nowMs) return nothing
  switch (message.state) {
    case 'ACCEPTED':
      return stepWhenAccepted(held, prepared, nowMs)
    case 'UNCONFIRMED':
      return stepWhenUnconfirmed(message, lastAttempt, nowMs)
    case 'SUBMITTED':
      return stepWhenSubmitted(message, lastAttempt, nowMs)
    default:
      return nothing
  }
}
