import type { EventNote } from '../../feed/domain/event-note.js'
import { isoTime } from '../../kernel/time/epoch-ms.js'
import type { Suppression, SuppressionSource } from './suppression.js'

/** The sources that follow from a delivery and not from anyone's will: the message's own event has the failure. */
const NO_CONSENTS: ReadonlySet<SuppressionSource> = new Set(['bounce', 'blocked'])

/**
 * The event about a recipient who opted out, complained or was suppressed by support, or who may be written to
 * again (docs/api/events#types). Suppressions after a bounce or a carrier's block have none. Consents belong to
 * the Organization, so each of its apps gets it. The recipient is masked.
 */
export const consentEvents = (
  type: 'consent.opted_out' | 'consent.opted_in',
  { organizationId, suppressionId, maskedTo, source, scope, createdAtMs }: Suppression,
): readonly EventNote[] =>
  NO_CONSENTS.has(source)
    ? []
    : [
        {
          type,
          organizationId,
          appId: undefined,
          environment: undefined,
          data: { suppressionId, to: maskedTo, source, scope, createdAt: isoTime(createdAtMs) },
        },
      ]
