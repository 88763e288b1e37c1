import type { ListenerNeeds } from '@postrider/web-server/listener'
import type { Settings } from '@postrider/wiring/settings'

/** The bounds of every listener, as the settings give them. */
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
