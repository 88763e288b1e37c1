import type { ProviderAccountId } from '../../kernel/ids/id.js'

/**
 * By what the first account of a message is chosen (docs/contract#several-accounts): their order; a share of the messages
 * each; or what one costs at each.
 */
export const ROUTING_STRATEGIES = ['order', 'weighted', 'cheapest'] as const

export type RoutingStrategy = (typeof ROUTING_STRATEGIES)[number]

/** What a message of one unit costs at an account, by where it goes. */
export interface UnitCost {
  /** What the number begins with, as `+91`; `*`: whatever it is. The longest that fits counts. */
  readonly prefix: string
  /** In minor units of whatever currency all costs of the routing are in. */
  readonly amountMinor: number
}

/** What an account is used for. */
export interface AccountRoute {
  readonly providerAccountId: ProviderAccountId
  /** What the numbers begin with that it is used for; absent: any number. */
  readonly prefixes?: readonly string[]
  /** Its share of the messages, beside those of the others; 1 where nothing is said. */
  readonly weight?: number
  readonly unitCosts?: readonly UnitCost[]
}

/** How messages of an app's channel are spread over its accounts; of an account without a route nothing is said. */
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

/** Whether the account is used for messages to the recipient; an email address has no prefix. */
export const servesRecipient = (
  routing: AccountRouting | undefined,
  accountId: ProviderAccountId,
  to: string,
): boolean => {
  const prefixes = routeOf(routing, accountId)?.prefixes
  return prefixes === undefined || prefixes.some((prefix) => isFor(prefix, to))
}

/** What a message of one unit to the recipient costs at the account; undefined where it is not said. */
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
