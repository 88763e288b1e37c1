import { askOnce } from '../ask-once.js'
import { balanceReads, batches, sendLookups, statusReads, usagePages } from '../requests.js'
import type { ServerProcess } from '../server-process.js'
import { compareCalls } from './compare-calls.js'
import type { Plane } from './plane.js'

const BATCH = 50
const BATCHES = 40

/** Has exactly so many messages accepted on either side, and tells their identifiers. */
const storedMessages = async ({ port, tenants }: ServerProcess): Promise<readonly string[]> => {
  const request = batches(tenants, 'read', BATCH)
  const ids = new Set<string>()
  for (let at = 0; at < BATCHES; at += 1) {
    const answer = await askOnce(port, request(at))
    for (const id of answer.match(/\bmsg_[0-9a-z]{26}\b/g) ?? []) ids.add(id)
  }
  if (ids.size !== BATCH * BATCHES) throw new Error(`${ids.size} messages were accepted`)
  return [...ids]
}

/** What customers' servers read: of ten calls six a message, two by reference, one the balance and one a page of usage. */
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
      const status = statusReads(tenants, await storedMessages(server))
      const lookup = sendLookups(tenants, BATCH * BATCHES)
      const balance = balanceReads(tenants)
      const usage = usagePages(tenants, sinceMs, Date.now())
      const mix = [status, status, lookup, status, balance, status, status, lookup, status, usage]
      return () => (serial) => (mix[serial % mix.length] ?? status)(serial)
    },
  }),
}
