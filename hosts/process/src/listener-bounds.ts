import type { ListenerNeeds } from '@postrider/web-server/listener'
import type { Settings } from '@postrider/wiring/settings'

/** The limits of every listener, from the settings. */
export const listenerBoundsOf = ({
  trustedProxies,
  connectionsExempt,
  connectionsPerAddress,
  drainPauseMs,
  keepAliveMs,
}: Settings): Pick<ListenerNeeds, 'trustedProxies' | 'exemptAddresses' | 'limits'> => ({
  trustedProxies,
  exemptAddresses: connectionsExempt,
  limits: { drainPauseMs, keepAliveMs, maxConnectionsOfAddress: connectionsPerAddress },
})
