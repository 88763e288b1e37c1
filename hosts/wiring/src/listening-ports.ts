import type { Clock } from '@postrider/core/kernel/ports/clock'
import type { Ports } from '@postrider/core/assembly/ports'
import { ipAddresses } from '@postrider/node/ip-addresses/ip-addresses'
import { createIds } from '@postrider/node/system/system-ids'

/** The ports that a listener needs, for a process that has no composition. */
export const listeningPorts = (clock: Clock): Pick<Ports, 'ids' | 'ipAddresses'> => ({
  ids: createIds(clock),
  ipAddresses,
})
