import type { EventNote } from '../../../feed/domain/event-note.js'
import type { AppId, OrganizationId } from '../../../kernel/ids/id.js'
import { isoTime } from '../../../kernel/time/epoch-ms.js'
import type { StoredInbound } from '../../../providers/domain/inbound/inbound-message.js'

/**
 * The events about an inbound message (docs/api/events#types), without its text and its writer. Each app that
 * sends with its sender gets one, or each app of the Organization if none is known.
 */
export const receivedEvents = (
  { inboundId, to, receivedAtMs, atMs, consentChange }: StoredInbound,
  organizationId: OrganizationId,
  appIds: readonly AppId[],
): readonly EventNote[] => {
  const apps = appIds.length === 0 ? [undefined] : appIds
  return apps.map((appId) => ({
    type: 'message.received',
    organizationId,
    appId,
    environment: undefined,
    data: {
      inboundId,
      to,
      receivedAt: isoTime(receivedAtMs),
      ...(consentChange === undefined ? {} : { wants: consentChange.wants, scope: consentChange.scope }),
      ...(atMs === undefined ? {} : { writtenAt: isoTime(atMs) }),
    },
  }))
}
