import type { Message } from '../messages/message.js'
import { type AccountRouting, routeOf, servesRecipient, unitCostAt } from '../../../tenancy/domain/routing.js'
import type { ProviderAccount } from '../../../tenancy/domain/service-configuration.js'

type Routed = Pick<Message, 'messageId' | 'to'>

const SEED = 2_166_136_261
const FACTOR = 16_777_619

/** A number above 0 and below 1 that is always the same for a message at an account, and spread evenly over messages (FNV-1a, mixed). */
const fractionOf = (text: string): number => {
  let hash = SEED
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), FACTOR)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2_ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32 + 2 ** -33
}

/**
 * By what an account is ordered: each comes first for its share of the messages, and what it leaves is spread over the
 * others by their weights (a draw without replacement, of a message's own chance).
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
 * The accounts that a message may go to, the preferred one first (docs/contract#several-accounts): those that are used for
 * its recipient, by the routing's strategy. Always the same for the same message, so that whoever takes it up next goes
 * on in the same order.
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
