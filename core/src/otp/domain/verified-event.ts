import type { Change } from '../../feed/domain/change.js'
import type { EventNote } from '../../feed/domain/event-note.js'
import { isoTime } from '../../kernel/time/epoch-ms.js'
import { type Challenge, challengeIdOf } from './challenge.js'

const verifiedEvent = ({
  organizationId,
  appId,
  messageId,
  channel,
  verifiedAtMs,
}: Challenge): readonly EventNote[] =>
  verifiedAtMs === undefined
    ? []
    : [
        {
          type: 'otp.verified',
          organizationId,
          appId,
          environment: undefined,
          data: {
            challengeId: challengeIdOf(messageId),
            messageId,
            channel,
            verifiedAt: isoTime(verifiedAtMs),
          },
        },
      ]

/** The change for challenges that were verified in this transaction; it only has their events. */
export const verifiedChange = (challenges: readonly Challenge[]): Change => ({
  groups: [],
  messageIds: [],
  events: challenges.flatMap(verifiedEvent),
})
