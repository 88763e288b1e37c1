import { weightedDraw } from '../../../kernel/numbers/weighted-draw.js'
import type { Message } from '../messages/message.js'
import { type AccountRouting, routeOf, servesRecipient, unitCostAt } from '../../../tenancy/domain/routing.js'
import type { ProviderAccount } from '../../../tenancy/domain/service-configuration.js'

type Routed = Pick<Message, 'messageId' | 'to'>

/**
 * The sort key of an account. Each account comes first for its share of the messages. Later positions are
 * distributed over the other accounts by weight (a draw without replacement, seeded by the message).
 */
const drawOf = (
  routing: AccountRouting,
  { messageId }: Routed,
  { providerAccountId }: ProviderAccount,
): number =>
  weightedDraw(`${messageId} ${providerAccountId}`, routeOf(routing, providerAccountId)?.weight ?? 1)

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
