import type { IncomingMessage } from 'node:http'
import type { LiveAudience } from '../live-audience.js'
import { type LiveSockets, openLiveSockets, type LiveSocketNeeds } from '../live-sockets.js'
import type { IpAddresses } from '@postrider/core/limits/ports/ip-addresses'
import { createClientAddressOf } from '@postrider/web-server/exchange/client-address'
import { requestHeaders } from '@postrider/web-server/exchange/request-headers'
import type { SessionCookie } from '@postrider/web-server/sites/site/session-cookie'

export interface SiteSocketNeeds extends Omit<LiveSocketNeeds, 'audience' | 'clientAddressOf'> {
  readonly ipAddresses: IpAddresses
  readonly trustedProxies?: readonly string[]
}

/** The address of the sockets. */
export const SOCKET = '/socket'

/** The token of a site's cookie in an upgrade request. */
const tokenIn = ({ rawHeaders }: IncomingMessage, cookie: SessionCookie): string | undefined =>
  cookie.read(requestHeaders(rawHeaders))

/** The sockets of a site's signed-in users, by its cookie and the origin of its pages. */
export const openSiteSockets = (
  needs: SiteSocketNeeds,
  audienceOf: (tokenOf: typeof tokenIn) => LiveAudience,
): LiveSockets => {
  const { ipAddresses, trustedProxies = [] } = needs
  const clientAddressOf = createClientAddressOf(ipAddresses, trustedProxies)
  return openLiveSockets({
    ...needs,
    audience: audienceOf(tokenIn),
    clientAddressOf: ({ socket, rawHeaders }) =>
      clientAddressOf(socket, requestHeaders(rawHeaders)['x-forwarded-for']),
  })
}
