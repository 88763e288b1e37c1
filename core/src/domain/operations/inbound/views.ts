import type * as t from 'io-ts'
import { parseAnyRecipient } from '../../channels/any-recipient.js'
import type { CountryOf } from '../../channels/recipient.js'
import type { StoredInbound } from '../../inbound/inbound-message.js'
import { isoTime } from '../../time/epoch-ms.js'
import type { inboundShape } from './shapes.js'

/** What stands for who wrote where they are no recipient of ours, a short code or a name of a vendor's. */
const UNREADABLE = '***'

/** An inbound message as it is answered: who wrote it is masked. */
export const inboundView = (message: StoredInbound, countryOf: CountryOf): t.TypeOf<typeof inboundShape> => {
  const { inboundId, organizationId, providerAccountId, to, from, text, state, wish, inReplyTo } = message
  return {
    inboundId,
    providerAccountId,
    to,
    text,
    state,
    receivedAt: isoTime(message.receivedAtMs),
    ...(organizationId === undefined ? {} : { organizationId }),
    ...(from === undefined ? {} : { from: parseAnyRecipient(from, countryOf)?.masked ?? UNREADABLE }),
    ...(inReplyTo === undefined ? {} : { inReplyTo }),
    ...(wish === undefined ? {} : { wants: wish.wants, scope: wish.scope }),
    ...(message.atMs === undefined ? {} : { writtenAt: isoTime(message.atMs) }),
  }
}
