import { bookOf, sheetName } from '../../../domain/ledger/book.js'
import { billingEntryView } from '../../../domain/operations/money/views.js'
import { E } from '../../../fp.js'
import type { Ports } from '../../../ports/ports.js'
import { environmentToRead } from '../../accounts/environment-meant.js'
import type { Reading } from '../running/implementation.js'
import { knownIdIfNamed } from '../running/known-id.js'
import { ofOwnApp } from '../running/of-own-app.js'
import { numberedPageOf } from '../running/page.js'
import { placeOf } from '../running/place-of.js'

/**
 * The events of an Organization's account in the order of the ledger; what is written while somebody pages comes after
 * his position. The range is bounded as that of GET /v1/usage (docs/contract#usage); NotFound for an app that is
 * not its own.
 */
export const listCustomerBillingActivity =
  (needs: Pick<Ports, 'storage' | 'digests'>): Reading<'listCustomerBillingActivity'> =>
  (call) =>
  async () => {
    const { request } = call
    const { organization } = placeOf(call)
    const { organizationId } = organization
    const { currency, from: fromMs, to: toMs, type } = request
    const named = knownIdIfNamed('app', request.appId)
    if (E.isLeft(named)) return named
    const appId = named.right
    const environment = await environmentToRead(needs, organizationId, request.environment)
    if (E.isLeft(environment)) return environment
    const book = bookOf(organization, environment.right)
    const payer = [organizationId, sheetName({ book, currency })]
    const filter = ['listCustomerBillingActivity', ...payer, fromMs, toMs, type, appId]
    const page = numberedPageOf(needs.digests, filter, request)
    if (E.isLeft(page)) return page
    const { position: afterSeq = 0, readAhead: limit, cut } = page.right
    const query = { organizationId, book, currency, fromMs, toMs, type, appId, afterSeq, limit }
    const read = await needs.storage.activity.entries(query)()
    if (E.isLeft(read)) return read
    const own = await ofOwnApp(needs, query)(read.right, (entries) => entries.length === 0)
    if (E.isLeft(own)) return own
    const { epoch, value } = own.right
    if (value === undefined) return E.right({ epoch, value })
    const { shown, nextCursor } = cut(value, ({ event }) => event.seq)
    const entries = shown.map(({ event, closedBy }) => billingEntryView(event, closedBy))
    return E.right({
      epoch,
      value: { organizationId, result: { entries, environment: environment.right, nextCursor } },
    })
  }
