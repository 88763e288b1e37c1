import type { CookieEntry } from '../cookie-audience.js'
import type { LiveAudience } from '../live-audience.js'
import type { LiveSocketNeeds } from '../live-sockets.js'
import type { Endpoint } from '@postrider/web-server/exchange/endpoint'
import { createListener, type Listener, type ListenerNeeds } from '@postrider/web-server/listener'
import type { Markup } from '@postrider/web-server/pages/markup'
import type { SiteAnswers } from '@postrider/web-server/sites/site/site-answers'
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
    Omit<ListenerNeeds, 'boundaries' | 'endpoints' | 'nothing' | 'origin' | 'upgrades'> {
  /** Where browsers reach it: `https://console.example.com`; undefined: where it listens. */
  readonly siteUrl?: string | undefined
  /** Origins beside ours that its pages may ask: that of the bucket with attachments. */
  readonly connectTo?: readonly string[]
  /** Where the pages' files are; default: in the package with the pages. */
  readonly builtFolder?: string
  /** Bounds on its sockets where they are not the defaults. */
  readonly liveLimits?: LiveSocketNeeds['limits']
}

/** What one site has of its own, beside what every site has. */
export interface SiteKind {
  readonly answers: SiteAnswers
  readonly cookie: CookieKind
  readonly sessions: SiteSessions
  /** Those who may open sockets. */
  audience(entry: CookieEntry): LiveAudience
  /** The screens, by the first part of their addresses. */
  readonly screens: readonly string[]
  /** What somebody reads whose browser runs no script. */
  readonly withoutScript: Markup
  /** The pages with forms, signing in among them. */
  forms(site: Site): readonly FormPage[]
  /** What else it answers. */
  endpoints(site: Site): readonly Endpoint[]
}

/** Makes the host of a site; opens no socket before `listen`. */
export const createSiteHost = (needs: SiteHostNeeds, kind: SiteKind): Listener => {
  const { connectTo = [], siteUrl } = needs
  const { answers, sessions, screens, withoutScript } = kind
  let url = siteUrl ?? ''
  const origin = (): string => url
  const files = createBuiltFiles(answers.name.word, needs.builtFolder ?? builtFolder(answers.name.word))
  const cookie = () => sessionCookie(kind.cookie, origin())
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
    endpoints: ({ bodies }) => {
      const site: Site = { answers, sessions, cookie, bodies, origin, files, connectTo }
      return [
        ...kind.forms(site).map((form) => formEndpoint(site, form)),
        signOutEndpoint(site),
        ticketEndpoint(site),
        builtFileEndpoint(site),
        ...kind.endpoints(site),
        ...shellEndpoints(site, { screens, withoutScript }),
      ]
    },
  })
  const end = async (): Promise<void> => {
    listener.drain()
    await sockets.close()
    await listener.close()
  }
  let ended: Promise<void> | undefined
  let isHandedOver = false
  return {
    ...listener,
    listen: async (host, port) => {
      const address = await listener.listen(host, port)
      url = siteUrl ?? address.url
      return address
    },
    // Sockets are sent away while there is still a server that they stand on.
    close: () => {
      if (isHandedOver) void listener.close()
      ended ??= end()
      return ended
    },
    // Pages that are sent away come back at once: nothing may bring them here by then.
    handOver: () => {
      isHandedOver = true
      ended ??= Promise.all([listener.handOver(), sockets.close()]).then(() => undefined)
      return ended
    },
  }
}
