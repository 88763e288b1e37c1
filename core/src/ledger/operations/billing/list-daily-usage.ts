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
import { entryOf } from '../../../identity/domain/access/operation.js'
import { BILLING_READING } from './entry-parts.js'
import { runAgain } from '../../../runner/domain/entries/live-readings.js'
import { SECOND_MS } from '../../../kernel/time/epoch-ms.js'
import { pageRequest, pageResult } from '../../../runner/domain/entries/request.js'
import {
  organizationId as organizationIdField,
  environmentMeant,
  appId as appIdField,
  environment as environmentField,
} from '../../../runner/domain/fields/tenancy.js'
import { currency as currencyField } from '../../../kernel/codecs/money.js'
import { from as fromField, to as toField } from '../../../runner/domain/fields/epoch-bounds.js'
import { defaulted } from '../../../kernel/codecs/defaulted.js'
import { usageBy, usageStep, dayUsageShape } from './shapes.js'
import { list } from '../../../kernel/codecs/list.js'
import { integer } from '../../../kernel/codecs/integer.js'

/**
 * Lists the sums of the ledger entries of each UTC day or hour that the range touches, by app, channel, country and template
 * as requested (docs/api/money#daily-usage). InvalidRequest for more than 100 days or 48 hours; NotFound for
 * an app of another Organization.
 */
export const listDailyUsageEntry = entryOf('Billing', 'listDailyUsage', {
  ...BILLING_READING,
  summary: 'List usage by day or hour',
  description:
    'Sums ledger entries by UTC day or hour. `by` adds app, channel, country and template. The range is at most 100 days, or 48 hours by hour.',
  live: { ...runAgain('act'), againAfterMs: 15 * SECOND_MS },
  request: pageRequest(
    {
      organizationId: organizationIdField,
      currency: currencyField,
      from: fromField,
      to: toField,
      by: defaulted(usageBy, []),
      step: defaulted(usageStep, 'day'),
    },
    { environment: environmentMeant, appId: appIdField },
    1000,
  ),
  result: pageResult({
    environment: environmentField,
    days: list(dayUsageShape, { description: 'The sums, in order of time.' }),
    uncounted: integer({
      min: 0,
      description: "Number of ledger entries that aren't counted in any day yet.",
      example: 0,
    }),
  }),
})

export const listDailyUsage = listing(listDailyUsageEntry, {
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
