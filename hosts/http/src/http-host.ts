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

/** The /v1 API on a port. While it drains, readiness answers 503. */
export interface HttpHost extends Listener {
  /** What GET /v1/readiness answers, for other ports of the process. */
  readonly probe: Probe
}

/** What endpoints of others are given that answer at the API's port, too. */
export interface ExtraEndpointNeeds extends EndpointNeeds {
  /** Lets Agents in, as the API's own routes do. */
  readonly agents: Boundary<Agent>
}

export interface HttpHostNeeds
  extends Omit<HandlerNeeds, 'probe' | 'uploads'>, Omit<ListenerNeeds, 'boundaries' | 'endpoints'> {
  /** Whether there is the page under /docs; default yes. */
  readonly hasDocs?: boolean
  /** What answers beside the API; default: nothing. */
  readonly extraEndpoints?: ((needs: ExtraEndpointNeeds) => readonly Endpoint[]) | undefined
}

/** Makes the HTTP host over the use cases; opens no socket before `listen`. */
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
      listener.drain()
    },
    close: () => {
      isDraining = true
      return listener.close()
    },
    // Readiness stays as it is: at this port others answer.
    handOver: listener.handOver,
  }
}
