import { type LiveSockets, openLiveSockets, type LiveSocketNeeds } from '@postrider/live/live-sockets'
import { operatorAudience } from '@postrider/live/operator-audience'
import type { IpAddresses } from '@postrider/core/ports/ip-addresses'
import { createClientAddressOf } from '@postrider/server/exchange/client-address'
import { requestHeaders } from '@postrider/server/exchange/request-headers'
import type { ConsoleUseCases } from '../console-needs.js'
import { sessionCookie } from './session-cookie.js'

export interface OperatorSocketNeeds extends Omit<
  LiveSocketNeeds,
  'audience' | 'clientAddressOf' | 'postrider'
> {
  readonly postrider: ConsoleUseCases
  readonly ipAddresses: IpAddresses
  readonly trustedProxies?: readonly string[]
}

/** Where browsers open them. */
export const SOCKET = '/socket'

/** The sockets of who is signed in, by the cookie and the origin of the console's pages. */
export const openOperatorSockets = (needs: OperatorSocketNeeds, origin: () => string): LiveSockets => {
  const { postrider, ipAddresses, trustedProxies = [] } = needs
  const clientAddressOf = createClientAddressOf(ipAddresses, trustedProxies)
  return openLiveSockets({
    ...needs,
    audience: operatorAudience({
      operatorSessions: postrider.operatorSessions,
      webOrigin: origin,
      tokenOf: ({ rawHeaders }) => sessionCookie(origin()).read(requestHeaders(rawHeaders)),
    }),
    clientAddressOf: ({ socket, rawHeaders }) =>
      clientAddressOf(socket, requestHeaders(rawHeaders)['x-forwarded-for']),
  })
}
