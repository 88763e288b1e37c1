import { createWebsiteHost, type WebsiteHostNeeds } from '@postrider/website/website-host'
import { createMetrics } from '@postrider/wiring/metrics/metrics'
import { type HttpFixture, RELEASE } from '../http/http-fixture.js'
import { listeningLog } from '../http/listening-log.js'
import { sendForm, visit, type Visited } from '../http/visit.js'

/** A website on the use cases of an HTTP fixture. */
export interface WebsiteBeside {
  readonly port: number
  readonly origin: string
  /** Follows a link, or sends a form of its pages. */
  visit(path: string): Promise<Visited>
  sendForm(path: string, fields: Readonly<Record<string, string>>): Promise<Visited>
  close(): Promise<void>
}

/** Opens the website with changes, on a free port. */
export const openWebsiteBeside = async (
  { ports, postrider }: HttpFixture,
  changes: Partial<WebsiteHostNeeds> = {},
): Promise<WebsiteBeside> => {
  const host = createWebsiteHost({
    ...ports,
    feed: ports.storage.feed,
    postrider,
    log: listeningLog().log,
    requestMetrics: createMetrics(RELEASE),
    signUp: 'open',
    ...changes,
  })
  const { port } = await host.listen('127.0.0.1', 0)
  return {
    port,
    origin: `http://127.0.0.1:${port}`,
    visit: (path) => visit(port, path),
    sendForm: (path, fields) => sendForm(port, path, fields),
    close: () => host.close(),
  }
}
