import { semaphore } from '@postrider/core/kernel/batching/semaphore'
import type { Boundary } from '@postrider/web-server/exchange/boundary'
import type { Endpoint } from '@postrider/web-server/exchange/endpoint'
import {
  createListener,
  type EndpointNeeds,
  type Listener,
  type ListenerNeeds,
} from '@postrider/web-server/listener'
import type { Agent } from '@postrider/core/identity/use-cases/callers/caller'
import { createProbe, type Probe } from '@postrider/web-server/hosting/readiness'
import { boundariesOf } from './boundaries/boundaries.js'
import { endpointsOf } from './endpoints.js'
import type { HandlerNeeds } from './handlers/handlers.js'

/** The /v1 API on a port. While it drains, readiness responds with 503. */
export interface HttpHost extends Listener {
  /** The result of GET /v1/readiness, for other ports of the process. */
  readonly probe: Probe
}

/** Dependencies of further endpoints at the API's port. */
export interface ExtraEndpointNeeds extends EndpointNeeds {
  /** Admits Agents, as the API's own routes do. */
  readonly agents: Boundary<Agent>
}

export interface HttpHostNeeds
  extends Omit<HandlerNeeds, 'probe' | 'uploads'>, Omit<ListenerNeeds, 'boundaries' | 'endpoints'> {
  /** Whether the documentation site under /docs exists; default yes. */
  readonly hasDocs?: boolean
  /** Further endpoints besides the API; default: none. */
  readonly extraEndpoints?: ((needs: ExtraEndpointNeeds) => readonly Endpoint[]) | undefined
}

/** Creates the HTTP host over the use cases; opens no socket before `listen`. */
export const createHttpHost = (needs: HttpHostNeeds): HttpHost => {
  const { hasDocs = true, postrider, extraEndpoints } = needs
  const boundaries = boundariesOf(postrider)
  let isDraining = false
  const probe = createProbe({ ...needs, isDraining: () => isDraining })
  const listener = createListener({
    ...needs,
    boundaries: Object.values(boundaries),
    endpoints: ({ bodies, limits }) => [
      ...endpointsOf({
        ...needs,
        probe,
        uploads: semaphore(limits.maxUploads),
        hasDocs,
        boundaries,
        bodies,
      }),
      ...(extraEndpoints?.({ bodies, limits, agents: boundaries.agent }) ?? []),
    ],
  })
  return {
    probe,
    listen: listener.listen,
    connect: listener.connect,
    drain: () => {
      isDraining = true
      postrider.endWaits()
      listener.drain()
    },
    close: () => {
      isDraining = true
      postrider.endWaits()
      return listener.close()
    },
    // Readiness doesn't change: other processes respond at this port.
    handOver: listener.handOver,
  }
}
