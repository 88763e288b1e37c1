import type { RecipientIdentity } from '@postrider/core/providers/domain/inbound/inbound-message'
import type { ProviderAccount } from '@postrider/core/tenancy/domain/service-configuration'
import { namedList, namedText } from '@postrider/http-calls/json-value'
import { identified, numberOf } from './read-inbound.js'

/** The names of a person's number and of their id, in each place of an update that can have both. */
const PLACES = [
  { list: 'contacts', number: 'wa_id', userId: 'user_id' },
  { list: 'messages', number: 'from', userId: 'from_user_id' },
  { list: 'statuses', number: 'recipient_id', userId: 'recipient_user_id' },
] as const

/**
 * The people in an update or in the response to a send whom the vendor names both by number and by its id
 * ("business-scoped user IDs"), each once.
 */
export const readIdentities = (
  { providerAccountId }: Pick<ProviderAccount, 'providerAccountId'>,
  value: unknown,
): readonly RecipientIdentity[] => {
  const found = PLACES.flatMap(({ list, ...names }) =>
    namedList(value, list).flatMap((one) => {
      const number = numberOf(namedText(one, names.number))
      const userId = identified(namedText(one, names.userId))
      return number === undefined || userId === undefined ? [] : [{ providerAccountId, userId, number }]
    }),
  )
  return [...new Map(found.map((one) => [`${one.userId} ${one.number}`, one])).values()]
}
