import { uploadPreflight } from './attachments/foreign-pages.js'
import type { Boundaries } from './boundaries/boundaries.js'
import { callbackEndpoint } from './callbacks/callback-endpoint.js'
import { assetEndpoint } from './docs/asset-endpoint.js'
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
  /**
   * Whether the page under /docs exists, which an administrator may disable; the contract itself always exists.
   */
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

const routesOf = (needs: Needs): readonly Endpoint[] => {
  const { postrider, boundaries, bodies, hasDocs } = needs
  const table = handlers(needs)
  const inspections = callInspections(needs)
  const answerOf = answerCall({ ...bodies, postrider })
  const ids = (Object.keys(table) as OperationId[]).filter((id) => hasDocs || id !== DOCS_PAGE)
  return ids.map((id) =>
    routeEndpoint(prepareRoute<OperationId>(id, table[id], inspections[id]), boundaries, answerOf),
  )
}

/** All endpoints: the routes of the contract, pages for people, and the files of the page under /docs. */
export const endpointsOf = (needs: Needs): readonly Endpoint[] => {
  return [
    ...routesOf(needs),
    pageEndpoint(visitEnrolment(needs.product)),
    callbackEndpoint(needs),
    unsubscribeEndpoint(needs),
    uploadPreflight(),
    ...(needs.hasDocs ? [assetEndpoint()] : []),
  ]
}
