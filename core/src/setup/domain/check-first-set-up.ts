import { checkProposal } from '../../approvals/domain/check-proposal.js'
import { type Channel, CHANNEL_NAMES } from '../../channels/channels.js'
import type { WellShaped } from '../../kernel/codecs/well-shaped.js'
import type { InspectionContext } from '../../kernel/inspections/inspection.js'
import { isCurrency } from '../../kernel/money/iso-4217.js'
import { checkPassword } from '../../identity/domain/people/password.js'
import { emailKeyOf } from '../../identity/domain/people/user.js'
import { parseEmailAddress } from '../../kernel/addresses/email-address.js'
import { bodyProblem } from '../../kernel/refusals/body-problem.js'
import { repeatedEntries } from '../../kernel/refusals/repeated-entries.js'
import type { FieldProblem } from '../../kernel/refusals/refusal.js'
import { isOfEnvironment } from '../../tenancy/domain/check-providers.js'
import { senderProblems } from '../../channels/check-sender.js'
import type { FirstSetUpRequest } from './first-set-up.js'

/** The well-shaped parts of a first set-up. */
export type FirstSetUpParts = WellShaped<FirstSetUpRequest>

/** The rules that a first set-up is checked against. */
interface Standards {
  /** The currencies of the platform's accounts. */
  readonly currencies: readonly string[]
  readonly isCommonPassword: (password: string) => boolean
}

/** Moves problems one level down: prefixes the fields of a part with its position in the whole. */
export const withinPart = (place: string, problems: readonly FieldProblem[]): readonly FieldProblem[] =>
  problems.map((problem) => ({ ...problem, field: `${place}${problem.field}` }))

const addressProblems = (field: string, address: string | undefined): readonly FieldProblem[] =>
  address === undefined || parseEmailAddress(address) !== undefined
    ? []
    : [bodyProblem(field, 'format', 'The value must be one email address.')]

const peopleProblems = (
  { firstAdmin, secondAdmin, organization }: FirstSetUpParts,
  { isCommonPassword }: Standards,
): readonly FieldProblem[] => {
  const { email: first, displayName, password } = firstAdmin ?? {}
  const second = secondAdmin?.email
  const isSame = first !== undefined && second !== undefined && emailKeyOf(first) === emailKeyOf(second)
  const { displayName: organizationName = '', legalName = '' } = organization ?? {}
  const known = [first ?? '', displayName ?? '', organizationName, legalName]
  return [
    ...addressProblems('/firstAdmin/email', first),
    ...(password === undefined
      ? []
      : checkPassword(password, '/firstAdmin/password', known, isCommonPassword)),
    ...addressProblems('/secondAdmin/email', second),
    ...(isSame
      ? [
          bodyProblem(
            '/secondAdmin/email',
            'not_allowed',
            'The second super admin must be another person, because some decisions need two people.',
          ),
        ]
      : []),
  ]
}

const currencyProblems = (
  field: string,
  currency: string | undefined,
  { currencies }: Standards,
): readonly FieldProblem[] => {
  if (currency === undefined) return []
  if (!isCurrency(currency))
    return [bodyProblem(field, 'not_allowed', 'The currency must be a currency code of ISO 4217.')]
  return currencies.includes(currency)
    ? []
    : [bodyProblem(field, 'not_allowed', `The currency must be one of: ${currencies.join(', ')}.`)]
}

const providerProblems = ({ providers = [], organization }: FirstSetUpParts): readonly FieldProblem[] => {
  const environment = organization?.environment
  return providers.flatMap((provider, at) => {
    const { kind, name, channels } = provider ?? {}
    const isForeign =
      kind !== undefined && environment !== undefined && !isOfEnvironment({ kind }, { environment })
    const isRepeated = name !== undefined && providers.findIndex((other) => other?.name === name) !== at
    return withinPart(`/providers/${at}`, [
      ...(isForeign
        ? [
            bodyProblem(
              '/kind',
              'mismatch',
              'The test environment uses only the sandbox, and production never uses it.',
            ),
          ]
        : []),
      ...(isRepeated ? [bodyProblem('/name', 'not_allowed', 'Another provider already has this name.')] : []),
      ...repeatedEntries('/channels', channels),
    ])
  })
}

/** The channels to set up; undefined if an invalid provider may serve further channels. */
const channelsIn = (
  { providers }: FirstSetUpParts,
  { isBroken }: InspectionContext,
): readonly Channel[] | undefined =>
  providers === undefined || isBroken('/providers')
    ? undefined
    : CHANNEL_NAMES.filter((channel) => providers.some((provider) => provider?.channels?.includes(channel)))

/**
 * Renames the sender fields to their channel's sender, so that a problem shows which channel it belongs to.
 */
const renamed = (channel: Channel, problems: readonly FieldProblem[]): readonly FieldProblem[] =>
  problems.map((problem) => ({
    ...problem,
    field: problem.field.replace(/^\/sender/, `/senders/${channel}`),
  }))

const senderFaults = (parts: FirstSetUpParts, circumstances: InspectionContext): readonly FieldProblem[] => {
  const { isBroken } = circumstances
  const set = channelsIn(parts, circumstances)
  return CHANNEL_NAMES.flatMap((channel) => {
    const field = `/senders/${channel}`
    const sender = parts.senders?.[channel]
    if (sender === undefined)
      return set?.includes(channel) === true && !isBroken(field)
        ? [bodyProblem(field, 'required', `A sender for ${channel} is required.`)]
        : []
    if (set?.includes(channel) === false)
      return [bodyProblem(field, 'not_allowed', 'No provider account serves the channel.')]
    const faults = renamed(channel, senderProblems(channel, sender))
    return faults.filter((fault) => !isBroken(fault.field))
  })
}

const priceFaults = (
  { prices = [], organization }: FirstSetUpParts,
  standards: Standards,
  nowMs: number,
): readonly FieldProblem[] => {
  const slots = prices.map((price) =>
    [price?.channel, price?.destinationPrefix, price?.currency ?? organization?.currency].join(' '),
  )
  return prices.flatMap((price, at) => {
    if (price === undefined) return []
    const { channel, destinationPrefix, currency } = price
    // The currency is checked below.
    const proposal = { kind: 'price_version', channel, destinationPrefix, effectiveFromMs: nowMs } as const
    const isWhole = channel !== undefined && destinationPrefix !== undefined
    const isRepeated = isWhole && slots.indexOf(slots[at] ?? '') !== at
    return withinPart(`/prices/${at}`, [
      ...checkProposal(proposal, standards.currencies, nowMs),
      ...currencyProblems('/currency', currency, standards),
      ...(isRepeated
        ? [bodyProblem('/destinationPrefix', 'not_allowed', 'This prefix already has a price.')]
        : []),
    ])
  })
}

/** Channels without a price in the Organization's currency: they could not send. */
const unpriced = (parts: FirstSetUpParts, circumstances: InspectionContext): readonly FieldProblem[] => {
  const { prices, organization } = parts
  if (prices === undefined || circumstances.isBroken('/prices')) return []
  const own = organization?.currency
  const isPriced = (channel: Channel): boolean =>
    prices.some((price) => price?.channel === channel && (price.currency ?? own) === own)
  const missing = (channelsIn(parts, circumstances) ?? []).filter((channel) => !isPriced(channel))
  const sentence = `A price for ${missing.join(' and ')} in the Organization's currency is required.`
  return missing.length === 0 ? [] : [bodyProblem('/prices', 'required', sentence)]
}

/**
 * Checks the well-shaped parts of a first set-up without asking provider accounts. It finds invalid email
 * addresses, one address for both admins, easily guessed passwords, and currencies that don't exist or that
 * the platform has no accounts in. It also finds channels that no account can carry, or that lack a sender or
 * a price. Empty if there are no problems.
 */
export const checkFirstSetUp = (
  parts: FirstSetUpParts,
  standards: Standards,
  circumstances: InspectionContext,
): readonly FieldProblem[] => [
  ...peopleProblems(parts, standards),
  ...currencyProblems('/organization/currency', parts.organization?.currency, standards),
  ...providerProblems(parts),
  ...senderFaults(parts, circumstances),
  ...priceFaults(parts, standards, circumstances.nowMs),
  ...unpriced(parts, circumstances),
]
