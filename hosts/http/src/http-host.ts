import { semaphore } from '@postrider/core/use-cases/concurrency/semaphore'
import { createListener, type Listener, type ListenerNeeds } from '@postrider/server/listener'
import { createProbe, type Probe } from '@postrider/wiring/readiness'
import { boundariesOf } from './boundaries/boundaries.js'
import { endpointsOf } from './endpoints.js'
import type { HandlerNeeds } from './handlers/handlers.js'

/** The /v1 API on a port. While it drains, readiness answers 503. */
export interface HttpHost extends Listener {
  /** What GET /v1/readiness answers, for other ports of the process. */
  readonly probe: Probe
}

export interface HttpHostNeeds
  extends Omit<HandlerNeeds, 'probe' | 'uploads'>, Omit<ListenerNeeds, 'boundaries' | 'endpoints'> {
  /** Whether there is the page under /docs; default yes. */
  readonly hasDocs?: boolean
  /**
   * The origin of the website, as `createPostrider` was told it: links of earlier mails, which led here, are sent on to it.
   * Default: there is nothing at their addresses.
   */
  readonly websiteUrl?: string | undefined
}

/** Makes the HTTP host over the use cases; opens no socket before `listen`. */
export const createHttpHost = (needs: HttpHostNeeds): HttpHost => {
  const { hasDocs = true, postrider, websiteUrl } = needs
  const boundaries = boundariesOf(postrider)
  let isDraining = false
  const probe = createProbe({ ...needs, isDraining: () => isDraining })
  const listener = createListener({
    ...needs,
    boundaries: Object.values(boundaries),
    endpoints: ({ bodies, limits: { maxUploads } }) =>
      endpointsOf({
        ...needs,
        probe,
        uploads: semaphore(maxUploads),
        hasDocs,
        websiteUrl,
        boundaries,
        bodies,
      }),
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
