import { failureCountOf } from '../../../platform/domain/flow/failure-counts.js'
import { addFlows } from '../../../platform/domain/flow/flow.js'
import { OUTCOME_STEPS, outcomeCountOf } from '../../../platform/domain/flow/outcome-counts.js'
import { templateNameIn } from '../../../ledger/operations/billing/views.js'
import { causeView } from './cause-view.js'
import { isoTime } from '../../../kernel/time/epoch-ms.js'
import { checkUsageDays } from '../../domain/usage/usage-days.js'
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
import { from as fromField, to as toField } from '../../../runner/domain/fields/epoch-bounds.js'
import { defaulted } from '../../../kernel/codecs/defaulted.js'
import { outcomeStep, outcomeCountFields } from './customer-shapes.js'
import { literalUnion } from '../../../kernel/codecs/literal-union.js'
import { CHANNEL_NAMES } from '../../../channels/channels.js'

/**
 * Counts the outcomes of an Organization's messages by UTC day or hour, by template and by reason, from the hours of the
 * roll-ups (docs/api/delivery#delivery-outcomes). InvalidRequest for more than 100 days or 48 hours.
 */
export const getDeliveryOutcomesEntry = entryOf('Messages', 'getDeliveryOutcomes', {
  ...MESSAGES_WEBSITE,
  summary: 'Count delivered and failed messages by day or hour, by template and by reason',
  description:
    'Counts by the UTC day or hour of the outcome, for at most 100 days, or 48 hours by hour. Hours are kept for 100 days.',
  live: runAgainWithRollUps(),
  request: readRequest(
    {
      organizationId: organizationIdField,
      from: fromField,
      to: toField,
      step: defaulted(outcomeStep, 'day'),
    },
    {
      channel: literalUnion(CHANNEL_NAMES, {
        description: 'Counts only messages of this channel. Default: all channels.',
      }),
      environment: environmentField,
    },
  ),
  result: readResult(outcomeCountFields, {}),
})

export const getDeliveryOutcomes = reading(getDeliveryOutcomesEntry, {
  inspect: ({ from, to, step }) => checkUsageDays(from, to, step),
  read: async (call, needs) => {
    const { organizationId } = membershipOf(call).organization
    const { from, to, step, channel, environment } = call.request
    const stepMs = OUTCOME_STEPS[step]
    const fromMs = Math.floor(from / stepMs) * stepMs
    const toMs = Math.ceil(to / stepMs) * stepMs
    const read = await needs.storage.flow.read({ step: 'hour', organizationId, fromMs, toMs })()
    if (E.isLeft(read)) return read
    const { entries, untilMs, gaps } = read.right
    const filter = { channel, environment }
    const { causes, isWhole } = failureCountOf(addFlows(entries.map(({ flow }) => flow)), filter)
    const { steps, templates } = outcomeCountOf(entries, step, filter)
    const templateIds = templates.flatMap(({ templateId }) => templateId ?? [])
    const names = await needs.storage.templates.names(organizationId, templateIds)()
    if (E.isLeft(names)) return names
    return atCurrentEpoch(needs, {
      countedUntil: untilMs === undefined ? null : isoTime(untilMs),
      isComplete: untilMs !== undefined && gaps.length === 0 && isWhole,
      steps: steps.map(({ startMs, causes: own, ...counts }) => ({
        start: isoTime(startMs),
        ...counts,
        causes: own.map(({ failureCode = null, count }) => ({ failureCode, count })),
      })),
      templates: templates.map(({ templateId, ...counts }) => ({
        templateId: templateId ?? null,
        ...(templateId === undefined ? {} : templateNameIn(names.right, templateId)),
        ...counts,
      })),
      causes: causes.map(causeView),
    })
  },
})
