import { agentRoutes } from './agent-routes.js'
import { attachmentRoutes } from './attachment-routes.js'
import { peopleRoutes } from './people-routes.js'
import { readingRoutes } from './reading-routes.js'
import type { Route } from './route.js'
import { sendingRoutes } from './sending-routes.js'
import { serviceRoutes } from './service-routes.js'

/**
 * The one table of routes. Each entry keeps the exact types of its codecs, so that a handler that reads
 * `ROUTES.sendMessage.request.body` is typed by the contract.
 */
export const ROUTES = {
  ...sendingRoutes,
  ...readingRoutes,
  ...peopleRoutes,
  ...agentRoutes,
  ...attachmentRoutes,
  ...serviceRoutes,
} as const satisfies Record<string, Route>

/** The same routes as a list. */
export const ROUTE_LIST: readonly Route[] = Object.values(ROUTES)
