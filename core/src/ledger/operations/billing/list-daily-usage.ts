import { billingOperations } from './operations.js'
import { dayUsageView } from './views.js'
import { USAGE_DIMENSIONS, USAGE_STEPS, usageStart } from '../../../messaging/domain/usage/day-usage.js'
import { checkUsageDays } from '../../../messaging/domain/usage/usage-days.js'
import { E } from '../../../fp.js'
import { environmentToRead } from '../../../tenancy/use-cases/environment-meant.js'
import { knownIdIfNamed } from '../../../runner/use-cases/known-id.js'
import { listing } from '../../../runner/use-cases/listing.js'
import { membershipOf } from '../../../runner/use-cases/membership-of.js'
import { verifyAppOwner } from '../../../runner/use-cases/verify-app-owner.js'
import { byNumber } from '../../../runner/use-cases/positions.js'

/**
 * Lists the sums of the ledger entries of each UTC day or hour that the range touches, by app, channel, country and template
 * as requested (docs/contract#daily-usage). InvalidRequest for more than 100 days or 48 hours; NotFound for an app of
 * another Organization.
 */
export const listDailyUsage = listing(billingOperations.listDailyUsage, {
  inspect: ({ from, to, step }) => checkUsageDays(from, to, step),
  positions: byNumber,
  query: async (call, needs) => {
    const { organization } = membershipOf(call)
    const { organizationId } = organization
    const { currency, from, to, by, step } = call.request
    const appId = knownIdIfNamed('app', call.request.appId)
    if (E.isLeft(appId)) return appId
    const environment = await environmentToRead(needs, organizationId, call.request.environment)
    if (E.isLeft(environment)) return environment
    const range = { fromMs: usageStart(step, from), toMs: usageStart(step, to - 1) + USAGE_STEPS[step] }
    return E.right({
      organizationId,
      environment: environment.right,
      currency,
      step,
      ...range,
      appId: appId.right,
      by: by.join(),
    })
  },
  read: async ({ by, ...range }, { position: skip = 0, readAhead: limit }, needs) => {
    const dimensions = USAGE_DIMENSIONS.filter((one) => by.split(',').includes(one))
    const query = { ...range, by: dimensions, skip, limit }
    const read = await needs.storage.usage.days(query)()
    if (E.isLeft(read)) return read
    const { days } = read.right.value
    const templateIds = [...new Set(days.flatMap(({ templateId }) => templateId ?? []))]
    const names = await needs.storage.templates.names(range.organizationId, templateIds)()
    if (E.isLeft(names)) return names
    const numbered = {
      names: names.right,
      uncounted: read.right.value.uncounted,
      entries: days.map((day, at) => ({ day, number: skip + at + 1 })),
    }
    const found = { epoch: read.right.epoch, value: numbered }
    return verifyAppOwner(needs, range)(found, ({ entries }) => entries.length === 0)
  },
  positionOf: ({ number }) => number,
  show: (found, { uncounted, names }, _call, { environment, step }) => ({
    environment,
    days: found.map(({ day }) => dayUsageView(day, step, names)),
    uncounted,
  }),
})
