import type { FigurePage } from '@postrider/wiring/metrics/metrics'

/** A page whose bytes are sent to all clients that request it meanwhile. */
export interface RenderedPage {
  readonly contentType: string
  readonly bytes: Buffer
}

/** For how long requests share a page. */
const SHARED_MS = 1000

/** Renders the metrics at most once a second, and one page at a time: requests that come meanwhile share its bytes. */
export const sharedPage = (render: () => Promise<FigurePage>): (() => Promise<RenderedPage>) => {
  let page: Promise<RenderedPage> | undefined
  let renewAtMs = 0

  const renew = async (): Promise<RenderedPage> => {
    renewAtMs = Infinity
    try {
      const { contentType, body } = await render()
      renewAtMs = performance.now() + SHARED_MS
      return { contentType, bytes: Buffer.from(body) }
    } catch (cause) {
      renewAtMs = 0
      throw cause
    }
  }

  return () => {
    if (page === undefined || performance.now() >= renewAtMs) page = renew()
    return page
  }
}
