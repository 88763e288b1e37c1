import { failureCountOf } from '../../../platform/domain/flow/failure-counts.js'
import { addFlows } from '../../../platform/domain/flow/flow.js'
import { OUTCOME_STEPS, outcomeCountOf } from '../../../platform/domain/flow/outcome-counts.js'
import { templateNameIn } from '../../../ledger/operations/billing/views.js'
import { causeView } from './cause-view.js'
import { messageOperations } from './operations.js'
import { isoTime } from '../../../kernel/time/epoch-ms.js'
import { checkUsageDays } from '../../domain/usage/usage-days.js'
import { E } from '../../../fp.js'
import { atCurrentEpoch } from '../../../runner/use-cases/at-current-epoch.js'
import { reading } from '../../../runner/use-cases/implementation.js'
import { membershipOf } from '../../../runner/use-cases/membership-of.js'

/**
 * Counts the outcomes of an Organization's messages by UTC day or hour, by template and by reason, from the hours of the
 * roll-ups (docs/contract#delivery-outcomes). InvalidRequest for more than 100 days or 48 hours.
 */
export const getDeliveryOutcomes = reading(messageOperations.getDeliveryOutcomes, {
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
