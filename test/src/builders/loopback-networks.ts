import { providerNetworks } from '@postrider/node/system/provider-networks'

/** Lets provider accounts of a process connect to servers of the tests. */
export const ON_LOOPBACK = { POSTRIDER_PROVIDER_NETWORKS: '127.0.0.0/8,::1' } as const

/** The same for adapters that a test opens itself. */
export const loopbackNetworks = providerNetworks(['127.0.0.0/8', '::1'])
