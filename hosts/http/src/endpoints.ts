import { uploadPreflight } from './attachments/foreign-pages.js'
import { DEFAULT_PRODUCT } from '@postrider/core/kernel/texts/product'
import type { Boundaries } from './boundaries/boundaries.js'
import { callbackEndpoint } from './callbacks/callback-endpoint.js'
import { siteEndpoints } from './docs/site-endpoints.js'
import { createSiteFiles, type SiteFiles } from './docs/site-files.js'
import type { OperationId } from './handlers/handler.js'
import { type HandlerNeeds, handlers } from './handlers/handlers.js'
import { visitEnrolment } from './pages/enrolment-page.js'
import { unsubscribeEndpoint } from './pages/unsubscribe-page.js'
import { pageEndpoint } from '@postrider/web-server/pages/page-endpoint'
import { answerCall } from './pipeline/answer-call.js'
import { callInspections } from './pipeline/inspections.js'
import { type PreparedRoute, prepareRoute } from './pipeline/prepare-route.js'
import type { BodyNeeds } from '@postrider/web-server/receiving/read-body'
import type { Endpoint } from '@postrider/web-server/exchange/endpoint'

interface Needs extends HandlerNeeds {
  /** Whether the documentation site under /docs exists. A setting can turn it off; the contract always exists. */
  readonly hasDocs: boolean
  readonly boundaries: Boundaries
  readonly bodies: BodyNeeds
}

const DOCS_PAGE: OperationId = 'readContract'

const routeEndpoint = (
  prepared: PreparedRoute,
  boundaries: Boundaries,
  answerOf: ReturnType<typeof answerCall>,
): Endpoint => {
  const { method, path, boundary } = prepared.route
  return {
    methods: [method],
    path,
    route: path,
    boundary: boundary === 'none' ? undefined : boundaries[boundary],
    tellsMethods: true,
    isAlwaysOpen: boundary === 'none',
    answer: (exchange, parameters) => answerOf(exchange, prepared, parameters),
  }
}

const routesOf = (needs: Needs, site: SiteFiles): readonly Endpoint[] => {
  const { postrider, boundaries, bodies, hasDocs } = needs
  const table = handlers(needs, site)
  const inspections = callInspections(needs)
  const answerOf = answerCall({ ...bodies, postrider })
  const ids = (Object.keys(table) as OperationId[]).filter((id) => hasDocs || id !== DOCS_PAGE)
  return ids.map((id) =>
    routeEndpoint(prepareRoute<OperationId>(id, table[id], inspections[id]), boundaries, answerOf),
  )
}

/** All endpoints: the routes of the contract, pages for people, and the documentation site under /docs. */
export const endpointsOf = (needs: Needs): readonly Endpoint[] => {
  const { product = DEFAULT_PRODUCT } = needs
  const site = createSiteFiles(product.name)
  return [
    ...routesOf(needs, site),
    pageEndpoint(visitEnrolment(needs.product)),
    callbackEndpoint(needs),
    unsubscribeEndpoint(needs),
    uploadPreflight(),
    ...(needs.hasDocs ? siteEndpoints(site, product) : []),
  ]
}
