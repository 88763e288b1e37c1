import type { OrganizationId } from '../../../kernel/ids/id.js'
import type { Channel } from '../../../channels/channels.js'
import { priceCategoryOf } from '../../../channels/price-categories.js'
import type { Lane } from '../../../kernel/messages/lane.js'
import type { BillingStatus, MessageState } from '../../../kernel/messages/message-state.js'
import type { Environment } from '../../../tenancy/domain/records.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import { choosePrice, type PriceList, priceList } from '../pricing/choose-price.js'
import type { ChargeOn, PriceVersion } from '../pricing/price-version.js'

/** The fields of a message that its price depends on. */
export interface PricedMessage {
  readonly organizationId: OrganizationId
  readonly environment: Environment
  readonly channel: Channel
  readonly to: string
  readonly lane: Lane
  readonly units: number
  readonly charge: { readonly amountMinor: number; readonly currency: string }
  readonly billing: BillingStatus
  readonly state: MessageState
}

/** Messages from a part of a month, and their share of all messages in it. */
export interface VolumeSlice {
  readonly messages: readonly PricedMessage[]
  /** 1 if they are all included; otherwise they are a sample of this share. */
  readonly share: number
}

/** The effect of a proposed price for one environment of an Organization. */
export interface PriceComparison {
  readonly organizationId: OrganizationId
  readonly environment: Environment
  readonly messages: number
  readonly units: number
  readonly beforeMinor: number
  readonly afterMinor: number
}

const CHARGED: Readonly<Record<ChargeOn, readonly MessageState[]>> = {
  submitted: ['SUBMITTED', 'DELIVERED', 'READ', 'UNDELIVERED'],
  delivered: ['DELIVERED', 'READ'],
}

const afterOf = ({ state, units }: PricedMessage, price: PriceVersion): number =>
  CHARGED[price.chargeOn].includes(state) ? units * price.unitAmountMinor : 0

/**
 * The effect of a proposed price: for the messages that it would have applied to, by the rule of acceptance,
 * the old and new amounts. Samples are scaled up by their share. Their vendor's category is the one that matches
 * their templates, because messages don't store another.
 */
export const priceComparisons = (
  proposed: PriceVersion,
  prices: readonly PriceVersion[],
  slices: readonly VolumeSlice[],
  nowMs: EpochMs,
): readonly PriceComparison[] => {
  const lists = new Map<OrganizationId, PriceList>()
  const listOf = (owner: OrganizationId): PriceList => {
    const known = lists.get(owner)
    if (known !== undefined) return known
    const own = prices.filter(({ organizationId }) => (organizationId ?? owner) === owner)
    const made = priceList([...own, proposed])
    lists.set(owner, made)
    return made
  }
  const comparisons = new Map<string, PriceComparison>()
  for (const { messages, share } of slices)
    for (const message of messages) {
      const { organizationId, environment, channel, to, lane, charge, billing, units } = message
      if (channel !== proposed.channel || charge.currency !== proposed.currency) continue
      const category = priceCategoryOf(channel, undefined, lane)
      if (choosePrice(listOf(organizationId), channel, to, nowMs, category) !== proposed) continue
      const key = `${organizationId} ${environment}`
      const before = comparisons.get(key)
      comparisons.set(key, {
        organizationId,
        environment,
        messages: (before?.messages ?? 0) + 1 / share,
        units: (before?.units ?? 0) + units / share,
        beforeMinor: (before?.beforeMinor ?? 0) + (billing === 'settled' ? charge.amountMinor : 0) / share,
        afterMinor: (before?.afterMinor ?? 0) + afterOf(message, proposed) / share,
      })
    }
  return [...comparisons.values()].map((each) => ({
    ...each,
    messages: Math.round(each.messages),
    units: Math.round(each.units),
    beforeMinor: Math.round(each.beforeMinor),
    afterMinor: Math.round(each.afterMinor),
  }))
}
