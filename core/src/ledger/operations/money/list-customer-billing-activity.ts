import { bookOf, environmentOf, sheetName, sheetNamed } from '../../domain/book.js'
import { checkUsageRange } from '../../domain/usage-range.js'
import { moneyOperations } from './operations.js'
import { billingEntryView } from './views.js'
import { E } from '../../../fp.js'
import { environmentToRead } from '../../../tenancy/use-cases/environment-meant.js'
import { knownIdIfNamed } from '../../../runner/use-cases/known-id.js'
import { listing } from '../../../runner/use-cases/listing.js'
import { membershipOf } from '../../../runner/use-cases/membership-of.js'
import { ofOwnApp } from '../../../runner/use-cases/of-own-app.js'
import { byNumber } from '../../../runner/use-cases/positions.js'

/**
 * The events of an Organization's account in the order of the ledger; what is written while somebody pages comes after
 * the reader's position. The range is bounded as that of GET /v1/usage (docs/contract#usage); NotFound for an app that is
 * not its own.
 */
export const listCustomerBillingActivity = listing(moneyOperations.listCustomerBillingActivity, {
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
    const sheet = sheetName({ book: bookOf(organization, environment.right), currency })
    return E.right({ organizationId, sheet, fromMs, toMs, type, appId: appId.right })
  },
  read: async ({ sheet, ...range }, { position: afterSeq = 0, readAhead: limit }, needs) => {
    const read = await needs.storage.activity.entries({ ...range, ...sheetNamed(sheet), afterSeq, limit })()
    return E.isLeft(read) ? read : ofOwnApp(needs, range)(read.right, ({ length }) => length === 0)
  },
  positionOf: ({ event }) => event.seq,
  show: (found, _read, call, { sheet }) => ({
    entries: found.map(({ event, closedBy }) => billingEntryView(event, closedBy)),
    environment: environmentOf(membershipOf(call).organization, sheetNamed(sheet).book),
  }),
})
