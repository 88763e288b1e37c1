import type { CookieEntry } from '../cookie-audience.js'
import type { LiveAudience } from '../live-audience.js'
import type { LiveSocketNeeds } from '../live-sockets.js'
import type { Endpoint } from '@postrider/web-server/exchange/endpoint'
import { DAY_MS } from '@postrider/core/kernel/time/epoch-ms'
import type { Product } from '@postrider/core/kernel/texts/product'
import { createListener, type Listener, type ListenerNeeds } from '@postrider/web-server/listener'
import type { Markup } from '@postrider/web-server/pages/markup'
import type { SiteAnswers } from '@postrider/web-server/sites/site/site-answers'
import { docsRedirects } from '@postrider/web-server/sites/docs/docs-redirect'
import { builtFileEndpoint } from '@postrider/web-server/sites/files/built-file-endpoint'
import { createBuiltFiles } from '@postrider/web-server/sites/site/built-files'
import { builtFolder } from './built-folder.js'
import { type FormPage, formEndpoint } from '@postrider/web-server/sites/forms/form-endpoint'
import { type CookieKind, sessionCookie } from '@postrider/web-server/sites/site/session-cookie'
import { signOutEndpoint } from '@postrider/web-server/sites/sessions/sign-out'
import { openSiteSockets, type SiteSocketNeeds, SOCKET } from './site-sockets.js'
import { ticketEndpoint } from '@postrider/web-server/sites/sessions/ticket-endpoint'
import { shellEndpoints } from '@postrider/web-server/sites/shell/shell-endpoints'
import type { Site, SiteSessions } from '@postrider/web-server/sites/site/site'

export interface SiteHostNeeds
  extends
    Pick<SiteSocketNeeds, 'postrider' | 'feed' | 'clock' | 'timers'>,
    Omit<ListenerNeeds, 'boundaries' | 'endpoints' | 'nothing' | 'failed' | 'origin' | 'upgrades'> {
  /** The address for browsers: `https://console.example.com`; undefined: the listening address. */
  readonly siteUrl?: string | undefined
  /** The name and the support address on its pages; default: Postrider, without an address. */
  readonly product?: Product
  /** Further origins that its pages may connect to: that of the bucket with attachments. */
  readonly connectTo?: readonly string[]
  /** The address of the documentation, without a slash at its end; undefined if it is turned off. */
  readonly docsUrl?: string | undefined
  /** The folder of the pages' files; default: in the package with the pages. */
  readonly builtFolder?: string
  /** Limits on its sockets; default: the usual ones. */
  readonly liveLimits?: LiveSocketNeeds['limits']
}

/** The properties of one site, in addition to those of every site. */
export interface SiteKind {
  readonly answers: SiteAnswers
  readonly cookie: CookieKind
  readonly sessions: SiteSessions
  /** The users who may open sockets. */
  audience(entry: CookieEntry): LiveAudience
  /** The screens, by the first path segment of their addresses. */
  readonly screens: readonly string[]
  /** Shown in browsers that run no script. */
  readonly withoutScript: Markup
  /** The pages with forms, including sign-in. */
  forms(site: Site): readonly FormPage[]
  /** Further endpoints. */
  endpoints(site: Site): readonly Endpoint[]
}

/** How a site ends: sockets are closed while their server still exists. */
const closing = (
  listener: Listener,
  sockets: { close(): Promise<unknown> },
): Pick<Listener, 'close' | 'handOver'> => {
  let ended: Promise<void> | undefined
  let isHandedOver = false
  const end = async (): Promise<void> => {
    listener.drain()
    await sockets.close()
    await listener.close()
  }
  return {
    close: () => {
      if (isHandedOver) void listener.close()
      ended ??= end()
      return ended
    },
    // Disconnected pages reconnect at once, so this server must have stopped accepting by then.
    handOver: () => {
      isHandedOver = true
      ended ??= Promise.all([listener.handOver(), sockets.close()]).then(() => undefined)
      return ended
    },
  }
}

/** As long as browsers keep a cookie at most (RFC 6265bis 5.5). */
const DEVICE_MS = 400 * DAY_MS

/** Creates the host of a site; opens no socket before `listen`. */
export const createSiteHost = (needs: SiteHostNeeds, kind: SiteKind): Listener => {
  const { connectTo = [], siteUrl, docsUrl } = needs
  const { answers, sessions, screens, withoutScript } = kind
  let url = siteUrl ?? ''
  const origin = (): string => url
  const files = createBuiltFiles(answers.name.word, needs.builtFolder ?? builtFolder(answers.name.word))
  const cookie = () => sessionCookie(kind.cookie, origin())
  const deviceCookie = () =>
    sessionCookie({ name: `${kind.cookie.name}-device`, lastsMs: DEVICE_MS }, origin())
  const { limits: _own, liveLimits = {}, ...open } = needs
  const sockets = openSiteSockets({ ...open, limits: liveLimits }, (tokenOf) =>
    kind.audience({ webOrigin: origin, tokenOf: (headers) => tokenOf(headers, cookie()) }),
  )
  const listener = createListener({
    ...needs,
    origin: siteUrl,
    upgrades: { path: SOCKET, take: (...upgrade) => sockets.upgrade(...upgrade) },
    boundaries: [],
    nothing: answers.nothingHere,
    failed: answers.failed,
    endpoints: ({ bodies }) => {
      const site: Site = {
        answers,
        sessions,
        cookie,
        deviceCookie,
        bodies,
        origin,
        files,
        connectTo,
        docsUrl,
      }
      return [
        ...kind.forms(site).map((form) => formEndpoint(site, form)),
        signOutEndpoint(site),
        ticketEndpoint(site),
        builtFileEndpoint(site),
        ...(docsUrl === undefined ? [] : docsRedirects(docsUrl)),
        ...kind.endpoints(site),
        ...shellEndpoints(site, { screens, withoutScript }),
      ]
    },
  })
  return {
    ...listener,
    ...closing(listener, sockets),
    listen: async (host, port) => {
      const address = await listener.listen(host, port)
      url = siteUrl ?? address.url
      return address
    },
  }
}
