import type { Message } from '../messages/message.js'
import { type AccountRouting, routeOf, servesRecipient, unitCostAt } from '../../../tenancy/domain/routing.js'
import type { ProviderAccount } from '../../../tenancy/domain/service-configuration.js'

type Routed = Pick<Message, 'messageId' | 'to'>

const SEED = 2_166_136_261
const FACTOR = 16_777_619

/**
 * A number above 0 and below 1 for a message at an account. It is always the same, and evenly distributed
 * over messages (FNV-1a, mixed).
 */
const fractionOf = (text: string): number => {
  let hash = SEED
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), FACTOR)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2_ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32 + 2 ** -33
}

/**
 * The sort key of an account. Each account comes first for its share of the messages. Later positions are
 * distributed over the other accounts by weight (a draw without replacement, seeded by the message).
 */
const drawOf = (
  routing: AccountRouting,
  { messageId }: Routed,
  { providerAccountId }: ProviderAccount,
): number =>
  -Math.log(fractionOf(`${messageId} ${providerAccountId}`)) /
  (routeOf(routing, providerAccountId)?.weight ?? 1)

const sortedBy = <A>(all: readonly A[], rankOf: (one: A) => number): readonly A[] =>
  all
    .map((one) => ({ one, rank: rankOf(one) }))
    .sort((first, second) => first.rank - second.rank)
    .map(({ one }) => one)

/**
 * The accounts that may take a message, the preferred one first (docs/api/delivery#several-accounts). They
 * are the accounts that serve its recipient, ordered by the routing's strategy. The order is always the same
 * for a message, so the next dispatcher continues in it.
 */
export const chooseAccounts = (
  accounts: readonly ProviderAccount[],
  routing: AccountRouting | undefined,
  message: Routed,
): readonly ProviderAccount[] => {
  if (routing === undefined) return accounts
  const fit = accounts.filter(({ providerAccountId }) =>
    servesRecipient(routing, providerAccountId, message.to),
  )
  switch (routing.strategy) {
    case 'order':
      return fit
    case 'weighted':
      return sortedBy(fit, (account) => drawOf(routing, message, account))
    case 'cheapest':
      return sortedBy(
        fit,
        ({ providerAccountId }) =>
          unitCostAt(routing, providerAccountId, message.to) ?? Number.MAX_SAFE_INTEGER,
      )
  }
}
