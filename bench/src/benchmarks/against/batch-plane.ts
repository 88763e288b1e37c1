import { batches } from '../requests.js'
import { compareCalls } from './compare-calls.js'
import type { Plane } from './plane.js'

/** The maximum size of a batch. */
const BATCH = 50

/** Batches of sends. */
export const batch: Plane = {
  name: 'batch',
  unit: 'message',
  atMost: 1.03,
  compare: compareCalls({
    connections: 16,
    messagesEach: BATCH,
    status: '202',
    requests:
      ({ tenants }) =>
      (label) =>
        batches(tenants, `pair-${label}`, BATCH),
  }),
}
