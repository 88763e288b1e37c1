import { servesRecipient } from '../../../tenancy/domain/routing.js'
import { type Budget, countsTowards } from '../../../ledger/domain/budgets/budget.js'
import type { PreparedCatalog } from '../../../catalog/domain/prepared-catalog.js'
import type { AppCatalog } from '../../../catalog/domain/app-catalog.js'
import { isOnHold } from '../../../catalog/domain/held-sender.js'
import { isBlocked } from '../../../catalog/domain/blocked-destination.js'
import { CHANNELS } from '../../../channels/channels.js'
import { mainPartOf } from '../../../channels/own-records.js'
import type { Lane } from '../../../kernel/messages/lane.js'
import type { Charge } from '../messages/message.js'
import { isAmount } from '../../../kernel/money/money.js'
import { choosePrice, nextPriceMs } from '../../../ledger/domain/pricing/choose-price.js'
import { bodyProblem } from '../../../kernel/refusals/body-problem.js'
import { invalidRequest, type Refusal, refusal, refusalSaying } from '../../../kernel/refusals/refusal.js'
import { isInUse } from '../../../tenancy/domain/app-state.js'
import { isEntitled } from '../../../tenancy/domain/is-entitled.js'
import type { Environment } from '../../../tenancy/domain/records.js'
import type { AppSender } from '../../../tenancy/domain/senders/app-sender.js'
import { chooseSender } from '../../../tenancy/domain/senders/choose-sender.js'
import type { ChannelConfiguration } from '../../../tenancy/domain/service-configuration.js'
import { checkVariables } from '../../../templates/domain/check-variables.js'
import type { CompiledTemplate } from '../../../templates/domain/compiled-template.js'
import { type EpochMs, isoTime } from '../../../kernel/time/epoch-ms.js'
import { E } from '../../../fp.js'
import { findTemplate } from './find-template.js'
import type { AddressedRequest } from '../messages/send-request.js'

/** The result of all checks on a request except the balance. */
export interface Quote {
  readonly template: CompiledTemplate
  /** The language of the text; undefined if the template has only one. */
  readonly language: string | undefined
  readonly lane: Lane
  /** Whether the recipient must have a recorded opt-in (docs/api/consent#required-opt-in). */
  readonly requiresOptIn: boolean
  /** The main part of the chosen sender. */
  readonly sender: string
  readonly units: number
  readonly charge: Charge
  /** The app's environment: its account would pay for the message. */
  readonly environment: Environment
  /** The budgets that the message counts towards. */
  readonly budgets: readonly Budget[]
}

const ON_HOLD =
  'Promotional messages of the sender ID are on hold until an opt-out to it is assigned to a recipient.'

/** Why the app can't use the channel now; undefined if it can. */
const inactivity = ({ app, organization }: AppCatalog, { channel }: AddressedRequest): string | undefined => {
  if (!isInUse(app)) return 'The app is paused or disabled.'
  if (app.restrictions.allowedChannels?.includes(channel) === false)
    return `The app doesn't allow the channel ${channel}.`
  if (!isEntitled(organization, app.environment, channel))
    return `The Organization isn't entitled to the channel ${channel} in ${app.environment}.`
  return undefined
}

/** Why the app can't send to the recipient's country or number range; undefined if it can. */
const destinationProblem = (
  { app, blockedDestinations }: AppCatalog,
  { recipient: { country, to } }: AddressedRequest,
): string | undefined => {
  if (country === undefined) return undefined
  if (app.restrictions.allowedCountries?.includes(country) === false)
    return `The app doesn't allow messages to the country ${country}.`
  return isBlocked(blockedDestinations, to) ? 'Messages to this number range are blocked.' : undefined
}

const findCharge = (
  prepared: PreparedCatalog,
  { channel, recipient: { to } }: AddressedRequest,
  { priceCategory }: CompiledTemplate,
  units: number,
  nowMs: EpochMs,
): Charge | undefined => {
  const price = choosePrice(prepared.prices, channel, to, nowMs, priceCategory)
  if (price === undefined || !isAmount(price.unitAmountMinor * units)) return undefined
  return {
    amountMinor: price.unitAmountMinor * units,
    currency: price.currency,
    priceVersionId: price.priceVersionId,
    chargeOn: price.chargeOn,
  }
}

/** The refusal if there is no price. It names the channel and country, and when a price takes effect. */
const noPrice = (
  { prices }: PreparedCatalog,
  { channel, recipient }: AddressedRequest,
  { priceCategory }: CompiledTemplate,
  nowMs: EpochMs,
) => {
  const { to, country } = recipient
  const what = country === undefined ? channel : `${channel} to ${country}`
  const nextMs = nextPriceMs(prices, channel, to, nowMs, priceCategory)
  const next = nextMs === undefined ? '.' : `. The next one takes effect at ${isoTime(nextMs)}.`
  return refusalSaying('PriceUnavailable', `There is no price for ${what}${next}`)
}

/**
 * Whether an account serves the recipient. For an OTP, an account must also be ready to send now: an OTP
 * doesn't wait for its provider as other messages do (docs/api/delivery#several-accounts).
 */
const isProviderReady = (
  { providers, catalog: { unreadyAccounts } }: PreparedCatalog,
  { channel, recipient }: AddressedRequest,
  { routing }: ChannelConfiguration,
  lane: Lane,
): boolean =>
  (providers.get(channel) ?? []).some(
    ({ providerAccountId }) =>
      servesRecipient(routing, providerAccountId, recipient.to) &&
      !(lane === 'otp' && unreadyAccounts.has(providerAccountId)),
  )

/** The class of a message: with a code it is an OTP, whatever the category of its template. */
const classOf = ({ codeVariable }: AddressedRequest, { version }: CompiledTemplate): Lane =>
  codeVariable === undefined ? version.category : 'otp'

/** The sender for a message of the category; the carriers' rules apply only in production. */
const chooseSenderOf = (
  { catalog: { app }, senderRules }: PreparedCatalog,
  { channel, recipient: { to, country } }: AddressedRequest,
  { senders }: ChannelConfiguration,
  category: Lane,
  nowMs: EpochMs,
): E.Either<string, AppSender> =>
  chooseSender(
    senders,
    { channel, to, country, category },
    app.environment === 'test' ? undefined : senderRules,
    nowMs,
  )

/**
 * Checks a request against the catalog, in the order of docs/api/sending#order-of-checks: Organization and
 * entitlement, destination, template and variables, sender, price, provider readiness. The balance is checked
 * later, under its lock.
 */
export const quote = (
  prepared: PreparedCatalog,
  request: AddressedRequest,
  nowMs: EpochMs,
): E.Either<Refusal, Quote> => {
  const { catalog } = prepared
  if (catalog.organization.status !== 'active') return E.left(refusal('OrganizationSuspended'))
  const inactive = inactivity(catalog, request)
  if (inactive !== undefined) return E.left(refusalSaying('ChannelNotActive', inactive))
  const unreachable = destinationProblem(catalog, request)
  if (unreachable !== undefined) return E.left(refusalSaying('DestinationNotAllowed', unreachable))
  const usable = findTemplate(prepared, request)
  if (E.isLeft(usable)) return usable
  const template = usable.right
  const problems = checkVariables(template, request.variables, request.codeVariable)
  if (problems.length > 0) return E.left(invalidRequest(problems))
  const { units } = template.content.layout(request.variables)
  const { most } = CHANNELS[request.channel].unit
  if (most !== undefined && units > most.count)
    return E.left(invalidRequest([bodyProblem('/variables', 'too_long', most.problem)]))
  const configuration = catalog.configurations.get(request.channel)
  if (configuration === undefined)
    return E.left(
      refusalSaying('SenderUnavailable', `The app has no sender ID for the channel ${request.channel}.`),
    )
  const category = classOf(request, template)
  if (category === 'promotional' && isOnHold(catalog.heldSenders, configuration))
    return E.left(refusalSaying('SenderUnavailable', ON_HOLD))
  const chosen = chooseSenderOf(prepared, request, configuration, category, nowMs)
  if (E.isLeft(chosen)) return E.left(refusalSaying('SenderUnavailable', chosen.left))
  const charge = findCharge(prepared, request, template, units, nowMs)
  if (charge === undefined) return E.left(noPrice(prepared, request, template, nowMs))
  if (!isProviderReady(prepared, request, configuration, category))
    return E.left(refusal('ProviderUnavailable'))
  const { appId, environment } = catalog.app
  const { channel } = request
  const budgets = catalog.budgets.filter((budget) =>
    countsTowards(budget, { appId, channel, environment, currency: charge.currency }),
  )
  const { value: sender } = mainPartOf(chosen.right.sender)
  const lane = template.version.category
  const requiresOptIn = lane === 'promotional' && catalog.app.restrictions.consentRequired === true
  const hasLanguages = prepared.templates.get(request.templateId)?.languages !== undefined
  const language = hasLanguages ? template.version.language : undefined
  return E.right({ template, language, lane, requiresOptIn, sender, units, charge, environment, budgets })
}
