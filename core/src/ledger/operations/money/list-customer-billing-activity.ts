import { checkUsageRange } from '../../domain/usage-range.js'
import { billingEntryView } from './views.js'
import { E } from '../../../fp.js'
import { environmentToRead } from '../../../tenancy/use-cases/environment-meant.js'
import { knownIdIfNamed } from '../../../runner/use-cases/known-id.js'
import { listing } from '../../../runner/use-cases/listing.js'
import { membershipOf } from '../../../runner/use-cases/membership-of.js'
import { verifyAppOwner } from '../../../runner/use-cases/verify-app-owner.js'
import { byNumber } from '../../../runner/use-cases/positions.js'
import { entryOf } from '../../../identity/domain/access/operation.js'
import { MONEY } from './entry-parts.js'
import { runAgain } from '../../../runner/domain/entries/live-readings.js'
import { pageRequest, pageResult } from '../../../runner/domain/entries/request.js'
import {
  organizationId as organizationIdField,
  environmentMeant,
  appId as appIdField,
  environment as environmentField,
} from '../../../runner/domain/fields/tenancy.js'
import { currency as currencyField } from '../../../kernel/codecs/money.js'
import { from, to } from '../../../runner/domain/fields/epoch-bounds.js'
import { entryType, billingEntryShape } from './shapes.js'
import { list } from '../../../kernel/codecs/list.js'

/**
 * Lists the events of an Organization's account in ledger order. Events written while a reader pages come
 * after the reader's position. The range is limited as in GET /v1/usage (docs/api/money#usage). NotFound for
 * an app of another Organization.
 */
export const listCustomerBillingActivityEntry = entryOf('Money', 'listCustomerBillingActivity', {
  ...MONEY,
  summary: "List an Organization's financial activity",
  description:
    'Lists ledger entries. The range must be within one UTC calendar month, span at most 31 days, and not end in the future.',
  success: 'A page of ledger entries.',
  live: runAgain('account'),
  noScreen: 'The website shows daily usage.',
  request: pageRequest(
    { organizationId: organizationIdField, currency: currencyField, from, to },
    {
      environment: environmentMeant,
      type: entryType,
      appId: appIdField,
    },
  ),
  result: pageResult({
    entries: list(billingEntryShape, { description: 'The ledger entries on this page.' }),
    environment: environmentField,
  }),
})

export const listCustomerBillingActivity = listing(listCustomerBillingActivityEntry, {
  inspect: ({ from: fromMs, to: toMs }, { nowMs }) =>
    checkUsageRange({ location: 'body', fromMs, toMs }, nowMs),
  positions: byNumber,
  query: async (call, needs) => {
    const { organization } = membershipOf(call)
    const { organizationId } = organization
    const { currency, from: fromMs, to: toMs, type } = call.request
    const appId = knownIdIfNamed('app', call.request.appId)
    if (E.isLeft(appId)) return appId
    const environment = await environmentToRead(needs, organizationId, call.request.environment)
    if (E.isLeft(environment)) return environment
    return E.right({
      organizationId,
      environment: environment.right,
      currency,
      fromMs,
      toMs,
      type,
      appId: appId.right,
    })
  },
  read: async (range, { position: afterSeq = 0, readAhead: limit }, needs) => {
    const read = await needs.storage.activity.entries({ ...range, afterSeq, limit })()
    return E.isLeft(read) ? read : verifyAppOwner(needs, range)(read.right, ({ length }) => length === 0)
  },
  positionOf: ({ event }) => event.seq,
  show: (found, _read, _call, { environment }) => ({
    entries: found.map(({ event, closedBy }) => billingEntryView(event, closedBy)),
    environment,
  }),
})
