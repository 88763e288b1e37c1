import {
  failureCountOf,
  FAILURE_PERIOD_MS,
  FAILURE_PERIODS,
} from '../../../platform/domain/flow/failure-counts.js'
import { addFlows } from '../../../platform/domain/flow/flow.js'
import { stepStart } from '../../../platform/domain/flow/roll-up.js'
import { causeView } from './cause-view.js'
import { HOUR_MS, isoTime } from '../../../kernel/time/epoch-ms.js'
import { E } from '../../../fp.js'
import { atCurrentEpoch } from '../../../runner/use-cases/at-current-epoch.js'
import { reading } from '../../../runner/use-cases/implementation.js'
import { membershipOf } from '../../../runner/use-cases/membership-of.js'
import { entryOf } from '../../../identity/domain/access/operation.js'
import { MESSAGES_WEBSITE } from './entry-parts.js'
import { runAgainWithRollUps } from '../../../runner/domain/entries/live-readings.js'
import { readRequest, readResult } from '../../../runner/domain/entries/request.js'
import {
  organizationId as organizationIdField,
  environment as environmentField,
} from '../../../runner/domain/fields/tenancy.js'
import { literalUnion } from '../../../kernel/codecs/literal-union.js'
import { CHANNEL_NAMES } from '../../../channels/channels.js'
import { failureCountFields } from './customer-shapes.js'

/** Counts an Organization's failed messages by reason, from the roll-ups, in whole hours. */
export const getOrganizationFailuresEntry = entryOf('Messages', 'getOrganizationFailures', {
  ...MESSAGES_WEBSITE,
  summary: 'Count failed messages by reason, with advice',
  description: 'Counts messages that ended within the last day, week or month, in one environment or both.',
  live: runAgainWithRollUps(),
  request: readRequest(
    {
      organizationId: organizationIdField,
      period: literalUnion(FAILURE_PERIODS, {
        description: 'Time that is counted: the last day, week or month.',
      }),
    },
    {
      channel: literalUnion(CHANNEL_NAMES, {
        description: 'Counts only messages of this channel. Default: all channels.',
      }),
      environment: environmentField,
    },
  ),
  result: readResult(failureCountFields, {}),
})

export const getOrganizationFailures = reading(getOrganizationFailuresEntry, {
  read: async (call, needs) => {
    const { organizationId } = membershipOf(call).organization
    const { period, channel, environment } = call.request
    const fromMs = stepStart('hour', call.nowMs - FAILURE_PERIOD_MS[period])
    const toMs = stepStart('hour', call.nowMs) + HOUR_MS
    const read = await needs.storage.flow.read({ step: 'hour', organizationId, fromMs, toMs })()
    if (E.isLeft(read)) return read
    const { entries, untilMs, gaps } = read.right
    const flow = addFlows(entries.map((entry) => entry.flow))
    const { accepted, delivered, failed, causes, isWhole } = failureCountOf(flow, { channel, environment })
    return atCurrentEpoch(needs, {
      from: isoTime(fromMs),
      countedUntil: untilMs === undefined ? null : isoTime(untilMs),
      isComplete: untilMs !== undefined && gaps.length === 0 && isWhole,
      accepted,
      delivered,
      failed,
      causes: causes.map(causeView),
    })
  },
})
