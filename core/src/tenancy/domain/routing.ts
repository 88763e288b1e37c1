import type { ProviderAccountId } from '../../kernel/ids/id.js'

/**
 * How the first account of a message is chosen (docs/api/delivery#several-accounts): by order, by each
 * account's share of messages, or by cost.
 */
export const ROUTING_STRATEGIES = ['order', 'weighted', 'cheapest'] as const

export type RoutingStrategy = (typeof ROUTING_STRATEGIES)[number]

/** The cost of a message unit at an account, by destination. */
export interface UnitCost {
  /** The number prefix, for example `+91`, or `*` for all. The longest match wins. */
  readonly prefix: string
  /** In minor units of the currency that all costs of the routing share. */
  readonly amountMinor: number
}

/** The route of an account. */
export interface AccountRoute {
  readonly providerAccountId: ProviderAccountId
  /** The number prefixes that it serves; absent: all numbers. */
  readonly prefixes?: readonly string[]
  /** Its share of the messages, relative to the others; default 1. */
  readonly weight?: number
  readonly unitCosts?: readonly UnitCost[]
}

/**
 * How messages of an app's channel are distributed over its accounts; accounts without a route have no
 * restrictions.
 */
export interface AccountRouting {
  readonly strategy: RoutingStrategy
  readonly routes: readonly AccountRoute[]
}

const EVERYWHERE = '*'

const isFor = (prefix: string, to: string): boolean => prefix === EVERYWHERE || to.startsWith(prefix)

export const routeOf = (
  routing: AccountRouting | undefined,
  accountId: ProviderAccountId,
): AccountRoute | undefined => routing?.routes.find((route) => route.providerAccountId === accountId)

/** Whether the account serves the recipient; an email address has no prefix. */
export const servesRecipient = (
  routing: AccountRouting | undefined,
  accountId: ProviderAccountId,
  to: string,
): boolean => {
  const prefixes = routeOf(routing, accountId)?.prefixes
  return prefixes === undefined || prefixes.some((prefix) => isFor(prefix, to))
}

/** The cost of a message unit to the recipient at the account; undefined if unknown. */
export const unitCostAt = (
  routing: AccountRouting | undefined,
  accountId: ProviderAccountId,
  to: string,
): number | undefined => {
  let best: UnitCost | undefined
  for (const cost of routeOf(routing, accountId)?.unitCosts ?? [])
    if (isFor(cost.prefix, to) && (best === undefined || cost.prefix.length > best.prefix.length)) best = cost
  return best?.amountMinor
}
