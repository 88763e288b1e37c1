import type * as t from 'io-ts'
import { parseWriter } from '../../../channels/parse-writer.js'
import type { CountryOf } from '../../../channels/recipient.js'
import type { StoredInbound } from '../../../providers/domain/inbound/inbound-message.js'
import { isoTime } from '../../../kernel/time/epoch-ms.js'
import type { inboundShape, receivedShape } from './shapes.js'
import { asksForHelp } from '../../domain/inbound/consent-keywords.js'
import { present } from '../../../kernel/present.js'

/** Replaces a writer that can't be parsed as a recipient, for example a short code or a vendor's name. */
const UNREADABLE = '***'

/** The writer's request. */
const wishOf = ({
  consentChange,
  text,
}: StoredInbound): Pick<t.TypeOf<typeof receivedShape>, 'wants' | 'scope'> => {
  if (consentChange !== undefined) return { wants: consentChange.wants, scope: consentChange.scope }
  return asksForHelp(text) ? { wants: 'help' } : {}
}

/** An inbound message as its Organization sees it; its writer is masked. */
export const receivedView = (
  message: StoredInbound,
  countryOf: CountryOf,
): t.TypeOf<typeof receivedShape> => {
  const { inboundId, to, from, text, missingParts } = message
  return {
    inboundId,
    to,
    text,
    receivedAt: isoTime(message.receivedAtMs),
    ...(from === undefined ? {} : { from: parseWriter(from, countryOf)?.masked ?? UNREADABLE }),
    ...wishOf(message),
    ...present({ missingParts }),
    ...(message.atMs === undefined ? {} : { writtenAt: isoTime(message.atMs) }),
  }
}

/** An inbound message as responses show it; its writer is masked. */
export const inboundView = (message: StoredInbound, countryOf: CountryOf): t.TypeOf<typeof inboundShape> => {
  const { organizationId, providerAccountId, state, inReplyTo, task } = message
  return {
    ...receivedView(message, countryOf),
    providerAccountId,
    state,
    ...present({ organizationId, inReplyTo, task }),
  }
}
