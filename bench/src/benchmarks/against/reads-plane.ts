import { balanceReads, sendLookups, statusReads, usagePages } from '../requests.js'
import { STORED_MESSAGES, storedMessages } from '../stored-messages.js'
import { compareCalls } from './compare-calls.js'
import type { Plane } from './plane.js'

/**
 * Reads of customers' servers: of ten calls, six read a message, two look up a reference, one reads the
 * balance and one a page of usage.
 */
export const reads: Plane = {
  name: 'reads',
  unit: 'call',
  atMost: 1.03,
  compare: compareCalls({
    connections: 64,
    status: '200',
    requests: async (server) => {
      const { tenants } = server
      const sinceMs = Date.now()
      const status = statusReads(tenants, await storedMessages(server, 'read'))
      const lookup = sendLookups(tenants, STORED_MESSAGES)
      const balance = balanceReads(tenants)
      const usage = usagePages(tenants, sinceMs, Date.now())
      const mix = [status, status, lookup, status, balance, status, status, lookup, status, usage]
      return () => (serial) => (mix[serial % mix.length] ?? status)(serial)
    },
  }),
}
