import type * as t from 'io-ts'
import { parseAnyRecipient } from '../../../channels/any-recipient.js'
import type { CountryOf } from '../../../channels/recipient.js'
import type { StoredInbound } from '../../../providers/domain/inbound/inbound-message.js'
import { isoTime } from '../../../kernel/time/epoch-ms.js'
import type { inboundShape, receivedShape } from './shapes.js'
import { present } from '../../../kernel/present.js'

/** Replaces a writer that can't be parsed as a recipient, for example a short code or a vendor's name. */
const UNREADABLE = '***'

/** An inbound message as its Organization sees it; its writer is masked. */
export const receivedView = (
  message: StoredInbound,
  countryOf: CountryOf,
): t.TypeOf<typeof receivedShape> => {
  const { inboundId, to, from, text, consentChange } = message
  return {
    inboundId,
    to,
    text,
    receivedAt: isoTime(message.receivedAtMs),
    ...(from === undefined ? {} : { from: parseAnyRecipient(from, countryOf)?.masked ?? UNREADABLE }),
    ...(consentChange === undefined ? {} : { wants: consentChange.wants, scope: consentChange.scope }),
    ...(message.atMs === undefined ? {} : { writtenAt: isoTime(message.atMs) }),
  }
}

/** An inbound message as responses show it; its writer is masked. */
export const inboundView = (message: StoredInbound, countryOf: CountryOf): t.TypeOf<typeof inboundShape> => {
  const { organizationId, providerAccountId, state, inReplyTo } = message
  return {
    ...receivedView(message, countryOf),
    providerAccountId,
    state,
    ...present({ organizationId, inReplyTo }),
  }
}
